// The settlement, the save button, and everything the page has to say about saving.

import { h } from "./elements.js";
import { impossibleResult } from "./impossible.js";
import { asksInTheBar, countingOf, direction, isCounted, lettered } from "./game_blocks.js";
import { wins } from "./game.js";
import { button } from "./keypad.js";
import { mayStoreAnyway } from "./problems.js";
import { contractOf, isCalled } from "./rules.js";
import { fitted, nameOf, say } from "./words.js";

export function order(name, attributes, ...children) {
  return h("button", { type: "button", key: name, "data-order": name, ...attributes }, ...children);
}

// What was saved, what another phone did, what went wrong: beside the save button, where the next tap is made, and
// read out. The seats and games stay where they are.
function tidings(page) {
  return [
    h(
      "div",
      { class: "tidings", key: "tidings", role: "status", "data-saved": page.receipt?.id },
      lines(page).map((line) => h("p", line.attributes, line.text)),
    ),
    h("div", { class: "answers", key: "answers" }, showsWhoGot(page) && stands(page), answers(page), showsWhoGot(page) && whoGot(page), handLine(page), potMoved(page)),
  ];
}

// "Hand 8 steht"
function stands({ table, receipt: { number } }) {
  return h("p", { class: "so-it-stands", key: "stands", "aria-hidden": "true" }, say(table, "stands", { number }));
}

// What was saved last, to be seen from across the table, in the order of the seats wherever Vorhand sits; what is
// read out says the same.
function whoGot({ table, receipt }) {
  const seats = table.seats.map(({ name }) => name);
  const amounts = [...receipt.amounts].sort(([one], [other]) => seats.indexOf(one) - seats.indexOf(other));
  const people = amounts.map(([name, amount]) =>
    h("span", { key: name }, fitted(table, name), h("b", { class: direction(amount) }, amount)),
  );
  return h("div", { class: "got", key: "got", "aria-hidden": "true" }, people);
}

// The hand itself, around the button that takes it back.
function handLine(page) {
  return showsWhoGot(page) && h("p", { class: "said-of-it", key: "told", "aria-hidden": "true" }, page.receipt.hand);
}

// Who paid into the Pagatkassa for the last hand, or took from it.
function potMoved({ table, receipt, meanwhile }) {
  const isNews = receipt?.what === "save" || meanwhile !== null;
  if (!isNews || !table.pot?.moved.length) return null;
  return h("div", { key: "pot", class: "pot-moved" }, table.pot.moved.map((sentence) => h("p", {}, sentence)));
}

// Until the next game is chosen.
function showsWhoGot(page) {
  return Boolean(page.receipt?.amounts?.length) && !page.conflict && isBetween(page);
}

function isBetween({ state }) {
  return state.kind === "hand" && state.games[0].contract === null;
}

// What holds for the next hand, until it is begun.
function notices({ table, begun, state, ahead }) {
  if (begun || state.kind !== "hand" || table.review) return null;
  const radl = table.radl && moreOfRadl(table);
  const sentence = ahead > 0 && table.radl === null ? say(table, "radl_later") : radl;
  return h(
    "div",
    { key: "notices", class: "notices" },
    sentence && h("p", { key: "radl", class: radl && table.radl_told ? "briefly" : null }, sentence),
    h("div", { key: "told", html: table.notices ?? "" }),
  );
}

// What the title leaves out where it has little room: hands that count differently, games that are not doubled.
function moreOfRadl(table) {
  if (table.radl_is_mixed && table.radl_told) return table.radl_told;
  return table.radl_only && say(table, "doubled_only", { games: table.radl_only });
}

function lines(page) {
  const { table, really, receipt, conflict, meanwhile } = page;
  const messages = begunBefore(page).map((text) => ({ attributes: { class: "quiet" }, text }));
  if (receipt?.differs) messages.push({ attributes: { class: "problems" }, text: receipt.differs });
  if (really) messages.push({ attributes: { class: "said news" }, text: really });
  if (receipt && isBetween(page)) {
    const word = { save: "saved", waiting: "kept_here", undo: "undone", redo: "redone" }[receipt.what];
    const asWord = receipt.what === "save" || receipt.what === "waiting" || !receipt.text;
    const text = asWord ? say(table, word, { said: receipt.text }) : receipt.text;
    // What waits is also shown further down, and what was saved in big numbers; here it is read out.
    const shown = receipt.what !== "waiting" && !showsWhoGot(page);
    messages.push({ attributes: { class: shown ? "said" : "unseen" }, text });
  }
  if (page.pending && page.pending.what !== "save" && !page.pending.unsure) {
    messages.push({ attributes: { class: "said" }, text: say(table, "undoing") });
  }
  if (meanwhile)
    messages.push({
      attributes: { class: "said news" },
      text: meanwhile.text === null ? say(table, "moved_on") : meanwhile.text,
    });
  if (conflict) messages.push({ attributes: { class: "problems" }, text: conflict.text });
  return messages;
}

// What is on the page was there before the page was.
function begunBefore({ table, fromPhone, resumed, discarded }) {
  const sentences = [];
  if (fromPhone) sentences.push(say(table, "from_phone"));
  if (resumed) sentences.push(say(table, "resumed"));
  if (resumed?.left.length) sentences.push(say(table, "left_out", { what: resumed.left.join(", ") }));
  if (discarded) sentences.push(say(table, "thrown"));
  return sentences;
}

// Whether two phones may have entered the same hand: nothing is saved before it is decided that they did not.
export function mayBeTheSame({ conflict, meanwhile }) {
  return conflict?.whose === "save" || meanwhile?.started === true;
}

function answers(page) {
  const { table, receipt, pending, discarded } = page;
  const buttons = [];
  const lost = pending && pending.what !== "save" && pending.unsure;
  const back = receipt?.back || (pending && pending.what !== "save" ? pending.what : null);
  if (back && isBetween(page) && table.urls[back] && !page.waiting.length && mayGoBack(page, back)) {
    const busy = pending !== null && !pending.unsure;
    const letter = back === "undo" && !lost ? "undo" : null;
    buttons.push(order("takeBack", { class: "second", disabled: busy, "data-letter": letter }, say(table, lost ? "again" : back)));
  }
  const [last] = page.waiting.slice(-1);
  if (receipt?.what === "waiting" && !page.begun && last?.id === receipt.id && !page.unfolded && !page.waiting[0].stopped) {
    buttons.push(order("takeBackWaiting", { class: "second", "data-of": receipt.id, "data-letter": "undo" }, say(table, "undo")));
  }
  const bringing = discarded?.deed ? "bringBackWaiting" : "bringBack";
  if (discarded) buttons.push(order(bringing, { class: "second" }, say(table, "bring_back")));
  if (page.editing && pending === null) {
    buttons.push(order("leaveIt", { class: "second" }, say(table, "leave_it")));
    if (!page.inserting && !mayBeTheSame(page)) buttons.push(order("discard", { class: "second" }, say(table, "throw_away")));
  } else if (page.resumed && !mayBeTheSame(page) && pending === null) {
    buttons.push(order("startOver", { class: "second" }, say(table, "start_over")));
  }
  if (mayBeTheSame(page)) {
    buttons.push(order("discard", { class: "second" }, say(table, "discard")));
    if (!table.closed) buttons.push(order("keep", { class: "second" }, say(table, "keep")));
  }
  return buttons;
}

function mayGoBack({ bars, pending }, back) {
  return pending !== null || (back === "redo" ? bars.form : bars.undo);
}

// Whether no hand is begun, so that the seats can be changed, and the last entry taken back.
export function isFree(page) {
  const { table, state, pending } = page;
  const begun = state.kind !== "hand" || !isEmpty(state);
  const busy = pending !== null || page.editing !== null || mayBeTheSame(page);
  return !(begun || table.review || table.closed || busy);
}

// Returns the button that takes the last entry back, on whichever phone it was made; without network, the last one that
// waits.
export function undoLast(page) {
  const { table, receipt, waiting, bars } = page;
  if (!isFree(page)) return null;
  const last = waiting[waiting.length - 1];
  if (!last) {
    const isThere = bars.undo && table.after > 0 && !receipt?.back;
    return isThere && order("takeBack", { class: "second", "data-letter": "undo" }, say(table, "undo_last"));
  }
  if (last.what !== "save" || waiting[0].stopped || receipt?.id === last.id) return null;
  return order("takeBackWaiting", { class: "second", "data-of": last.id, "data-letter": "undo" }, say(table, "undo_last"));
}

// Whether both the player and the game are still missing.
function isEmpty({ games }) {
  return games[0].declarer === null && games[0].contract === null;
}

// A hand of those that wait is mended also where no further one can be saved.
export function showsForm({ bars, editing }) {
  return bars.form || editing !== null;
}

export function settlementPart(page) {
  const { table, preview, receipt } = page;
  if (page.state.kind !== "hand" || (!showsForm(page) && !receipt?.html)) return h("section", { key: "settlement", class: "settling" });
  const fresh = preview && preview.record === page.record;
  const last = isEmpty(page.state) && receipt?.html;
  const html = preview?.settlement || last || "";
  const title =
    last && !preview?.settlement
      ? say(table, "settlement_of", { number: receipt.number })
      : say(table, "settlement");
  const silent = preview && preview.settlement === undefined ? "no_preview" : "settlement_waits";
  const empty = page.ahead > 0 && !table.reckoned ? "settlement_later" : silent;
  const parts = either(page);
  return h(
    "section",
    { key: "settlement", class: parts || html ? "settling" : "settling waits", "aria-labelledby": "settlement-title" },
    h("h2", { id: "settlement-title" }, title),
    parts ??
      (html
        ? h("div", { key: "html", "aria-busy": !fresh && Boolean(preview) ? "true" : null, html })
        : h("p", { key: "waiting", class: "lead" }, say(table, empty))),
  );
}

// Shows what it comes to, won and lost, while the result is still missing; only one of them may be possible.
function either({ table, preview, record }) {
  if (!preview?.either || preview.decided) return null;
  const busy = preview.record === record ? null : "true";
  const parts = Object.entries({ won: preview, lost: preview.instead }).filter(([, part]) => part?.settlement);
  if (parts.length === 0) return null;
  return parts.map(([result, { settlement: html }]) =>
    h(
      "div",
      { key: result, class: `if-${result}`, "aria-busy": busy },
      h("h3", {}, say(table, result)),
      h("div", { key: "html", html }),
    ),
  );
}

// `waiting`: the hands that are only on this phone; `instead`: what is saved there while no hand is. The occasion has its
// own part there, "beside-save".
export function saveBar(page, waiting, instead) {
  const occasion = h("div", { key: "occasion", id: "beside-save", own: true });
  const news = h("div", { class: "news", key: "news" }, waiting, occasion, notices(page), tidings(page));
  const asks = mayBeTheSame(page) || page.unfolded || Boolean(page.waiting[0]?.stopped);
  const counts = asksInTheBar(page) && isCounted(page, 0);
  const classes = ["save-bar", page.begun && "begun", asks && "asks", counts && "counts"].filter(Boolean);
  const attributes = { class: classes.join(" "), key: "save-bar" };
  return h("div", attributes, news, instead ?? (showsForm(page) && saving(page)));
}

// The till: what everybody gets grows upwards from how the game ended, and neither that nor the save button ever moves.
function saving(page) {
  const { pending } = page;
  const isSaving = pending !== null && pending.what === "save" && !pending.unsure;
  const asks = asksInTheBar(page);
  return [
    h("div", { role: "status", class: "hint", key: "hint" }, hints(page)),
    !isSaving && !mayBeTheSame(page) && mayStoreAnyway(page) && anyway(page),
    h(
      "div",
      { class: asks ? "till ends" : "till", key: "till", inert: isSaving },
      asks && isCounted(page, 0) && h("div", { class: "counting", key: "counting" }, countingOf(page, 0)),
      reckoned(page),
      asks && h("div", { class: "outcomes", key: "outcomes", role: "group", "aria-label": say(page.table, "ask_result") }, outcomes(page)),
      saveButton(page, isSaving),
    ),
  ];
}

// Draws the field and button that store a hand although no cards can give it.
function anyway({ table, state }) {
  return h(
    "div",
    { class: "anyway", key: "anyway" },
    h("label", { for: "why-anyway" }, say(table, "why_anyway")),
    h("input", { id: "why-anyway", "data-input": "reason", maxlength: "200", autocomplete: "off", value: state.reason }),
    order("storeAnyway", { class: "second" }, say(table, "store_anyway")),
  );
}

// What everybody would get, in the order of the seats, once nothing is missing.
function reckoned({ table, preview, record, missing }) {
  const known = preview?.record === record && missing.length === 0 && preview.amounts;
  if (!known) return null;
  const seats = table.seats.map(({ name }) => name);
  const amounts = [...preview.amounts].sort(([one], [other]) => seats.indexOf(one) - seats.indexOf(other));
  const people = amounts.map(([name, amount]) =>
    h("div", { key: name }, h("dt", {}, fitted(table, name)), h("dd", { class: direction(amount) }, amount)),
  );
  return h("dl", { class: "reckoned", key: "reckoned" }, people);
}

// Won and lost, each with what its player gets, as soon as that is known.
function outcomes(page) {
  const { table, state, preview } = page;
  const won = wins(table, state.games[0]);
  const ends = ["drawn", "conceded", "blank"].includes(state.games[0].result) ? null : won;
  const fresh = preview?.record === page.record ? preview : null;
  return ["won", "lost"].map((result) => {
    const pressed = ends === (result === "won");
    const why = !pressed && impossibleResult(page, result);
    const first = fresh?.either ? fresh.first === result : pressed;
    const known = first ? fresh?.own : fresh?.either && fresh.instead?.own;
    const mark = why ? say(table, "not_with", { what: why }) : known || "";
    const attributes = { key: result, id: `ends-${result}`, class: result, disabled: Boolean(why), ...lettered(result, state.games[0].result === result && ["result", 0, null]) };
    return button(["result", 0, result], pressed, attributes, h("span", {}, say(table, result)), " ", h("b", {}, mark));
  });
}

// While something is missing it says what.
function saveButton(page, isSaving) {
  const { table, state, missing, trouble } = page;
  const [next] = missing;
  const waits = mayBeTheSame(page) || (next && !trouble);
  const asks = next && !trouble && !mayBeTheSame(page) && !table.closed && !page.bars.save;
  const attributes = { id: "save", class: waits ? "save waits" : "save", disabled: mayNotSave(page) };
  const text = asks ? say(table, next.word, next.named) : saveWord(table, state, isSaving);
  return order("save", attributes, sign(asks ? "up-arrow" : "check"), h("span", {}, text));
}

// A sign of the sprite whose signs stand in the bar.
export function sign(name) {
  const sprite = document.querySelector("use")?.getAttribute("href").split("#")[0];
  return sprite && h("span", { class: "sign", html: `<svg class="icon" aria-hidden="true"><use href="${sprite}#${name}"/></svg>` });
}

function mayNotSave({ table, pending, bars }) {
  return (pending !== null && !pending.unsure) || table.closed || Boolean(bars.save);
}

function saveWord(table, state, saving) {
  if (saving) return say(table, "saving");
  if (table.review) return say(table, "review");
  if (state.kind !== "hand") return say(table, `save_${state.kind}`);
  return say(table, "save", { number: table.number });
}

// Who is tapped and has no room for the whole name.
function cutNames({ table, cut, state: { games } }) {
  const tapped = [games[0].declarer, games[0].partner];
  return table.seats.filter(({ id, name }) => tapped.includes(id) && cut.includes(name)).map(({ name }) => name);
}

// Returns the name of who plays alone, while another seat was tapped.
function whoStays({ table, state: { games, open } }) {
  const alone = games.length === 1 && contractOf(table, games[0].contract) !== null && games[0].partner === null;
  const isAnother = open.tapped && games[0].declarer !== null && games[0].declarer !== open.tapped;
  return alone && isAnother && !isCalled(contractOf(table, games[0].contract)) && nameOf(table, games[0].declarer);
}

function hints(page) {
  const { table, trouble, unplaced } = page;
  // A problem of the whole hand is marked nowhere on the page.
  const isMarked = trouble !== "look" || Object.keys(page.problems).length > 0;
  const paragraphs = unplaced.map((text) => h("p", { class: "wrong" }, text));
  if (table.closed) return [...paragraphs, h("p", { class: "wrong" }, say(table, "closed"))];
  if (page.bars.save) return [...paragraphs, h("p", { class: "wrong" }, page.bars.save)];
  if (trouble && !isMarked) return [h("p", { class: "wrong" }, say(table, "refused_whole")), ...paragraphs];
  if (trouble) paragraphs.push(h("p", { class: "wrong" }, say(table, trouble)));
  if (trouble === "signed_out") {
    paragraphs.push(h("p", {}, h("a", { href: page.signIn }, say(table, "sign_in_again"))));
  }
  if (mayBeTheSame(page)) return [...paragraphs, h("p", { class: "wrong" }, say(table, "conflict_keep"))];
  const stays = whoStays(page);
  if (stays) paragraphs.push(h("p", {}, say(table, "stays", { name: stays })));
  paragraphs.push(...cutNames(page).map((name) => h("p", { class: "why" }, name)));
  const next = page.missing[0];
  if (next && !trouble) paragraphs.push(h("p", { class: "unseen" }, say(table, next.word, next.named)));
  const known = !next && !trouble && page.preview?.record === page.record;
  if (known && page.preview.why) paragraphs.push(h("p", { class: "why" }, page.preview.why));
  return paragraphs;
}
