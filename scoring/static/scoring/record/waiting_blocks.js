// The hands that are only on this phone: which ones, why, and what can be done about it.

import { h } from "./elements.js";
import { isForgetful, lastDay, nightsOf } from "./home_screen.js";
import { pictureButton } from "./picture.js";
import { isMendable } from "./queue.js";
import { isOfTwoPhones, undone } from "./same_hand.js";
import { order } from "./saving_blocks.js";
import { togetherPart } from "./two_phones.js";
import { say } from "./words.js";

export function waitingPart(page) {
  const { table, editing, inserting } = page;
  const deeds = page.waiting.filter(({ id }) => (id !== editing || inserting) && id !== page.pending?.id);
  if (!deeds.length) return h("section", { key: "waiting", class: "waiting", hidden: true });
  const title = say(table, deeds.length === 1 ? "waiting_one" : "waiting_many", { count: deeds.length });
  const asks = deeds[0].stopped !== null && deeds[0] === page.waiting[0];
  const open = asks || page.unfolded;
  const unfold = { class: "opener", "aria-expanded": String(open), "aria-controls": "waiting-list" };
  const quiet = open ? null : "unseen"; // nothing has to be done about it
  return h(
    "section",
    { key: "waiting", class: asks ? "waiting asks" : "waiting", "aria-labelledby": "waiting-title" },
    h(
      "div",
      { key: "line", class: "waiting-line" },
      h("h2", { id: "waiting-title" }, asks ? title : order("unfold", unfold, title)),
      pictureButton(page, deeds[0]),
      !asks && h("a", { key: "sheet", class: "opener", href: "#sheet" }, say(table, "page_sheet")),
    ),
    h("div", { role: "status", key: "state" }, stateOf(page, deeds, quiet)),
    h("div", { key: "lasting", "data-part": "lasting" }, howLong(page, deeds, quiet)),
    table.reckoned && h("p", { key: "unsaved", class: open ? "unsaved" : "unsaved unseen" }, say(table, "reckoned")),
    signIn(page),
    h(
      "div",
      { id: "waiting-list", key: "list", hidden: !open },
      isOfTwoPhones(page)
        ? togetherPart(page)
        : h("ol", { key: "deeds" }, deeds.map((deed) => deedItem(page, deed))),
      !asks && order("tryNow", { class: "second", disabled: page.onItsWay !== null }, say(table, "try_now")),
    ),
  );
}

function stateOf(page, [first], quiet) {
  const { table, nothingThrough: why } = page;
  const messages = page.lasting ? [] : [h("p", { class: "wrong" }, say(table, "waiting_in_page"))];
  if (page.settleError) messages.push(h("p", {}, [page.settleError.text, say(table, page.settleError.word)].filter(Boolean).join(" ")));
  if (page.editing === page.waiting[0].id) return [...messages, h("p", {}, say(table, "waiting_behind"))];
  if (first.stopped) return [...messages, h("p", {}, say(table, "stands_at", { count: page.server.number - 1 }))];
  const word = page.onItsWay && why === null ? "sending" : (why ?? "sending");
  const waits = ["sending", "no_answer"].includes(word);
  return [...messages, h("p", { class: waits ? quiet : null }, say(table, `waiting_${word}`))];
}

// Since when the first one waits, and until when it will.
function howLong({ table, lasting }, deeds, quiet) {
  const nights = nightsOf(deeds);
  const since = say(table, nights === 1 ? "waiting_yesterday" : "waiting_days", { count: nights });
  const until = lasting && isForgetful() && say(table, "waiting_forgets", { day: lastDay() });
  return [
    nights > 0 && h("p", { class: quiet }, since),
    until && h("p", { class: nights > 0 ? "wrong" : quiet }, until),
  ].filter(Boolean);
}

function deedItem(page, deed) {
  const { table } = page;
  const isFirst = deed.id === page.waiting[0].id;
  const what = deed.what === "undo" ? say(table, "waiting_undo", { said: deed.told }) : deed.told;
  const words = deed.number === null ? what : say(table, "waiting_hand", { number: deed.number, said: what });
  const entry = deed.what === "save" ? page.settled[page.waiting.indexOf(deed)] : null;
  const name = entry?.said ?? words;
  const choices = deed.stopped && isFirst ? stoppedChoices(page, deed) : deedChoices(page, deed);
  return h(
    "li",
    { key: deed.id },
    h("p", {}, name, " ", entry?.radl && h("span", { class: "is-doubled" }, say(table, "doubled"))),
    entry?.problems && reasons(page, { why: "problems", problems: entry.problems }),
    isFirst && deed.stopped && reasons(page, deed.stopped),
    choices && h("div", { class: "answers" }, choices),
  );
}

function reasons(page, { why, text = "", problems }) {
  const { table } = page;
  const details = problems ? problems.map((problem) => problem.text) : [text].filter(Boolean);
  const question = say(table, `stopped_${why}`);
  const sentences = [...details, question].map((sentence) => h("p", {}, sentence));
  return h("div", { class: "wrong", role: "alert" }, sentences);
}

function stoppedChoices(page, deed) {
  const { id, what, takes, stopped } = deed;
  const choice = (name, word) => order(name, { class: "second", "data-of": id }, say(page.table, word));
  const go = {
    conflict: what !== "undo" && choice("saveAfter", what === "save" ? "save_after" : "send_all_the_same"),
    news: what === "save" && choice("saveAfter", "send_all_the_same"),
    problems: takes ? choice("onlyKeep", "on_the_sheet") : choice("sendAllTheSame", "send_all_the_same"),
    other_account: choice("sendAllTheSame", "send_all_the_same"),
    opened: choice("sendAllTheSame", "send_all_the_same"),
  };
  const opens = isMendable(deed) && page.editing === null;
  return [go[stopped.why], opens && choice("open", "open_it"), choice("throwAway", "throw_away")];
}

// Whatever has been sent, or perhaps has, is taken back by a further entry.
function deedChoices(page, deed) {
  const { id, what, stage } = deed;
  const { waiting } = page;
  if (page.editing !== null || [stage, waiting[0].stage].includes("stopped")) return null;
  const choice = (name, word) => order(name, { class: "second", "data-of": id }, say(page.table, word));
  const isLast = waiting[waiting.length - 1].id === id;
  const isFresh = stage === "waiting";
  if (what === "version") return isFresh && choice("throwAway", "throw_away");
  if (what === "undo") return isLast && isFresh && choice("takeBackWaiting", "do_not_undo");
  if (undone(waiting).has(id)) return null;
  return [
    isMendable(deed) && choice("open", "change_it"),
    choice("insertBefore", "insert_before"),
    isLast ? choice("takeBackWaiting", "undo") : choice("throwAway", "throw_away"),
  ];
}

function signIn({ table, nothingThrough, signIn: href }) {
  if (nothingThrough !== "signed_out") return null;
  return h("p", { key: "sign-in" }, h("a", { class: "button", href }, say(table, "sign_in_again")));
}

// Who deals next: in the words of the server, or, behind hands that it does not know yet, in our own.
export function bannerOf(table) {
  if (table.banner !== null) return [h("p", { key: "told", html: table.banner })];
  const named = (isNamed) => table.seats.filter(isNamed).map(({ name }) => name).join(", ");
  const dealing = { dealer: named(({ dealer }) => dealer), vorhand: named(({ vorhand }) => vorhand) };
  const out = named((seat) => seat.out);
  const sentences = [say(table, "who_deals", dealing), out && say(table, "who_is_out", { names: out })];
  return [h("p", { key: "made" }, sentences.filter(Boolean).join(" "))];
}
