// The clock of a round: counts by itself, by the server's time. Every time is in milliseconds.
//
// <div class="clock" data-reading="{…}" data-words="{…}" data-again="address"> is drawn by itself; with
// `data-whole` its page is loaded again for another round, or where one begins or ends;
// with `data-zone` also when the bell rings, as clocks there say, and how much is over; a ".bar" in its section shows
// that instead, and a ".switch" in it switches the sound;
// the recording page calls `clockIn(box, words)` and shows every new reading.
//
// A reading is what tournaments/engine/clock.py writes: {now, phase, signal, remaining, elapsed, bell}.

import { presentTime } from "../scoring/clock.js";
import { bells, isSilent, canSound, switchSound } from "./sound.js";

/** @type {[string, number][]} */
const LIMITS = [
  ["one_minute", 60_000],
  ["five_minutes", 300_000],
];
const STANDING = ["waiting", "paused", "stopped"];
const ORDER = ["", "five_minutes", "one_minute", "bell"];
const SAMPLES = 12; // answers that are compared: the quickest one knows the time best

// The server's time, measured with every answer: it was `now` there half way between sent and received.
export const time = {
  offset: 0,
  samples: [],

  now() {
    return presentTime() + this.offset;
  },
  heard({ now, sent, received }) {
    if (!Number.isFinite(now) || now <= 0 || received < sent) return;
    const sample = { offset: now - (sent + received) / 2, within: (received - sent) / 2 + 2 };
    // Where two measures cannot both be right, this device's own clock has been put right in between.
    const fits = ({ offset, within }) => Math.abs(offset - sample.offset) <= within + sample.within;
    this.samples = [...this.samples.filter(fits), sample].slice(-SAMPLES);
    this.offset = this.samples.reduce((best, one) => (one.within < best.within ? one : best)).offset;
  },
  // Before the first answer: from the reading in the page, which was made a moment ago. A page that this
  // device has kept is as old as may be; then its own clock has to do.
  begin(now, isCached) {
    if (this.samples.length === 0) this.offset = isCached ? 0 : now - presentTime();
  },
};

document.addEventListener("pulse", ({ detail }) => time.heard(detail));

// What a clock shows at this moment: {phase, signal, left}; `left` is null without a time limit.
export function readAt(reading, now) {
  const { phase, remaining, bell } = reading;
  if (phase === null) return { phase: null, signal: "", left: null };
  if (phase === "ended") return { phase, signal: "bell", left: remaining === null ? null : 0 };
  if (bell !== null && bell <= now) return { phase: "bell", signal: "bell", left: 0 };
  const left = remaining === null ? null : STANDING.includes(phase) ? remaining : bell - now;
  const limit = left === null || phase === "waiting" ? undefined : LIMITS.find(([, most]) => left <= most);
  return { phase, signal: limit ? limit[0] : "", left: left === null ? null : Math.max(left, 0) };
}

export function clockText(left) {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// Draws a clock into a box; `belled` is called when the bell rings while the page is in view.
export function clockIn(box, words, { belled = () => {}, sound = true, full = false, zone = undefined } = {}) {
  const face = made("p", "time", { role: "timer", "aria-label": words.left });
  const saying = made("p", "signal");
  const aloud = made("p", "unseen", { role: "status" });
  const switched = made("p", "sound");
  const knob = box.querySelector(".switch") ?? made("button", "second", { type: "button" });
  const whether = made("span", "quiet");
  const rings = made("p", "rings beside");
  const over = made("progress", "over", { max: "1", "aria-hidden": "true" });
  switched.append(knob, whether);
  const bar = box.closest("section")?.querySelector(".bar rect");
  const beside = full ? [rings, ...(bar ? [] : [over])] : [];
  box.replaceChildren(face, ...beside, saying, aloud, ...(sound ? [switched] : []));
  let reading = null;
  let before = null; // what was shown last: a signal is given once, when its time comes
  let timer = null;

  function draw() {
    clearTimeout(timer);
    if (reading === null) return;
    const now = time.now();
    const { phase, signal, left } = readAt(reading, now);
    box.dataset.signal = signal;
    box.dataset.phase = phase ?? "";
    put(face, left === null ? "" : clockText(left));
    const stands = STANDING.includes(phase) ? words[phase] : "";
    put(saying, [stands, words[signal] ?? ""].filter(Boolean).join(" "));
    put(rings, left > 0 && reading.bell ? words.rings.replace("{time}", hourOf(reading.bell, zone)) : "");
    over.hidden = left === null || phase === "waiting";
    over.value = left === null ? 0 : 1 - left / Math.max(reading.elapsed + reading.remaining, left, 1);
    bar?.setAttribute("width", `${100 * over.value}%`);
    if (before !== null && before.saying !== saying.textContent) put(aloud, saying.textContent);
    if (before !== null && ORDER.indexOf(signal) > ORDER.indexOf(before.signal)) {
      bells(signal);
      if (signal === "bell") belled();
    }
    before = { signal, saying: saying.textContent };
    const running = left !== null && left > 0 && !STANDING.includes(phase);
    if (running) timer = setTimeout(draw, (left % 1000) + 5); // just after the next second
  }

  function drawSwitch() {
    put(knob.querySelector("span") ?? knob, isSilent() ? words.sound_on : words.sound_off);
    knob.hidden = !canSound();
    put(whether, canSound() ? "" : words.no_sound);
  }

  knob.addEventListener("click", async () => {
    await switchSound();
    drawSwitch();
  });
  document.addEventListener("pulse", draw);
  document.addEventListener("visibilitychange", draw);
  window.addEventListener("online", draw);
  window.addEventListener("pageshow", draw);
  drawSwitch();
  return {
    show(fresh) {
      reading = fresh;
      draw();
    },
  };
}

function hourOf(moment, timeZone) {
  const { lang } = document.documentElement;
  return new Date(moment).toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
}

function made(tag, name, attributes = {}) {
  const element = document.createElement(tag);
  element.className = name;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function put(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

// A clock that stands in a page by itself; it asks again when the pulse says that clocks have changed.
function start(box) {
  const first = JSON.parse(box.dataset.reading);
  time.begin(first.now, false);
  const { zone } = box.dataset;
  const sound = box.dataset.sound !== "no";
  const belled = () => document.dispatchEvent(new CustomEvent("bell"));
  const clock = clockIn(box, JSON.parse(box.dataset.words), { belled, sound, full: Boolean(zone), zone });
  clock.show(first);
  let known = null;
  document.addEventListener("pulse", async ({ detail }) => {
    if (detail.data === null || detail.data.clock === known) return;
    const fresh = await again(box.dataset.again).catch(() => null);
    if (fresh === null) return;
    known = detail.data.clock;
    clock.show(fresh);
    const isOther = fresh.round !== first.round || fresh.stage !== first.stage;
    if ("whole" in box.dataset && isOther) location.reload();
  });
}

async function again(url) {
  const sent = presentTime();
  const answer = await fetch(url, { headers: { Accept: "application/json" }, cache: "no-store" });
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  const fresh = await answer.json();
  time.heard({ now: fresh.now, sent, received: presentTime() });
  return fresh;
}

for (const box of document.querySelectorAll(".clock[data-reading]")) start(box);
