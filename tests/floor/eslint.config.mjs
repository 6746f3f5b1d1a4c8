// Reads every script and style as Safari 15.4, Chrome 100 and Firefox 115 would.

import css from "@eslint/css";
import esx from "eslint-plugin-es-x";
import { floor } from "./rules.mjs";

export default [
  { ...esx.configs["flat/restrict-to-es2022"], files: ["**/*.js"] },
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module" },
    plugins: { "es-x": esx, floor },
    rules: {
      "es-x/no-array-prototype-findlast-findlastindex": "off", // of 2023, and known by all of the floor
      "es-x/no-class-static-block": "error", // Safari 16.4
      "es-x/no-regexp-lookbehind-assertions": "error", // Safari 16.4
      "floor/api": "error",
      "floor/promises": "error",
    },
  },
  {
    files: ["**/*.css"],
    plugins: { css, floor },
    language: "css/css",
    rules: {
      "floor/styles": "error",
      "css/use-baseline": [
        "error",
        {
          available: 2021,
          // Newer, and harmless where it is not known, or known by all browsers of the floor (accent-color, 15.4).
          allowAtRules: ["container", "page"],
          allowMediaConditions: ["prefers-contrast"],
          allowFunctions: ["color-mix"],
          allowProperties: [
            "accent-color", "appearance", "color-scheme", "container", "container-type", "content-visibility", "hyphens",
            "hyphenate-limit-chars", "orphans", "outline", "page", "resize", "text-wrap", "user-select", "widows",
          ],
          allowPropertyValues: {
            "break-after": ["avoid"],
            "break-before": ["avoid"],
            "font-family": ["ui-monospace"],
            overflow: ["clip"],
            "overflow-wrap": ["anywhere"],
          },
          allowSelectors: ["details-content", "first", "focus-visible", "has"],
          allowUnits: ["cqi", "cqw", "dvh"],
        },
      ],
    },
  },
];
