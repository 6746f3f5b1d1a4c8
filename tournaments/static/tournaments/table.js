// Sent as one file with all that it imports.
// At a tournament's table: the time above the hand; what the bell asks, what was ruled and who went bust beside the
// save button. Everybody's play money stands in the seats, and below, where there are none.
// The recording page says how the table stands with every "table", and knows nothing of this one.

import { presentTime } from "../scoring/clock.js";
import { draw, h } from "../scoring/record/elements.js";
import { newId, postOnce } from "../scoring/record/sending.js";
import { clockIn, readAt, time } from "./clock.js";
import { followingCard } from "./next_round.js";

const SOON = 1000; // milliseconds until the server is asked again, where its clock is not yet at the bell

const root = document.getElementById("occasion");
const made = (attributes) => Object.assign(document.createElement("div"), attributes);
const top = made({ className: "on-top" }); // stays on the screen, whatever is scrolled
const box = made({ className: "clock" });
const part = made({ id: "at-table", className: "at-table" });
const card = followingCard(redraw);

let here = null; // the recording page's last event
let clock = null;
let sending = null; // {name, body}: the answer on its way, with one id however often it is sent
let trouble = null; // sentences
let asking = null;
let confirming = false; // that no further hand is played
let closed = false; // the round: the card opens nothing until the next one

document.addEventListener("table", ({ detail }) => {
  const before = here?.table.occasion;
  here = detail;
  const { occasion } = here.table;
  if (!root || !occasion) return;
  if (clock === null) begin(occasion);
  if (before !== occasion) {
    trouble = null;
    if (!occasion.left) confirming = false;
    if (occasion.open) closed = false;
    time.begin(occasion.clock?.now ?? presentTime(), detail.fromPhone);
    if (occasion.clock) clock.show(occasion.clock);
    askUntilRung();
  }
  redraw();
});

// Of a closed round the phone learns nothing more than that. One that was opened again it has to be let into.
document.addEventListener("pulse", (event) => {
  const { data } = event.detail;
  if (!here?.table.occasion || typeof data?.state !== "string") return;
  const now = data.state.startsWith("closed") || (data.state.startsWith("reopened") && !here.visitor.account);
  if (now) event.preventDefault();
  if (now && !closed) close(data.state.startsWith("closed back"));
  else if (!now && closed) here.look();
});

function close(back) {
  closed = true;
  const { occasion } = here.table;
  const { round_over: title } = occasion.words;
  const save = back ? occasion.words.round_back : occasion.words.round_closed;
  const shut = { save, title, form: false, undo: false, seating: false };
  here.moved({
    ...here.table,
    unseen: true,
    closed: true,
    occasion: { ...occasion, back, open: false, asks: false, call: null, bars: { card: shut, account: shut } },
  });
}

function begin({ words }) {
  const short = { ...words, paused: words.paused_here, stopped: words.stopped_here };
  top.append(box);
  root.append(top);
  const measure = () => document.documentElement.style.setProperty("--on-top", `${top.offsetHeight}px`);
  new ResizeObserver(() => requestAnimationFrame(measure)).observe(top);
  clock = clockIn(box, short, { belled: askUntilRung });
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
  noFurther: () => confirm(true),
  cancel: () => confirm(false),
};

function confirm(now) {
  confirming = now;
  redraw();
  part.querySelector(`[data-answer=${now ? "cancel" : "noFurther"}]`).focus({ preventScroll: true });
}

async function send(name, body) {
  if (sending?.busy) return;
  const again = sending?.name === name && JSON.stringify(sending.body) === JSON.stringify(body);
  sending = { name, body, id: again ? sending.id : newId(), busy: true };
  trouble = null;
  redraw();
  const { urls, words } = here.table.occasion;
  const { outcome, data } = await postOnce(urls[name], { id: sending.id, ...body }, here.visitor);
  const messages = { problems: () => data.problems.map(({ text }) => text), unsure: () => [words.not_sent] };
  sending = outcome === "unsure" ? { ...sending, busy: false } : null;
  if (data?.table) here.moved(data.table);
  trouble = outcome === "ok" ? null : (messages[outcome] ?? (() => [words.may_not]))();
  redraw();
}

function redraw() {
  const { occasion } = here.table;
  box.hidden = closed || !occasion.clock;
  if (closed || !occasion.open) card.look(here);
  else card.rest();
  const place = document.getElementById("beside-save");
  if (place && part.parentElement !== place) place.append(part);
  const questionPart = !closed && question(occasion); // it comes first: what has happened can wait
  const parts = closed ? [over(occasion)] : [ruling(occasion), questionPart, ending(occasion)];
  const rest = [!closed && happened(occasion, questionPart), soFar(occasion, questionPart)];
  draw(part, [...parts, ...rest, accounts(occasion)].filter(Boolean));
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
    { key: "question", id: "bell", class: "bell", "aria-labelledby": "bell-title" },
    h("div", { role: "alert" }, h("h2", { id: "bell-title" }, words.asks)),
    h("p", { class: "answers" }, [
      answer("yes", words.yes),
      answer("no", words.no, { class: "second", disabled: waits }),
    ]),
    waits && h("p", {}, words.wait_for_network),
    problems(words),
  );
}

function ending({ over: isOver, left, said: summary, open, words }) {
  if (!open) return h("div", { key: "ending" }, h("p", { class: "said", role: "status" }, words.closed), next(words));
  if (!summary && !isOver && !left) return null;
  return h(
    "section",
    { key: "ending", class: "bell" },
    summary && h("p", { role: "status" }, summary),
    isOver ? handIn(words, answer("handIn", words.hand_in, { disabled: here.waiting > 0 })) : left && noFurther(words),
  );
}

// Asks once more whether the table ends before its last hand: nothing can be entered after that.
function noFurther(words) {
  if (!confirming) return handIn(words, answer("noFurther", words.no_further, { class: "second" }));
  const disabled = here.waiting > 0;
  return [
    h("p", { key: "asked", role: "status" }, words.no_further_asked),
    handIn(words, [
      answer("handIn", words.hand_in, { disabled }),
      answer("cancel", words.cancel, { class: "second" }),
    ]),
  ];
}

function handIn(words, buttons) {
  return [
    h("p", { key: "answers", class: "answers" }, buttons),
    here.waiting > 0 && h("p", { key: "network" }, words.wait_for_network),
    problems(words),
  ];
}

function problems(words) {
  if (sending?.busy) return h("p", { role: "status" }, words.being_sent);
  return h("div", { role: "alert" }, (trouble ?? []).map((text) => h("p", { class: "wrong" }, text)));
}

function over({ words, back }) {
  const text = back ? words.round_back : words.round_closed;
  return h("div", { key: "over" }, h("p", { class: "said", role: "status" }, text), next(words));
}

// Where this phone goes from here: to the card that it came in with.
function next(words) {
  if (here.waiting > 0 && closed) return h("p", { key: "next", class: "wrong" }, words.not_sent_any_more);
  if (card.address === undefined) return null;
  if (card.address === null) return closed && h("p", { key: "next" }, words.scan_again);
  return h("div", { key: "next" }, [
    h("p", { class: "answers" }, h("a", { class: "button", href: card.address }, words.next_here)),
    closed && h("p", { class: "quiet" }, words.follows),
  ]);
}

// Shows the arbiters' ruling, until a further hand is there.
function ruling({ ruling: ruled, words }) {
  if (!ruled) return h("div", { key: "ruling", role: "status" });
  return h(
    "div",
    { key: "ruling", role: "status" },
    h("div", { class: "bell ruled" }, [
      h("p", {}, `⚖ ${ruled.title}`),
      h("p", { class: "words" }, words.quoted.replace("{text}", () => ruled.text)),
      h("p", { class: "quiet" }, ruled.by),
    ]),
  );
}

function happened({ happened: sentences }, questionPart) {
  return h(
    "div",
    { key: "happened", class: "happened", role: "status", hidden: Boolean(questionPart) },
    sentences.map((text) => h("p", { class: "said" }, text)),
  );
}

// How many hands are to be played, and whose capital was replaced: one line, until a hand is begun.
function soFar({ hands, accounts: everybody, words }, questionPart) {
  const replaced = everybody.filter(({ bust }) => bust > 0).map((one) => replacement(one, words));
  const text = [hands.said, ...replaced].filter(Boolean).join(" · ");
  return text && h("p", { key: "so-far", class: "so-far", hidden: Boolean(questionPart) }, text);
}

function replacement({ name, bust, replacement: amount }, words) {
  const often = bust > 1 ? `${words.bust} ×${bust}` : words.bust;
  return `${name}: ${often}, ${words.replacement.replace("{amount}", amount)}`;
}

// Where no seats are shown that say it.
function accounts({ accounts: everybody, money, words }) {
  if (everybody.length === 0 || document.getElementById("declarer-0")) return null;
  return h(
    "section",
    { key: "accounts", "aria-labelledby": "accounts-title" },
    h("h2", { id: "accounts-title" }, money ? words.play_money : words.schrift),
    h("ul", { class: "accounts" }, everybody.map(account)),
  );
}

function account({ name, amount, bust }) {
  return h("li", { class: bust ? "card bust" : "card" }, h("span", { class: "name" }, name), h("b", {}, amount));
}
