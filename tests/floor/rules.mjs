// Rules that no plug-in has: what scripts and styles may ask of the oldest browsers that the program is for.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { FLOOR, WITHOUT } from "./features.mjs";

const data = createRequire(import.meta.url).resolve("@mdn/browser-compat-data");
const { api, javascript } = JSON.parse(readFileSync(data));
const ROOTS = { navigator: "Navigator", document: "Document", window: "Window", globalThis: "Window", crypto: "Crypto" };
// Not there at a club's own address without https, whatever the browser's age.
const ONLY_HTTPS = ["caches", "clipboard", "locks", "mediaDevices", "randomUUID", "serviceWorker", "storage", "subtle", "wakeLock"];
// What browsers promise, and may keep open for ever: most of it asks a person.
const PROMISES = [
  "clearAppBadge", "detect", "estimate", "getSupportedFormats", "getUserMedia", "persist", "persisted", "play", "readText", "requestPermission",
  "resume", "setAppBadge", "share", "writeText",
];

// What objects of the program have, and none of the browser's that a script gets hold of.
const OWN = [
  "address", "bytes", "changed", "fetch", "first", "forget", "format", "hand", "last", "number", "removed", "revoke", "token",
];

function isThere(compat) {
  return Object.entries(FLOOR).every(([browser, floor]) => {
    const known = [compat.support[browser] ?? []].flat();
    const since = ({ version_added: version, flags, prefix, alternative_name: other }) =>
      typeof version === "string" && !flags && !prefix && !other && Number.parseFloat(version.replace("≤", "")) <= Number(floor);
    return known.length === 0 || known.some(since);
  });
}

// Which of all interfaces have a member of this name; only those count that some browser of the floor lacks.
const lacking = new Map();
const having = new Set();
for (const [name, members] of [...Object.entries(api), ...Object.entries(javascript.builtins)]) {
  for (const [member, { __compat: compat }] of Object.entries(members)) {
    if (!compat || member === "__compat") continue;
    const key = member.replace(/_static$/, "");
    if (isThere(compat)) having.add(key);
    else if (!lacking.has(`${name}.${key}`)) lacking.set(`${name}.${key}`, key);
  }
}
const newNames = new Map();
for (const [path, key] of lacking) if (!having.has(key)) newNames.set(key, [...(newNames.get(key) ?? []), path]);

// "Navigator.share" of `navigator.share`, "AbortSignal.timeout", or what some browsers lack whatever it is called on.
function featureOf(node) {
  const { object, property, computed } = node;
  if (computed || property.type !== "Identifier") return null;
  const { name } = property;
  if (object.name in WITHOUT) return object.name;
  if (object.type === "Identifier") {
    const holder = ROOTS[object.name] ?? object.name;
    if (lacking.has(`${holder}.${name}`) || (ROOTS[object.name] && ONLY_HTTPS.includes(name))) return `${holder}.${name}`;
    if (ROOTS[object.name] && api[name]?.__compat && !isThere(api[name].__compat)) return name;
  }
  const isUsed = node.parent.type === "CallExpression" && node.parent.callee === node;
  const isSet = node.parent.type === "AssignmentExpression" && node.parent.left === node;
  if (!newNames.has(name) || OWN.includes(name) || !(isUsed || isSet)) return null;
  const [holder] = newNames.get(name)[0].split(".");
  return newNames.get(name).find((path) => path in WITHOUT) ?? (holder in WITHOUT ? holder : newNames.get(name)[0]);
}

export const used = new Set();

const api_ = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const found = [];
    // Names whose presence the script asks for; a service worker is there where it has what it needs.
    const asked = new Set(/service_worker\.js$/.test(context.filename) ? ["caches", "serviceWorker"] : []);
    const note = (node, feature) => found.push({ node, feature });
    const nameOf = (node) => node?.property?.name ?? node?.name;
    const ask = (node) => {
      if (node?.type === "ChainExpression") ask(node.expression);
      else if (node?.type === "LogicalExpression") [node.left, node.right].forEach(ask);
      else if (node) asked.add(nameOf(node));
    };
    return {
      MemberExpression(node) {
        const feature = featureOf(node);
        if (feature) note(node, feature);
        if (node.optional) ask(node.object);
      },
      CallExpression(node) {
        if (node.optional) ask(node.callee);
      },
      Identifier(node) {
        const isName = node.parent.type === "MemberExpression" && node.parent.property === node && !node.parent.computed;
        const isKey = node.parent.type === "Property" && node.parent.key === node;
        if (isName || (isKey && !/^aria[A-Z]/.test(node.name))) return; // `ariaHidden: "true"`, to be assigned
        if (isKey ? newNames.has(node.name) : node.name === "caches") note(node, isKey ? newNames.get(node.name)[0] : "Window.caches");
        if (!isKey && api[node.name]?.__compat && !isThere(api[node.name].__compat)) note(node, node.name);
      },
      BinaryExpression(node) {
        if (node.operator === "in" && node.left.type === "Literal") asked.add(node.left.value);
      },
      UnaryExpression(node) {
        if (node.operator === "!" || node.operator === "typeof") ask(node.argument);
      },
      LogicalExpression: (node) => ask(node.left),
      IfStatement: (node) => ask(node.test),
      ConditionalExpression: (node) => ask(node.test),
      "Program:exit"() {
        for (const { node, feature } of found) {
          const name = feature.split(".").at(-1);
          used.add(feature);
          if (!(feature in WITHOUT)) {
            context.report({ node, message: `Some browsers do not have ${feature}: say in features.mjs what happens there.` });
          } else if (!asked.has(name)) {
            context.report({ node, message: `Ask whether ${feature} is there before it is used.` });
          }
        }
      },
    };
  },
};

const promises = {
  meta: { type: "problem", schema: [] },
  create: (context) => ({
    CallExpression(node) {
      const callee = node.callee.type === "MemberExpression" ? node.callee.property.name : null;
      if (!PROMISES.includes(callee)) return;
      let outer = node;
      while (outer.parent && !(outer.parent.type === "CallExpression" && outer.parent.callee.name === "inTime")) outer = outer.parent;
      if (!outer.parent) context.report({ node, message: `${callee}() may never settle: ask it by inTime (in_time.js).` });
    },
  }),
};

// A declaration or a selector that an old browser does not know is left out by it, and the whole rule with it.
const NEW_VALUES = /\b\d+(\.\d+)?(dvh|svh|lvh|dvw|cqw|cqi|cqh|lh)\b|\bcolor-mix\(|" ?\/ ?"/;

const styles = {
  meta: { type: "problem", schema: [] },
  create: (context) => ({
    Declaration(node) {
      const text = (one) => context.sourceCode.getText(one);
      if (node.property.startsWith("--") || !NEW_VALUES.test(text(node))) return;
      for (let outer = node; outer; outer = context.sourceCode.getParent(outer)) {
        if (outer.type === "Atrule" && ["container", "supports"].includes(outer.name)) return; // known there as well
      }
      const all = context.sourceCode.getParent(node)?.children ?? [];
      const before = all.slice(0, all.indexOf(node));
      const isFallback = (one) => one.property === node.property && !NEW_VALUES.test(text(one));
      if (!before.some(isFallback)) context.report({ node, message: `Say ${node.property} first in a way that all browsers know.` });
    },
    Rule(node) {
      const selectors = node.prelude?.children ?? [];
      const isNew = (one) => /:has\(|::details-content/.test(context.sourceCode.getText(one));
      if (selectors.some(isNew) && !selectors.every(isNew)) {
        context.report({ node: node.prelude, message: "Where :has is not known, all selectors beside it do not hold either: part them." });
      }
    },
  }),
};

export const floor = { rules: { api: api_, promises, styles } };
