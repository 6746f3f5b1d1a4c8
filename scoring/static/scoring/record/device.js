// Sent as one file with all that it imports.
// What the phone itself does while a table is open: it stays awake, and can be felt and heard. Each of it can be
// switched off, and where a browser does not have it, it is not offered. Nothing here is needed to record.

import { inTime } from "../in_time.js";
import { offerHomeScreen } from "./home_screen.js";
import { offerEngine } from "./prepared.js";
import { shelf } from "./shelf.js";

const AT_FIRST = { awake: true, vibration: true, sound: false, keys: true };
const FELT = { receipt: [40], refused: [80, 60, 80], others: [30, 90, 30] }; // milliseconds: on, off, on
const HEARD = { receipt: [880], refused: [220, 220], others: [660, 880] }; // hertz, one tone after the other
const TONE = 0.12; // seconds

const settingsShelf = shelf("device", 1);
const settings = { ...AT_FIRST, ...settingsShelf.read() };
let before = null; // what the page had to say last
let isOpen = false; // the table
let lock = null; // a promise of it
let sounds = null;
let afterHand = () => {}; // what is to be done once a hand is saved

function offered() {
  return {
    awake: "wakeLock" in navigator,
    vibration: "vibrate" in navigator && matchMedia("(pointer: coarse)").matches,
    sound: "AudioContext" in window,
    keys: matchMedia("(any-pointer: fine)").matches, // where there is a mouse, there is a keyboard
  };
}

async function stayAwake() {
  const isWanted = settings.awake && isOpen && document.visibilityState === "visible";
  if (isWanted === (lock !== null)) return;
  const mine = lock ?? inTime(() => navigator.wakeLock.request("screen"));
  lock = isWanted ? mine : null;
  const held = await mine;
  if (held === null) forget(mine); // the battery is low, say: the screen goes dark as usual
  else if (isWanted) held.addEventListener("release", () => forget(mine));
  else inTime(() => held.release());
}

function forget(mine) {
  if (lock === mine) lock = null;
}

function tell(what) {
  const isTouched = navigator.userActivation?.hasBeenActive ?? true; // before, browsers complain
  if (settings.vibration && isTouched) navigator.vibrate?.(FELT[what]);
  if (!settings.sound) return;
  sounds ??= new AudioContext();
  HEARD[what].forEach((hertz, place) => {
    const tone = new OscillatorNode(sounds, { frequency: hertz, type: "triangle" });
    tone.connect(new GainNode(sounds, { gain: 0.2 })).connect(sounds.destination);
    tone.start(sounds.currentTime + place * TONE);
    tone.stop(sounds.currentTime + (place + 1) * TONE);
  });
}

// Returns a text for each kind of news, to know it again: an entry is felt and heard once, however often the page is
// drawn.
function newsOf({ table, heard }) {
  const { receipt, refused, others } = heard;
  return {
    receipt: receipt && receipt.what !== "waiting" ? `${table.after} ${receipt.what}` : null,
    refused: refused && JSON.stringify(refused),
    others: others && `${table.after}`,
  };
}

document.addEventListener("table", ({ detail }) => {
  const news = newsOf(detail);
  if (before !== null) {
    const fresh = Object.keys(FELT).find((what) => news[what] !== null && news[what] !== before[what]);
    if (fresh) tell(fresh);
  }
  before = news;
  if (detail.heard.receipt?.what === "save") afterHand();
  isOpen = !detail.table.closed;
  if (offered().awake) stayAwake();
});

document.addEventListener("visibilitychange", () => {
  if (offered().awake) stayAwake();
});

function start(root) {
  const there = offered();
  const { engine, worker } = document.getElementById("record")?.dataset ?? {};
  const hasHomeScreen = offerHomeScreen(root.querySelector(".home-screen"));
  root.hidden = !Object.values(there).some(Boolean) && !engine && !hasHomeScreen;
  if (engine) afterHand = offerEngine(root.querySelector(".engine"), { ...JSON.parse(engine), pages: Boolean(worker) });
  for (const box of root.querySelectorAll(":scope > label > input")) {
    box.closest("label").hidden = !there[box.name];
    box.checked = settings[box.name];
    box.addEventListener("change", () => {
      settings[box.name] = box.checked;
      settingsShelf.write(settings);
      if (there.awake) stayAwake();
      if (box.checked && ["vibration", "sound"].includes(box.name)) tell("said");
    });
  }
}

const root = document.getElementById("device");
if (root) start(root);
