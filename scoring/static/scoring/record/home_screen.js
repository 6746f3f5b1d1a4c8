// What lasts in this browser, and how the page gets onto the home screen of this phone, where it lasts.
//
// Safari, and every other browser on an iPhone, deletes all that a page has stored when the page was not opened for seven
// days. A page on the home screen is spared, and has a storage of its own there.

import { inWords, presentTime } from "../clock.js";
import { tablesWaiting } from "./waiting.js";

const DAY = 24 * 60 * 60 * 1000; // milliseconds
const SPARED = 7; // days
const IPHONE = "standalone" in navigator;

export function isInstalled() {
  return navigator.standalone === true || matchMedia("(display-mode: standalone)").matches;
}

export function isForgetful() {
  return navigator.vendor.startsWith("Apple") && !isInstalled();
}

// Returns the last day, in words, on which what waits is still there if the page is not opened before.
export function lastDay() {
  return inWords(presentTime() + (SPARED - 1) * DAY, { weekday: "long", day: "numeric", month: "long" });
}

// For how many nights the first of these deeds has waited.
export function nightsOf(deeds) {
  const entered = deeds.map((deed) => deed.entered).filter(Boolean);
  const midnight = (time) => new Date(time).setHours(0, 0, 0, 0);
  return entered.length ? Math.round((midnight(presentTime()) - midnight(Math.min(...entered))) / DAY) : 0;
}

// `root` shows one way at a time; none where the page lies there already, or cannot. Returns whether there is one now.
export function offerHomeScreen(root) {
  const button = root.querySelector("button");
  let asking = null; // the browser's own question

  function show() {
    const way = wayOf();
    root.hidden = way === null;
    for (const part of root.querySelectorAll("[data-way]")) part.hidden = part.dataset.way !== way;
    button.hidden = way !== "asked";
  }

  function wayOf() {
    if (isInstalled()) return null;
    if (IPHONE) return tablesWaiting().length ? "waiting" : "iphone";
    if (asking) return "asked";
    return /Android/.test(navigator.userAgent) ? "menu" : null;
  }

  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    asking = event;
    show();
  });
  addEventListener("appinstalled", () => {
    asking = null;
    root.hidden = true;
  });
  button.addEventListener("click", () => {
    asking.prompt(); // once only
    asking = null;
    show();
  });
  document.addEventListener("table", show);
  show();
  return !root.hidden;
}
