// The screen in the hall: one slide after the other, each for as long as it takes to read.

import { follow, say } from "./following.js";

const ALONE = ["one_minute", "bell"]; // with these signals nothing but the clock is shown
const FIRST = ["five_minutes", ...ALONE]; // when one of these begins, the clock is shown at once
const IDLE = 3000; // milliseconds until cursor and buttons go
const SMALLEST = 4.2; // the letters of a list, in hundredths of the screen's height
const BIGGEST = 13;
const A_LINE = 1.49; // how high a line is, with its border
const THEME = "tarock projector theme";

const page = document.getElementById("projector");
const root = document.documentElement;
const controls = page.querySelector(".controls");
const aloud = page.querySelector(".news");
const clock = page.querySelector(".clock[data-reading]");
const dots = page.querySelector(".dots");
const MOST_DOTS = 20;

let shown = null; // id of the slide
let stage = "";
let moved = ""; // who has another seat than was published
let paused = false;
let timer = null;
let idle = null;

function slides() {
  const all = [...page.querySelectorAll(".slide")];
  const clocks = all.filter((one) => one.dataset.kind === "clock");
  return ALONE.includes(clock?.dataset.signal) && clocks.length ? clocks.slice(0, 1) : all;
}

function deck() {
  return page.querySelector(".deck");
}

function stageNow() {
  return `${deck().dataset.kind} ${deck().dataset.round}`;
}

function show(slide) {
  clearTimeout(timer);
  shown = slide.id;
  for (const one of page.querySelectorAll(".slide")) one.classList.toggle("shown", one === slide);
  root.dataset.kind = slide.dataset.kind;
  drawDots();
  root.dataset.clock = deck().dataset.clock;
  grow();
  if (!paused) timer = setTimeout(() => turn(1), Number(slide.dataset.seconds) * 1000);
}

// The letters of a list fill the slide; they are a 24th of the screen's height at least.
function grow() {
  const columns = page.querySelector(".slide.shown .columns");
  if (!columns) return;
  const unit = Math.min(innerHeight / 100, innerWidth * 0.005625);
  const lines = Math.max(...[...columns.children].map((one) => one.children.length));
  const room = page.querySelector(".slide.shown .low").getBoundingClientRect().top - columns.getBoundingClientRect().top;
  const names = [...columns.querySelectorAll(".name")];
  let size = Math.min(room / unit / lines / A_LINE, BIGGEST);
  do {
    size = Math.max(size, SMALLEST);
    columns.style.fontSize = `calc(${size.toFixed(2)} * var(--u))`;
    if (size === SMALLEST || names.every((one) => one.scrollWidth <= one.clientWidth)) return;
    size *= 0.96;
  } while (true);
}

// One for each slide, and which of them is in sight.
function drawDots() {
  const all = slides();
  const made = all.map((one) => Object.assign(document.createElement("i"), { className: one.id === shown ? "on" : "" }));
  dots.replaceChildren(...(all.length > MOST_DOTS ? [] : made));
}

function turn(by) {
  const there = slides();
  const place = there.findIndex((one) => one.id === shown);
  show(there[(place + by + there.length) % there.length] ?? there[0]);
}

// The slide that was shown stays, if it is still there; another round or stage begins at the beginning.
function renewed() {
  const began = stageNow() !== stage;
  stage = stageNow();
  const there = slides();
  const news = seatsChanged(there);
  const same = began ? null : there.find((one) => one.id === shown);
  if (news && !began) {
    show(news);
    say(aloud, news.textContent.trim().replaceAll(/\s+/g, " "));
  } else if (same) {
    same.classList.add("shown");
    drawDots();
    root.dataset.clock = deck().dataset.clock;
    grow();
  } else {
    show(there[0]);
    if (began) say(aloud, there[0].querySelector("h2").textContent);
  }
}

// The slide of the seats that have changed, if there are others than before: it is shown at once.
function seatsChanged(there) {
  const slides = there.filter((one) => one.dataset.kind === "moved");
  const before = moved;
  moved = slides.map((one) => one.textContent).join("");
  return moved !== "" && moved !== before ? slides[0] : null;
}

// Signals

function signalled() {
  root.dataset.signal = root.dataset.clock === "on" ? clock.dataset.signal : "";
  if (FIRST.includes(clock.dataset.signal)) {
    const first = slides().find((one) => one.dataset.kind === "clock");
    if (first) show(first);
  }
}

let signal = clock?.dataset.signal ?? "";
if (clock) {
  new MutationObserver(() => {
    if (clock.dataset.signal === signal) return;
    signal = clock.dataset.signal;
    signalled();
  }).observe(clock, { attributes: true, attributeFilter: ["data-signal"] });
}

// Taps and keys at the machine

const DEEDS = {
  back: () => turn(-1),
  on: () => turn(1),
  pause() {
    paused = !paused;
    root.dataset.paused = paused ? "yes" : "no";
    say(controls.querySelector("[data-do=pause] span"), paused ? page.dataset.go : page.dataset.pause);
    show(slides().find((one) => one.id === shown) ?? slides()[0]);
  },
  full() {
    if (document.fullscreenElement) document.exitFullscreen?.();
    else root.requestFullscreen?.().catch(() => {});
  },
  theme() {
    dress(root.dataset.theme === "dark" ? "light" : "dark");
    try {
      localStorage.setItem(THEME, root.dataset.theme);
    } catch {
      // not kept, where the browser keeps nothing
    }
  },
};
const KEYS = {
  ArrowLeft: "back", PageUp: "back", ArrowRight: "on", PageDown: "on", p: "pause", P: "pause", " ": "pause",
  f: "full", F: "full", t: "theme", T: "theme",
};

function dress(theme) {
  root.dataset.theme = theme;
}

function storedTheme() {
  try {
    return localStorage.getItem(THEME);
  } catch {
    return null;
  }
}

document.addEventListener("keydown", (event) => {
  const onButton = event.target.closest("button, a") && [" ", "Enter"].includes(event.key);
  wake();
  if (onButton || event.ctrlKey || event.altKey || event.metaKey) return;
  const screen = /^[0-9]$/.test(event.key) && controls.querySelector(`[data-key="${event.key}"]`);
  if (screen) location.assign(screen.href);
  if (!KEYS[event.key]) return;
  event.preventDefault();
  DEEDS[KEYS[event.key]]();
});

// A tap on a button does what it says; anywhere else it turns the page.
page.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button) DEEDS[button.dataset.do]();
  else if (!event.target.closest("button, a, .controls")) turn(1);
});

function wake() {
  clearTimeout(idle);
  root.dataset.idle = "no";
  idle = setTimeout(rest, IDLE);
}

function rest() {
  if (controls.contains(document.activeElement) && document.activeElement.matches(":focus-visible")) {
    idle = setTimeout(rest, IDLE);
    return;
  }
  root.dataset.idle = "yes";
}

addEventListener("resize", grow);
for (const event of ["pointermove", "pointerdown", "focusin"]) document.addEventListener(event, wake);

dress(storedTheme() === "dark" ? "dark" : "light");
controls.hidden = false;
root.dataset.ready = "yes";
root.dataset.paused = "no";
root.dataset.idle = "yes";
renewed();
if (clock) signalled();
follow(page, { renewed });
