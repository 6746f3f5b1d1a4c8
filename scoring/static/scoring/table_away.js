// Sent as one file with all that it imports.
// A table that is opened on this phone without network. Its people have ids of the phone until the server has it.

import { presentTime } from "./clock.js";
import { isPrepared } from "./record/prepared.js";
import { withIds } from "./record/given_ids.js";
import { newId } from "./record/sending.js";
import { shelf } from "./record/shelf.js";
import { queueShelf } from "./record/waiting.js";

const RULES_VERSION = 1; // of the shelf that record/reckoning.js reads
const FIRST_ID = 900_000_000_000_001; // no person on the server has it
const EVERY = 15_000; // milliseconds between two tries

const root = document.getElementById("record");
const box = document.getElementById("away");
const form = document.querySelector("form.play");
const problems = box.querySelector(".problems");
const same = box.querySelector(".same");
const taken = JSON.parse(box.dataset.taken);
const given = JSON.parse(root.dataset.engine);
const begun = shelf(`away ${location.pathname}`, 1); // {id, at, fields, table, played_for, digest}
const queue = queueShelf(location.pathname);
const isReady = given !== null && isPrepared();
const engineModule = isReady ? import(given.module) : null; // while there is network
let isAsking = false;
let isBeginning = false;
let waits = 0; // how many hands wait by what the page shows; where the storage is full, it alone has them

// What the form says: [{id, name}] in order of play, and the id of who deals.
function seatsIn(fields) {
  const people = [];
  let drawn = -1;
  for (const [place, row] of [...form.querySelectorAll(".seat-list li")].entries()) {
    const who = row.querySelector("select");
    const name = who.value ? who.selectedOptions[0].dataset.name : row.querySelector("input").value.trim();
    if (!name) continue;
    if (fields.get("high_card") === String(place + 1)) drawn = people.length;
    people.push({ id: String(FIRST_ID + people.length), name });
  }
  const deals = JSON.parse(form.querySelector(".seat-form").dataset.high)[fields.get("rules")] === "deals";
  const dealer = people.at((drawn + (deals ? 0 : people.length - 1)) % people.length)?.id;
  return { people, dealer: drawn < 0 ? undefined : dealer };
}

async function begin(event) {
  event.preventDefault();
  if (isBeginning) return; // a double tap
  isBeginning = true;
  await beginOnce().catch(() => tell([box.querySelector(".silent").textContent]));
  isBeginning = false;
}

async function beginOnce() {
  const fields = new FormData(form);
  const { people, dealer } = seatsIn(fields);
  const { facts, digest, rules, kassa, played_for: playedFor } = taken.sheets[fields.get("rules")];
  const names = Object.fromEntries(people.map(({ id, name }) => [id, name]));
  const players = people.map(({ id }) => id);
  const { phoneEngine } = await engineModule;
  const engine = phoneEngine(given.parts);
  const language = document.documentElement.lang;
  const answer = await engine.ask({ form: 1, language, names, rules, begin: { players, dealer, kassa } });
  engine.leave();
  if (!answer?.table) {
    tell([answer?.text ?? ""]);
    return;
  }
  const here = location.pathname;
  const table = {
    ...facts,
    ...answer.table,
    words: taken.words,
    urls: { save: here, preview: here, seating: here, undo: here, rules_here: here, live: null, pulse: null, sheet: null },
    form: "",
    after: 0,
    people: [],
    known: names,
    closed: false,
    voiced: 0,
    occasion: null,
    record: null,
    review: false,
    at: null,
    before: null,
  };
  shelf(`rules ${digest}`, RULES_VERSION).write(rules);
  const isStored = begun.write({ id: newId(), at: presentTime(), fields: [...fields], players, table, playedFor });
  if (isStored) play();
  else {
    begun.write(null);
    tell([box.querySelector(".no-room").textContent]);
  }
}

function tell(sentences) {
  problems.hidden = false;
  problems.replaceChildren(...sentences.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
}

function play() {
  const { table, playedFor } = begun.read();
  problems.hidden = true;
  root.dataset.table = JSON.stringify(table);
  root.dataset.engine = JSON.stringify({ ...given, by_itself: false, played_for: playedFor });
  for (const part of [form, document.querySelector("main > .head")]) part.remove();
  document.querySelector("main").classList.remove("page");
  document.body.classList.remove("docked");
  const [who] = form.querySelectorAll(".seat-list select");
  const known = [...who.options].filter(({ value }) => value);
  root.dataset.people = JSON.stringify(known.map(({ dataset: { name } }) => ({ name, at: "" })));
  root.hidden = false;
  document.dispatchEvent(new CustomEvent("begun"));
  deliver();
}

// Opens it on the server, once; what waits goes on there.
async function deliver(choice) {
  const table = begun.read();
  if (table === null || isAsking || (!choice && !same.hidden)) return;
  isAsking = true;
  const { status, data } = await postTable(table, choice).catch(() => ({ status: 0, data: null }));
  isAsking = false;
  if (data?.opened) goOn(data.opened, table);
  else if (data?.same && choice === "same") goOn(data.same, table);
  else if (data?.same) ask(data.same);
  else if (status === 400 && data?.problems) tell(data.problems);
}

async function postTable({ id, at, fields }, choice) {
  const door = await (await fetch(root.dataset.door, { cache: "no-store" })).json();
  const body = new URLSearchParams(fields);
  body.set("deed", id);
  body.set("ago", String(Math.max(0, presentTime() - at)));
  if (choice === "own") body.set("anyway", "1");
  const headers = { "X-CSRFToken": door.token, Accept: "application/json" };
  const answer = await fetch(location.pathname, { method: "POST", headers, body });
  return { status: answer.status, data: await answer.json() };
}

function ask({ name, hands }) {
  const ours = (queue.read()?.deeds ?? []).filter(({ number }) => number).length;
  const put = (part, named) => {
    part.textContent = part.textContent.replace(/\{(\w+)\}/g, (_, key) => named[key]);
  };
  put(same.querySelector(".theirs"), { name, hands });
  put(same.querySelector(".ours"), { hands: ours });
  same.hidden = false;
}

// From here on they are those whom the server knows.
function goOn({ record, players }, table) {
  const who = Object.fromEntries(table.players.map((id, place) => [id, players[place]]));
  const deeds = withIds(queue.read()?.deeds ?? [], who).map((deed) => ({
    ...deed,
    ...(deed.standing && { standing: null }),
    seen: 0,
    tries: 0,
  }));
  const isStored = deeds.length >= waits && (!deeds.length || queueShelf(record).write({ after: 0, standing: null, deeds }));
  if (!isStored) {
    tell([box.querySelector(".no-room").textContent]);
    return;
  }
  queue.write(null);
  begun.write(null);
  location.replace(record);
}

for (const button of same.querySelectorAll("button")) {
  button.addEventListener("click", () => {
    same.hidden = true;
    deliver(button.dataset.choice);
  });
}
document.addEventListener("table", ({ detail }) => {
  waits = detail.waiting;
});
if (begun.read()) play();
else if (!isReady) {
  form.hidden = true;
  box.querySelector(".not-ready").hidden = false;
} else form.addEventListener("submit", begin);
addEventListener("online", () => deliver());
setInterval(deliver, EVERY);
