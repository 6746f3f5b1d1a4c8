// At a tournament's table, above the hand: the time, what the bell asks, everybody's play money.
// The recording page says how the table stands with every "table", and knows nothing of this one.

import { draw, h } from "../scoring/record/elements.js";
import { newId, postOnce } from "../scoring/record/sending.js";
import { clockIn, readAt, time } from "./clock.js";

const SOON = 1000; // milliseconds until the server is asked again, where its clock is not yet at the bell

const root = document.getElementById("occasion");
const box = Object.assign(document.createElement("div"), { className: "clock" });
const part = Object.assign(document.createElement("div"), { id: "at-table", className: "at-table" });

let here = null; // what the recording page said last
let clock = null;
let sending = null; // {name, body}: the answer on its way, with one id however often it is sent
let trouble = null; // sentences
let asking = null;
let closed = false; // the round: the card opens nothing until the next one

document.addEventListener("table", ({ detail }) => {
  const before = here?.table.occasion;
  here = detail;
  const { occasion } = here.table;
  if (!root || !occasion) return;
  if (clock === null) begin(occasion, detail);
  if (before !== occasion) {
    trouble = null;
    time.begin(occasion.clock?.now ?? Date.now(), detail.fromPhone);
    if (occasion.clock) clock.show(occasion.clock);
    box.hidden = !occasion.clock;
    askUntilRung();
  }
  redraw();
});

// Of a closed round the phone learns nothing more than that.
document.addEventListener("pulse", ({ detail: { data } }) => {
  if (!here?.table.occasion || typeof data?.state !== "string") return;
  const now = data.state.startsWith("closed");
  if (now === closed) return;
  closed = now;
  if (closed) here.moved({ ...here.table, closed: true });
  redraw();
});

function begin({ words }) {
  root.append(box, part);
  clock = clockIn(box, words, { belled: askUntilRung });
  part.addEventListener("click", (event) => {
    const name = event.target.closest("[data-answer]")?.dataset.answer;
    if (name) ANSWERS[name]();
  });
}

// Whether cards are dealt is asked when the server says so too: its clock may be a moment behind.
function askUntilRung() {
  clearTimeout(asking);
  const { occasion } = here.table;
  if (!occasion.clock || !occasion.open) return;
  const isRung = (reading, now) => readAt(reading, now).signal === "bell";
  if (!isRung(occasion.clock, time.now()) || isRung(occasion.clock, occasion.clock.now)) return;
  here.look();
  asking = setTimeout(askUntilRung, SOON);
}

const ANSWERS = {
  yes: () => send("say_dealt", { dealt: true }),
  no: () => send("say_dealt", { dealt: false }),
  handIn: () => send("hand_in", {}),
};

async function send(name, body) {
  if (sending?.busy) return;
  const again = sending?.name === name && JSON.stringify(sending.body) === JSON.stringify(body);
  sending = { name, body, id: again ? sending.id : newId(), busy: true };
  trouble = null;
  redraw();
  const { urls, words } = here.table.occasion;
  const { outcome, data } = await postOnce(urls[name], { id: sending.id, ...body }, here.visitor);
  const said = { problems: () => data.problems.map(({ text }) => text), unsure: () => [words.not_sent] };
  sending = outcome === "unsure" ? { ...sending, busy: false } : null;
  if (data?.table) here.moved(data.table);
  trouble = outcome === "ok" ? null : (said[outcome] ?? (() => [words.may_not]))();
  redraw();
}

function redraw() {
  const { occasion } = here.table;
  if (closed) {
    box.hidden = true;
    const said = h("p", { class: "said", role: "status" }, occasion.words.round_closed);
    draw(part, [said, accounts(occasion)].filter(Boolean));
    return;
  }
  draw(part, [question(occasion), ending(occasion), happened(occasion), accounts(occasion)].filter(Boolean));
}

function answer(name, words, further = {}) {
  const disabled = sending?.busy || further.disabled;
  return h("button", { type: "button", key: name, "data-answer": name, ...further, disabled }, words);
}

function question({ asks, words }) {
  if (!asks) return null;
  const waits = here.waiting > 0;
  return h(
    "section",
    { key: "question", class: "bell", "aria-labelledby": "bell-title" },
    h("div", { role: "alert" }, h("h2", { id: "bell-title" }, words.asks)),
    h("p", { class: "answers" }, [
      answer("yes", words.yes),
      answer("no", words.no, { class: "second", disabled: waits }),
    ]),
    waits && h("p", {}, words.wait_for_network),
    problems(words),
  );
}

function ending({ over, said, open, words }) {
  if (!open) return h("p", { key: "ending", class: "said" }, words.closed);
  if (!said && !over) return null;
  const waits = here.waiting > 0;
  return h(
    "section",
    { key: "ending", class: "bell" },
    said && h("p", { role: "status" }, said),
    over && h("p", { class: "answers" }, answer("handIn", words.hand_in, { disabled: waits })),
    over && waits && h("p", {}, words.wait_for_network),
    over && problems(words),
  );
}

function problems(words) {
  if (sending?.busy) return h("p", { role: "status" }, words.being_sent);
  return h("div", { role: "alert" }, (trouble ?? []).map((text) => h("p", { class: "wrong" }, text)));
}

function happened({ happened: sentences }) {
  return h(
    "div",
    { key: "happened", class: "happened", role: "status" },
    sentences.map((text) => h("p", { class: "said" }, text)),
  );
}

function accounts({ accounts: everybody, hands, money, words }) {
  if (everybody.length === 0) return null;
  return h(
    "section",
    { key: "accounts", "aria-labelledby": "accounts-title" },
    h(
      "h2",
      { id: "accounts-title", class: hands.said ? "accounts-title" : "unseen" },
      money ? words.play_money : words.schrift,
      hands.said && h("span", { class: "quiet" }, ` · ${hands.said}`),
    ),
    h("ul", { class: "accounts" }, everybody.map((one) => account(one, words))),
  );
}

function account({ name, amount, change, bust, replacement }, words) {
  const direction = change.startsWith("−") ? "pays" : change.startsWith("+") ? "gets" : "quiet";
  const often = bust > 1 ? `${words.bust} ×${bust}` : words.bust;
  return h(
    "li",
    { class: bust ? "bust" : null },
    h("span", { class: "name" }, name),
    h("b", {}, amount),
    change && h("span", { class: direction }, change),
    bust > 0 && h("span", { class: "mark" }, `${often}, ${words.replacement.replace("{amount}", replacement)}`),
  );
}
