// Sent as one file with all that it imports.
// At a tournament's table: the arbiters are called with one tap, with or without words, and the call is
// withdrawn. The recording page says how the table stands with every "table".

import { draw, h } from "../scoring/record/elements.js";
import { newId, postOnce } from "../scoring/record/sending.js";

const root = document.getElementById("occasion");
const part = Object.assign(document.createElement("div"), { className: "at-table calling" });

let begun = false;
let here = null; // the recording page's last event
let sending = null; // {name, id, body, busy}: on its way, with one id however often it is sent
let trouble = []; // sentences
let words = ""; // typed, and not sent yet
let unfolded = false; // the line for them

document.addEventListener("table", ({ detail }) => {
  here = detail;
  const { occasion } = here.table;
  if (!root || !occasion) return;
  if (!begun) begin();
  redraw();
});

function begin() {
  begun = true;
  part.addEventListener("submit", (event) => {
    event.preventDefault();
    send("call", { words });
  });
  part.addEventListener("input", (event) => {
    words = event.target.value;
  });
  part.addEventListener("click", (event) => {
    if (event.target.closest("[data-withdraw]")) send("withdraw", {});
    if (event.target.closest("[data-unfold]")) unfold();
  });
}

function unfold() {
  unfolded = true;
  redraw();
  document.getElementById("call-words").focus();
}

async function send(name, body) {
  if (sending?.busy) return;
  const again = sending?.name === name && JSON.stringify(sending.body) === JSON.stringify(body);
  const id = again ? sending.id : newId();
  sending = { name, id, body, busy: true };
  trouble = [];
  redraw();
  const { urls, words: texts } = here.table.occasion.call;
  const { outcome, data } = await postOnce(urls[name], { id, ...body }, here.visitor);
  sending = outcome === "unsure" ? { ...sending, busy: false } : null;
  if (outcome === "ok") {
    words = "";
    unfolded = false;
  }
  if (outcome === "problems") trouble = data.problems.map(({ text }) => text);
  else if (outcome !== "ok") trouble = [outcome === "unsure" ? texts.not_sent : texts.may_not];
  if (data?.table) here.moved(data.table);
  redraw();
}

function redraw() {
  const { call, open } = here.table.occasion;
  const blocks = [];
  if (call?.open) blocks.push(called(call));
  else if (call && open) blocks.push(calling(call));
  // That the table waits stands beside the save button; the button that calls, under the hand.
  const home = (call?.open && document.getElementById("beside-save")) || root;
  if (part.parentElement !== home) home.append(part);
  draw(part, blocks);
}

function called({ open, words: texts }) {
  const time = new Date(open.since).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return h(
    "section",
    { key: "called", class: "bell" },
    h("p", { role: "status" }, texts.called.replace("{time}", time)),
    open.words && h("p", { class: "words" }, texts.quoted.replace("{text}", () => open.words)),
    h(
      "p",
      { class: "answers" },
      h("button", { type: "button", class: "second", "data-withdraw": "", disabled: isBusy() }, texts.withdraw),
    ),
    problems(texts),
  );
}

// One tap calls. A line for what it is about can be unfolded first.
function calling({ words: texts }) {
  return h(
    "form",
    { key: "calling", class: "call" },
    unfolded && h("label", { for: "call-words", key: "label" }, texts.about),
    unfolded && h("input", { id: "call-words", key: "input", maxlength: "400", autocomplete: "off", value: words }),
    h("p", { class: "answers" }, [
      h("button", { key: "call", class: "second", disabled: isBusy() }, `⚖ ${texts.call}`),
      !unfolded && h("button", { key: "unfold", type: "button", class: "plain", "data-unfold": "" }, texts.with_words),
    ]),
    problems(texts),
  );
}

function isBusy() {
  return Boolean(sending?.busy);
}

function problems(texts) {
  if (isBusy()) return h("p", { role: "status" }, texts.being_sent);
  return h("div", { role: "alert" }, trouble.map((text) => h("p", { class: "wrong" }, text)));
}
