// What a phone kept before it was given another program is read by this one, and sent whole.
//
// filled_phone.json is what browsers had kept with the program of 1 December 2026, at five tables; the rules that the
// server had sent are left out. It is never brought up to date: whatever is renamed in the scripts, phones keep this.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const FILLED = JSON.parse(readFileSync(new URL("filled_phone.json", import.meta.url), "utf8"));
const SHEET = "/sheets/1/record/";
const AWAY = "/clubs/tarockrunde/play/away/";
const PAGE = { engine: '{"module": "data:text/javascript,", "parts": {}}', taken: "{}", door: "/door/" };

// Stands for every element: whatever is read of it, called or looped over is another such element, and there.
const element = new Proxy(function element() {}, {
  get: (_, name) => (name === "dataset" ? PAGE : name === Symbol.iterator ? () => [element][Symbol.iterator]() : name === Symbol.toPrimitive ? () => "" : element),
  set: () => true,
  apply: () => element,
});
const document = Object.assign(new EventTarget(), {
  ...{ body: element, documentElement: element, head: element, hidden: false, fonts: new EventTarget() },
  ...{ createElement: () => element, getElementById: () => element, querySelector: () => null, querySelectorAll: () => [] },
});
let left = null; // the address to which the page went on
const location = { pathname: AWAY, host: "here", replace: (address) => (left = address) };
const window = new EventTarget();
const kept = new Map();
const localStorage = {
  get length() {
    return kept.size;
  },
  key: (place) => [...kept.keys()][place],
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, text) => kept.set(key, text),
  removeItem: (key) => kept.delete(key),
};
class ResizeObserver {
  observe() {}
}
Object.defineProperty(globalThis, "navigator", { value: {} });
Object.assign(globalThis, { document, localStorage, location, ResizeObserver, window, addEventListener: () => {}, setInterval: () => {} });
Date.now = () => 1795288255000; // moments after it was kept

const record = "../../scoring/static/scoring/record";
const [{ afterEvent, atFirst }, { emptyHand }, { entrusting }, { halfFilled }, { pairKey, pairs }, { tablesWaiting }] = await Promise.all(
  ["events", "hand", "entrusting", "half_filled", "same_hand", "waiting"].map((name) => import(`${record}/${name}.js`)),
);

function fill(name) {
  kept.clear();
  for (const [key, box] of Object.entries(FILLED[name])) kept.set(key, JSON.stringify(box));
  return (kind, address = SHEET) => FILLED[name][`tarockclub ${kind} ${address}`].what;
}

const words = new Proxy({}, { get: (_, name) => String(name) });
const seats = ["Anna", "Bert", "Cilli", "Dora"].map((name, place) => ({ id: String(place + 1), name, dealer: place === 3 }));
const urls = { save: SHEET, undo: "/sheets/1/undo/", sheet: "/sheets/1/" };
const turns = { 4: { deals: { hand: 1 }, playing: [1, 2, 3, 0] } };
const dreier = { key: "dreier", label: "Dreier", kind: "alone", birds: [], alone: [], kontra: [], results: { won: [], lost: [] }, won_with: [] };
const facts = { contracts: [dreier], premiums: [], levels: [], counting: "blatt" };
const TABLE = { ...facts, turns, urls, words, seats, players: seats, known: {}, usual: [], after: 1, number: 2, closed: false };

// The recording page of a table, without anything that draws: it and what sends what waits.
function opened(table = TABLE) {
  const page = atFirst(table, emptyHand(), "new", { people: [], colours: {}, picture: null, fromPhone: true, takesIn: true, evening: "", signIn: "" });
  const happen = (what, about) => Object.assign(page, afterEvent(page, what, about));
  const own = { fresh: () => ({ beginning: emptyHand(), id: "next" }), happen, reckoned: { known: () => [] } };
  own.redraw = () => happen("drawn", entrusted.waitingState());
  const tools = new Proxy(own, { get: (_, name) => own[name] ?? element });
  const entrusted = entrusting(page, { account: "1", door: "/door/", token: "t", form: "" }, tools);
  entrusted.begin();
  own.redraw();
  return { page, entrusted, happen };
}

// A server that takes all: what was sent to it, each as [address, body].
function server(answer = ({ id }, count) => ({ id, seq: 1 + count, table: TABLE })) {
  const sent = [];
  globalThis.fetch = async (address, { body } = {}) => {
    if (address === "/door/") return Response.json({ account: "1", token: "t" });
    const said = typeof body === "string" ? JSON.parse(body) : Object.fromEntries(body);
    sent.push([String(address), said]);
    return Response.json(answer(said, sent.length));
  };
  return sent;
}

async function until(isSo) {
  for (let look = 0; look < 200 && !isSo(); look += 1) await new Promise((resolve) => setTimeout(resolve, 5));
}

const emptied = () => tablesWaiting().length === 0;

test("hands that wait, one taken back, one forgotten: their words are shown and each is sent as it was", async () => {
  const { deeds } = fill("sheet")("waiting");
  assert.deepEqual(tablesWaiting().map(({ address, deeds: all }) => [address, all]), [[SHEET, deeds]]);
  const sent = server();
  const { page, entrusted } = opened();
  assert.deepEqual(page.waiting.map(({ told }) => told), ["Bert", "Bert", "Bert", "Anna", "Cilli"].map((name) => `${name}: Dreier, gewonnen`));
  entrusted.orders.tryNow();
  await until(() => sent.length === 3);
  entrusted.orders.sendAllTheSame(deeds[3].id); // it was open in the form
  await until(emptied);
  sent.forEach(([address, { id, record: hand, seen, ago }], place) => {
    const deed = deeds[place];
    if (deed.what === "undo") assert.deepEqual([address, id], [urls.undo, deed.id]);
    else assert.deepEqual([address, id, hand, seen, ago], [SHEET, deed.id, deed.record, 1, Date.now() - deed.entered]);
  });
  assert.deepEqual([sent.length, emptied()], [5, true]);
});

test("a waiting hand that was being corrected is open again, and what was begun before it comes back after it", () => {
  const at = fill("sheet");
  const [, , , deed] = at("waiting").deeds;
  const half = at("hand");
  const { page, entrusted, happen } = opened();
  const left = halfFilled(SHEET).read();
  assert.deepEqual([left.id, left.editing, left.inserting, left.stashed.id], [deed.id, deed.id, false, half.aside.id]);
  happen("resumed", { left, editing: entrusted.find(left.editing).id, others: false });
  assert.deepEqual([page.state.games[0].declarer, page.state.games[0].result], ["1", "lost"]);
  assert.deepEqual(entrusted.before().map(({ id }) => id), at("waiting").deeds.slice(0, 3).map(({ id }) => id));
  happen("cleared", { beginning: emptyHand(), id: "next" });
  assert.deepEqual([page.id, page.state.games[0].declarer], [half.aside.id, "4"]);
});

test("a correction of the sheet is half filled as it was", () => {
  fill("correction");
  const [key, { what }] = Object.entries(FILLED.correction).find(([name]) => name.includes("/correct/"));
  const left = halfFilled(key.replace("tarockclub hand ", "")).read();
  assert.deepEqual([left.id, left.after, left.state], [what.id, 1, what.state]);
  assert.equal(left.state.games[0].result, "lost");
});

test("seats that were being changed are as they were, and whoever is new is asked to join", () => {
  fill("seats");
  const { seats: now } = halfFilled(SHEET).read();
  const { page, happen } = opened();
  happen("seated", { seats: now });
  const [emil] = page.seats.people.slice(-1);
  assert.deepEqual([page.seats.players.length, emil.name, page.seats.players[4], page.seats.typed], [5, "Emil", emil.id, "Fra"]);
  assert.deepEqual(page.seats.message, ["sits_in_place", { name: "Emil", number: 5 }]);
});

test("what two phones recorded otherwise is compared, and both are sent", async () => {
  const { deeds } = fill("two phones")("waiting");
  const sent = server();
  const { page, entrusted } = opened();
  const theirs = pairs(page).get(deeds[0].id);
  assert.equal(theirs.said, deeds[0].stopped.since[0].said);
  entrusted.orders.takeMine(pairKey(deeds[0].id, theirs));
  entrusted.orders.putTogether();
  await until(emptied);
  const [[toVersion, version], [toSheet, hand]] = sent;
  assert.deepEqual([toVersion, version.record, version.takes], [`/sheets/1/hands/${theirs.id}/version/`, deeds[0].record, true]);
  assert.deepEqual([toSheet, hand.record, hand.seen], [SHEET, deeds[1].record, 0]);
});

test("a table that was begun without network is opened on the server, and its hands wait there and are sent", async () => {
  const at = fill("away");
  const begun = at("away", AWAY);
  const { deeds } = at("waiting", AWAY);
  assert.equal(halfFilled(AWAY).read().state.games[0].declarer, begun.players[2]);
  let sent = server(() => ({ opened: { record: SHEET, players: ["1", "2", "3", "4"] } }));
  document.querySelector = () => element;
  await import("../../scoring/static/scoring/table_away.js");
  await until(() => left !== null);
  assert.equal(left, SHEET);
  const [[address, body]] = sent;
  assert.deepEqual([address, body.deed, body.name_4, body.who_1], [AWAY, begun.id, "Dora", begun.fields[0][1]]);
  assert.deepEqual(tablesWaiting().map(({ address: there }) => there), [SHEET]);
  sent = server();
  const { page, entrusted } = opened({ ...TABLE, after: 0, number: 1 });
  assert.deepEqual(page.waiting.map(({ told }) => told), ["Anna: Dreier, gewonnen", "Bert: Dreier, gewonnen"]);
  entrusted.orders.tryNow();
  await until(emptied);
  const records = ["1", "2"].map((declarer) => ({ games: [{ contract: "dreier", declarer, won: true }] }));
  assert.deepEqual(sent.map(([, hand]) => [hand.id, hand.record]), deeds.map(({ id }, place) => [id, records[place]]));
});
