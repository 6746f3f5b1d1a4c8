// Sent as one file with all that it imports.
// The recording page: holds what is known, draws it, and listens to taps.

import { act } from "./actions.js";
import { besidePart, sheetBeside } from "./beside.js";
import { draw, h } from "./elements.js";
import { entrusting } from "./entrusting.js";
import { afterEvent, atFirst, namesAt } from "./events.js";
import { fullPage, fullPageOpen, showFullPage } from "./full_page.js";
import { halfFilled, isBegun } from "./half_filled.js";
import { witnessOn } from "./heads.js";
import { emptyHand, hasGames, missing } from "./hand.js";
import { endsInTheBar } from "./game_blocks.js";
import { handBlocks } from "./hand_blocks.js";
import { standingOf } from "./next_table.js";
import { barsOf, conflictOf, meanwhileOf } from "./occasion.js";
import { openWithoutNetwork } from "./offline.js";
import { previewer } from "./preview.js";
import { reckoning } from "./reckoning.js";
import { fitNames, mark } from "../names.js";
import { drawWithProblems } from "./problems.js";
import { handOf, recordOf } from "./record.js";
import { onlyNamesSince } from "./right_names.js";
import { menuOf, moreButton, morePart, showWatching } from "./more.js";
import { isFree, mayBeTheSame, order, saveBar, settlementPart, showsForm, sign, undoLast } from "./saving_blocks.js";
import { seatsAnswers, seatsBlock, seatsOrders } from "./seats_block.js";
import { newId } from "./ids.js";
import { keyboard } from "./keyboard.js";
import { pictured } from "./picture.js";
import { follow, post, postOnce } from "./sending.js";
import { viewportOf } from "./viewport.js";
import { otherThanHand } from "./special_blocks.js";
import { keepInSight } from "./strip.js";
import { listen } from "./taps.js";
import { comparing } from "./two_phones.js";
import { bannerOf, waitingPart } from "./waiting_blocks.js";
import { say } from "./words.js";

function start(root) {
  const form = root.querySelector(".recording");
  const banner = document.getElementById("banner");
  const visitor = {
    account: root.dataset.visitor,
    door: root.dataset.door,
    token: root.querySelector("[name=csrfmiddlewaretoken]").value,
  };
  const table = JSON.parse(root.dataset.table);
  visitor.form = table.form;
  visitor.log = table.log; // at a table that only this page remembers
  // Where "start over" leads: of a correction what stands on the sheet, whatever has been put in its place since.
  const first = table.first ?? (table.review ? null : table.record);
  const beginning = first ? handOf(first, table) : emptyHand();
  /** @type {import("./events.js").Page} */
  const page = atFirst(table, table.record ? handOf(table.record, table) : beginning, newId(), {
    people: JSON.parse(root.dataset.people || "[]"),
    colours: JSON.parse(root.dataset.colours || "{}"),
    picture: pictured(root.dataset.picture && JSON.parse(root.dataset.picture), "kept" in root.dataset),
    fromPhone: "kept" in root.dataset,
    evening: root.dataset.evening ?? "",
    takesIn: "takesIn" in root.dataset,
    signIn: `${root.dataset.signIn}?next=${encodeURIComponent(location.pathname)}`,
  });
  const half = table.urls.save && !table.log ? halfFilled(location.pathname) : null;
  const viewport = viewportOf(form, page);
  const preview = previewer(settlementOf, ({ body, ...question }, answer) => {
    // An answer about a table that has moved on is about another hand.
    const movedOn = answer !== null && !page.table.review && answer.after !== page.table.after;
    happen("previewed", { preview: movedOn ? null : { ...question, ...answer } });
    redraw();
    if (movedOn) look();
  });
  const measured = keepInSight(root);
  const full = showFullPage(root, page, redraw);
  const menu = menuOf(root);
  const compare = comparing(async (body) => {
    const { outcome, data } = await post(page.server.urls.preview, body, visitor.token);
    return outcome === "ok" ? data : null;
  }, redraw);
  const showKeys = keyboard(root, page, answered);
  const reckoned = reckoning(root, () => {
    takePlace();
    redraw();
    askForPreview();
  });
  document.addEventListener("prepared", ({ detail }) => detail.until.push(reckoned.fetchRules(page.server)));
  const seesHead = table.urls.live && !table.review ? witnessOn(root, table.urls.live) : () => {};
  const tools = { askForPreview, fresh, happen, hear, keepHalf, newTable, reckoned, redraw, viewport, takePlace };
  const entrusted = entrusting(page, visitor, tools);

  // All that becomes of the page does so here.
  function happen(what, about) {
    Object.assign(page, afterEvent(page, what, about));
  }

  // The hand with which the form begins anew.
  function fresh() {
    return { beginning, id: newId() };
  }

  function redraw() {
    happen("drawn", entrusted.waitingState());
    reckon();
    happen("drawn", {
      bars: page.table.review ? barsOf({ occasion: null }, visitor) : barsOf(page.server, visitor),
      begun: isBegun(page.state, beginning),
      missing: missing(page.state, page.table),
      record: JSON.stringify(recordOf(page.state, page.table)),
    });
    drawWithProblems(page, drawAll);
    announce();
    measured();
    showKeys();
  }

  // Not while the only hand is on its way: the server says it in a moment.
  function reckon() {
    const { server: from, waiting, pending } = page;
    const settled = reckoned.known(from, waiting);
    const settleError = settled.length ? null : reckoned.trouble();
    happen("drawn", { settled, settleError, reckoned: reckoned.together(), compared: compare(page) });
    if (page.receipt?.what === "waiting") {
      happen("reckoned", { amounts: settled[waiting.findIndex(({ id }) => id === page.receipt.id)]?.amounts ?? [] });
    }
    if (!waiting.length || waiting.some(({ id }) => id !== pending?.id)) reckoned.look(from, waiting, fullPageOpen() !== null);
  }

  // For whatever else stands on the page: how the table stands, and whether hands wait on this phone.
  function announce() {
    const { server: known, waiting, fromPhone } = page;
    const heard = { receipt: page.receipt, refused: page.refused ?? page.conflict, others: page.meanwhile };
    const detail = { table: known, waiting: waiting.length, fromPhone, visitor, moved, look, heard };
    document.dispatchEvent(new CustomEvent("table", { detail }));
  }

  // Something else on the page has made the server say how the table stands.
  // What was refused may be allowed by now: something else was answered, or decided.
  function moved(now) {
    if (page.pending === null && entrusted.isStopped()) newTable(now);
    else hearOccasion(now);
    happen("mayTryAgain");
    redraw();
  }

  function hearOccasion({ occasion }) {
    if (occasion === page.server.occasion) return false;
    happen("occasion", { occasion });
    happen("mayTryAgain");
    return true;
  }

  // What is on its way stays as it is, also where a browser does not know `inert`.
  function isSaving() {
    return page.pending !== null && page.pending.what === "save";
  }

  function drawAll() {
    if (banner) draw(banner, bannerOf(page.table));
    draw(full, fullPage(page));
    draw(menu, morePart(page));
    form.hidden = fullPageOpen() !== null;
    banner?.classList.toggle("unseen", showsForm(page)); // the seats say it, too
    draw(form, [
      heading(page),
      moreButton(page),
      h("div", { class: "blocks", key: "blocks", inert: isSaving() }, blocks(page)),
      h("div", { class: "along", key: "along" }, besidePart(page), settlementPart(page)),
      saveBar(page, waitingPart(page), seatsAnswers(page)),
    ]);
    form.querySelectorAll(".settlement").forEach(mark);
    happen("drawn", { cut: fitNames(form) });
  }

  function changed(state) {
    happen("formChanged", { state });
    keepHalf();
    redraw();
    askForPreview();
  }

  // Stores the hand from the first tap on; one that is not begun is not stored.
  function keepHalf() {
    if (half === null) return;
    if (!mayBeTheSame(page)) happen("begun");
    const { id, state, since: after, editing, inserting, stashed, seats } = page;
    if (!isBegun(state, beginning) && editing === null && stashed === null && seats === null) half.forget();
    else {
      half.keep({ id, state, after, seen: page.server.after, editing, inserting, stashed, seats, names: namesAt(page.table), sent: false });
    }
  }

  // Both are asked for, won and lost: `first` the one that was chosen, or won while that is open.
  function askForPreview() {
    const { table: now, state } = page;
    if (!hasGames(state) || (page.ahead > 0 && !now.standing)) {
      preview(null);
      return;
    }
    const ended = (result) => recordOf(act(state, now, "result", 0, result), now);
    const { result } = state.games[0];
    const decided = result !== null;
    const first = result ?? "won";
    const either = endsInTheBar(page) ? [ended(first), ended(first === "won" ? "lost" : "won")] : null;
    const record = recordOf(state, now);
    const [firstRecord, instead] = either ?? [record];
    const body = { after: now.after, record: firstRecord, instead, decided, at: now.at ?? null, before: now.before ?? null };
    preview({ body, record: JSON.stringify(record), either: either?.map((one) => JSON.stringify(one)), first, decided });
  }

  // By the server, where it answers and no hand waits that it does not know; else by the engine of this phone.
  async function settlementOf({ body }, signal) {
    const { table: now } = page;
    if (page.ahead === 0) {
      const { outcome, data } = await post(now.urls.preview, body, visitor.token, { signal, log: visitor.log });
      if (outcome === "ok" && typeof data.after === "number") return data; // a portal says 200 to everything
    }
    const answer = signal.aborted ? null : await reckoned.preview(now, { record: body.record, instead: body.instead, decided: body.decided });
    return answer && { ...answer, after: now.after };
  }

  function hear(now) {
    if (!now.unseen) seesHead(now);
    happen("heard", { fresh: now });
    visitor.form = page.server.form;
    visitor.log = page.server.log;
  }

  function newTable(now) {
    hear(now);
    entrusted.stands(standingOf(page.server));
    takePlace();
  }

  function takePlace() {
    const before = entrusted.before();
    happen("placed", { before, known: reckoned.known(page.server, before) });
  }

  // Puts the hand back into the form that was there when the page was left, if it still fits.
  function resume() {
    const left = half?.read() ?? null;
    if (left === null) return;
    const deed = entrusted.find(left.editing ?? left.id);
    if ((deed && deed.stopped === null) || (left.sent && left.after !== table.after)) {
      half.forget(); // it was saved from there
      return;
    }
    if (left.seats && !table.closed) {
      happen("seated", { seats: { ...left.seats, sent: null } });
      return;
    }
    const others = !table.review && !onlyNamesSince(page.table, left.after) && !entrusted.wasOurs(page.table.after);
    happen("resumed", { left, editing: deed?.id ?? null, others });
    takePlace();
  }

  async function send(pending) {
    happen("sent", { pending });
    redraw();
    const { outcome, data } = await postOnce(pending.url, pending.body, visitor);
    (OUTCOMES[outcome] ?? (() => happen("troubled", { trouble: outcome })))(pending, data);
    redraw();
    if (outcome !== "unsure") askForPreview();
  }

  const OUTCOMES = {
    ok(pending, data) {
      happen("undone", { pending, data });
      entrusted.reached(data.seq);
      newTable(data.table);
      keepHalf();
    },
    problems({ what: whose }, { problems }) {
      happen("notUndone", { conflict: { text: problems.map(({ text }) => text).join(" "), whose }, back: true });
      viewport.toTheTop();
    },
    conflict({ what }, data) {
      happen("notUndone", { conflict: conflictOf(data, page.table.after, what), back: false });
      newTable(data.table);
    },
    unsure(pending) {
      happen("troubled", { trouble: "not_saved", pending: { ...pending, unsure: true } });
    },
  };

  function save() {
    if (page.pending) {
      if (page.pending.unsure) sendAgain();
      return;
    }
    if (page.bars.save) return;
    if (mayBeTheSame(page)) {
      if (isComparable()) entrusted.save(recordOf(page.state, page.table), page.since);
      else viewport.toTheAnswers();
      return;
    }
    happen("tried");
    redraw();
    if (page.missing.length || Object.keys(page.problems).length || page.unplaced.length) {
      viewport.firstBlock();
      return;
    }
    const record = recordOf(page.state, page.table);
    if (page.table.review) review(record);
    else entrusted.save(record);
  }

  // Whole, and begun before others entered something: the server says in what it differs from that.
  function isComparable() {
    const isClear = page.conflict === null && page.waiting.length === 0 && page.unplaced.length === 0;
    return isClear && page.missing.length === 0 && Object.keys(page.problems).length === 0;
  }

  // What was taken back and not answered is sent again; then the hand in the form is saved, which the tap was for.
  async function sendAgain() {
    const { begun } = page;
    await send(page.pending);
    if (begun && page.pending === null && page.trouble === null && page.conflict === null) save();
  }

  // A correction shows first what it changes: an ordinary form on an ordinary page.
  function review(record, further = {}) {
    half?.keep({ id: page.id, state: page.state, after: table.after, names: namesAt(table), sent: true });
    const fields = {
      csrfmiddlewaretoken: visitor.token,
      id: page.id,
      after: page.table.after,
      record: JSON.stringify(record),
      ...further,
    };
    const sent = document.createElement("form");
    Object.assign(sent, { method: "post", action: page.table.urls.review, hidden: true });
    for (const [name, value] of Object.entries(fields)) {
      sent.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    document.body.append(sent);
    sent.submit();
  }

  const ORDERS = {
    save,
    redeal() {
      entrusted.save({ void: "redeal" });
    },
    more() {
      menu.showModal();
      lookBack();
    },
    less() {},
    why() {
      happen("askedWhy");
      redraw();
    },
    watch() {
      showWatching(root);
    },
    storeAnyway() {
      if (page.pending || page.bars.save || mayBeTheSame(page)) return;
      const [reason, record] = [page.state.reason.trim(), recordOf(page.state, page.table)];
      if (!reason) document.getElementById("why-anyway").focus();
      else if (page.table.review) review(record, { step: "anyway", reason });
      else entrusted.save(record, page.server.after, reason);
    },
    ...entrusted.orders,
    ...seatsOrders(page, root, { happen, redraw, save: entrusted.save, keepHalf }),
    takeBack() {
      if (page.pending) {
        if (page.pending.unsure) send(page.pending);
        return;
      }
      const back = page.receipt?.back ?? "undo";
      send({ what: back, url: page.table.urls[back], body: { id: newId(), after: page.table.after } });
    },
    discard() {
      entrusted.dropMended();
      entrusted.keepVersion();
      happen("discarded", { ...fresh(), again: newId() });
      takePlace();
      keepHalf();
      redraw();
      preview(null);
      viewport.toTheTop();
      entrusted.orders.tryNow(); // what had to wait for it
    },
    keep() {
      happen("conflictDismissed");
      if (page.editing && page.waiting.length === 1) entrusted.reached(page.server.after);
      keepHalf();
      redraw();
      form.querySelector(".save").focus({ preventScroll: true });
    },
    startOver() {
      happen("startedOver", fresh());
      keepHalf();
      redraw();
      preview(null);
      viewport.toTheAnswers();
    },
    bringBack() {
      happen("broughtBack");
      keepHalf();
      redraw();
      askForPreview();
      viewport.toTheTop();
    },
  };

  listen(root, {
    ordered(name, tapped) {
      menu.close();
      ORDERS[name](tapped.dataset.of);
    },
    answered,
  });

  function answered(action, tapped, home) {
    menu.close();
    if (isSaving()) return;
    happen("read");
    changed(act(page.state, page.table, ...action));
    viewport.leadOn(action, tapped, home);
  }

  root.addEventListener("input", (event) => {
    const { input } = event.target.dataset;
    if (!input || isSaving()) return;
    const state = act(page.state, page.table, input, event.target.value);
    if (input !== "reason" || state.kind !== "hand") return changed(state);
    happen("reasonTyped", { state }); // why a hand is stored anyway: the hand is the one that was judged
    keepHalf();
    redraw();
  });

  function heard(data) {
    happen("reached");
    if (hearOccasion(data.table)) redraw();
    if (entrusted.heard(data)) return;
    const more = data.after > page.table.after;
    const same = data.after === page.table.after;
    const shut = same && data.table.closed !== page.table.closed;
    const renamed = same && JSON.stringify(namesAt(data.table)) !== JSON.stringify(namesAt(page.table));
    const voiced = data.table.voiced !== page.table.voiced;
    if (page.pending || !(more || shut || renamed || voiced)) return;
    if (more && !entrusted.wasOurs(data.after)) {
      const started = page.state.games[0].declarer !== null || page.state.kind !== "hand";
      happen("news", { meanwhile: meanwhileOf(page, data, started) });
    }
    newTable(data.table);
    if (more) happen("mayTryAgain"); // what was refused comes after something else now
    redraw();
    askForPreview();
  }

  if (!table.review) seesHead(table);
  const carried = { known: { after: table.after, table }, shown: root.dataset.shown };
  const look = table.urls.live && !table.review ? follow(table.urls, visitor, heard, carried) : () => {};
  const lookBack = sheetBeside(page, (sheet) => {
    happen("drawn", sheet);
    redraw();
  });
  if (!table.review) entrusted.begin();
  resume();
  redraw();
  askForPreview();
  if (!table.review) entrusted.orders.tryNow();
  for (const event of ["online", "offline"]) addEventListener(event, redraw); // other ways lead on
  openWithoutNetwork(root);
  if (location.hash === "#seats" && page.seats === null && page.bars.seating && !page.table.closed) ORDERS.seats();
}

function heading(page) {
  const { table, bars } = page;
  const corrected = table.record?.void ? "void_corrected" : "hand_corrected";
  const title = table.record ? corrected : table.before ? "hand_inserted" : "hand";
  return h(
    "h1",
    { key: "title", tabindex: "-1", class: bars.title ? "unseen" : "heading" },
    bars.title || say(table, title, { number: table.number }),
    !bars.title && table.radl && doubled(page),
  );
}

// In full, with the reason, where there is room for it; elsewhere a tap tells the reason.
function doubled({ table, why }) {
  const chip = (attributes, words) => h("span", { class: "is-doubled", ...attributes }, sign("radl"), words);
  const briefly = howOften(table);
  if (table.review) return chip({}, [briefly, table.radl_only].filter(Boolean).join(": "));
  if (!table.radl_told) return chip({}, briefly);
  return [
    chip({ key: "at-length", class: "is-doubled at-length" }, table.radl_told),
    order("why", { class: "is-doubled briefly", "aria-expanded": String(why) }, sign("radl"), briefly),
    why && h("span", { key: "reason", class: "reason-of-radl briefly", role: "status" }, table.radl_told),
  ];
}

function howOften(table) {
  const count = table.radl_left;
  const times = table.radl_times ?? 2;
  if (!count || table.schlussradl) return say(table, "doubled");
  return say(table, "times_left", { times, count });
}

// Why there is nothing to be entered, where the page does not say it as its title; and what becomes of a hand.
function insteadOfForm({ table, bars, begun }) {
  const why = !bars.title && h("p", { key: "why" }, bars.save);
  return [why, begun && h("p", { key: "kept" }, say(table, "kept_begun"))];
}

function blocks(page) {
  if (page.seats) return seatsBlock(page);
  if (!showsForm(page)) return insteadOfForm(page);
  if (page.state.kind !== "hand") return otherThanHand(page);
  const undo = undoLast(page);
  return [
    ...handBlocks(page),
    undo && h("div", { key: "undo-last", class: "after" }, undo),
    isFree(page) && h("p", { key: "keys", class: "quiet about-keys" }, say(page.table, "about_keys")),
  ].flat(9).filter(Boolean);
}

const root = document.getElementById("record");
if (root?.dataset.table) start(root);
else document.addEventListener("begun", () => start(root), { once: true }); // a table that begins on this phone
for (const part of document.querySelectorAll(".without-scripts")) part.remove();
