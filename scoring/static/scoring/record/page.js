// The recording page: holds what is known, draws it, and listens to taps.

import { act } from "./actions.js";
import { draw, h } from "./elements.js";
import { companyButton, gameBlocks } from "./game_blocks.js";
import { emptyHand, fitting, missing } from "./hand.js";
import { birdBlock, premiumBlocks } from "./premium_blocks.js";
import { previewer } from "./preview.js";
import { placed } from "./problems.js";
import { keepUnanswered, unanswered } from "./unanswered.js";
import { handOf, recordOf } from "./record.js";
import { betweenHands, mayBeTheSame, saveBar, settlementPart, tidings } from "./saving_blocks.js";
import { follow, newId, postOnce } from "./sending.js";
import { otherThanHand, specialBlock } from "./special_blocks.js";
import { say } from "./words.js";

// After these the next question comes into view.
const LEADS_ON = [
  "declarer",
  "contract",
  "contracts",
  "partner",
  "bird",
  "company",
  "alone",
  "kind",
  "renonce",
  "counting",
];

export function start(root) {
  const token = root.querySelector("[name=csrfmiddlewaretoken]").value;
  const form = root.querySelector(".recording");
  const banner = document.getElementById("banner");
  const table = JSON.parse(root.dataset.table);
  const page = {
    table,
    state: table.record ? handOf(table.record, table) : emptyHand(),
    id: newId(),
    problems: {},
    unplaced: [],
    refused: null, // problems with which the server sent this very record back
    preview: null, // {record, html, save, problems}, or without html when no answer came
    pending: null, // {what, url, body, unsure}: on its way, or lost on its way
    trouble: null, // the word for why it was not saved
    said: null, // {text, html, back}: what was saved last, and how to take it back
    conflict: null,
    meanwhile: null,
    tried: false, // has somebody pressed save although something is missing?
  };
  const preview = previewer(token, (record, answer) => {
    // An answer about a table that has moved on is about another hand.
    const movedOn = answer !== null && !page.table.review && answer.after !== page.table.after;
    page.preview = movedOn ? null : { record: JSON.stringify(record), ...answer };
    redraw();
    if (movedOn) look();
  });

  function redraw() {
    page.missing = missing(page.state, page.table);
    page.record = JSON.stringify(recordOf(page.state, page.table));
    Object.assign(page, placed(page));
    drawAll();
    // A problem whose block is not on the page stands beside the save button.
    const homeless = Object.keys(page.problems).filter((id) => !document.getElementById(id));
    if (!homeless.length) return;
    page.unplaced = [...page.unplaced, ...homeless.flatMap((id) => page.problems[id])];
    drawAll();
  }

  // What is on its way stays as it is, also where a browser does not know `inert`.
  function isSaving() {
    return page.pending !== null && page.pending.what === "save";
  }

  function drawAll() {
    const busy = isSaving();
    const lost = busy && page.pending.unsure;
    draw(form, [
      heading(page),
      ...tidings(page),
      h("div", { class: lost ? "blocks unsure" : "blocks", key: "blocks", inert: busy }, blocks(page)),
      settlementPart(page),
      saveBar(page),
    ]);
  }

  function changed(state) {
    page.state = state;
    page.refused = null;
    page.trouble = null;
    redraw();
    askForPreview();
  }

  function askForPreview() {
    const { table: now, state } = page;
    const ready = state.kind === "hand" && state.games.every((game) => game.declarer && game.contract);
    const body = {
      after: now.after,
      record: recordOf(state, now),
      at: now.at ?? null,
      before: now.before ?? null,
    };
    preview(now.urls.preview, ready ? body : null);
  }

  function newTable(fresh) {
    page.table = { ...page.table, ...fresh };
    if (banner && page.table.banner !== undefined) banner.innerHTML = page.table.banner;
    page.state = fitting(page.state, page.table);
  }

  function afresh() {
    page.state = emptyHand();
    page.id = newId();
    Object.assign(page, {
      preview: null,
      refused: null,
      trouble: null,
      conflict: null,
      meanwhile: null,
      tried: false,
    });
  }

  // A save that was on its way when the page was left or loaded again: perhaps written, perhaps not.
  function resume(left) {
    if (left === null) return;
    page.state = fitting(left.state, page.table);
    page.pending = { what: "save", url: page.table.urls.save, body: left.body, unsure: true };
    page.trouble = "not_saved";
  }

  async function send(pending) {
    page.pending = { ...pending, unsure: false };
    if (pending.what === "save") keepUnanswered(pending.url, { state: page.state, body: pending.body });
    page.trouble = null;
    redraw();
    const { outcome, data } = await postOnce(pending.url, pending.body, token);
    page.pending = null;
    if (pending.what === "save" && outcome !== "unsure") keepUnanswered(pending.url, null);
    OUTCOMES[outcome](pending, data);
    redraw();
    if (outcome !== "unsure") askForPreview();
    if (outcome === "ok" && pending.what === "save") toTheTop();
    else if (outcome === "problems") firstBlock();
  }

  const OUTCOMES = {
    ok(pending, data) {
      if (pending.what === "save") afresh();
      page.meanwhile = null;
      const back = { save: "undo", undo: "redo", redo: "undo" }[pending.what];
      page.said = {
        what: pending.what,
        id: data.id,
        number: data.number,
        text: data.said || "",
        html: data.settlement || "",
        back,
      };
      newTable(data.table);
    },
    problems(pending, data) {
      if (pending.what !== "save") page.said = page.said && { ...page.said, back: null };
      page.refused = { record: page.record, problems: data.problems };
      page.trouble = "look";
    },
    conflict(pending, data) {
      if (pending.what !== "save") page.said = null;
      page.id = newId();
      page.conflict = { text: data.conflict, whose: pending.what };
      newTable(data.table);
    },
    signed_out() {
      page.trouble = "signed_out";
    },
    refused() {
      page.trouble = "refused";
    },
    unsure(pending) {
      page.pending = { ...pending, unsure: true };
      page.trouble = "not_saved";
    },
  };

  function save() {
    const { urls, after } = page.table;
    if (page.pending) {
      if (page.pending.unsure) send(page.pending);
      return;
    }
    if (mayBeTheSame(page)) {
      scrollTo({ top: 0, behavior: "instant" });
      form.querySelector(".answers button").focus({ preventScroll: true });
      return;
    }
    page.tried = true;
    redraw();
    if (page.missing.length || Object.keys(page.problems).length || page.unplaced.length) {
      firstBlock();
      return;
    }
    const record = recordOf(page.state, page.table);
    if (page.table.review) review(record);
    else send({ what: "save", url: urls.save, body: { id: page.id, after, record } });
  }

  // A correction shows first what it changes: an ordinary form on an ordinary page.
  function review(record) {
    const fields = {
      csrfmiddlewaretoken: token,
      id: page.id,
      after: page.table.after,
      record: JSON.stringify(record),
    };
    const sent = document.createElement("form");
    Object.assign(sent, { method: "post", action: page.table.urls.review, hidden: true });
    for (const [name, value] of Object.entries(fields)) {
      sent.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    document.body.append(sent);
    sent.submit();
  }

  function takeBack() {
    if (page.pending) {
      if (page.pending.unsure) send(page.pending);
      return;
    }
    const back = page.said?.back ?? "undo";
    send({ what: back, url: page.table.urls[back], body: { id: newId(), after: page.table.after } });
  }

  const ORDERS = {
    save,
    takeBack,
    discard() {
      afresh();
      page.said = null;
      redraw();
      preview("", null);
      toTheTop();
    },
    keep() {
      Object.assign(page, { conflict: null, meanwhile: null });
      redraw();
      document.getElementById("save").focus({ preventScroll: true });
    },
  };

  // The second tap of a double tap must not hit what has just moved under the finger.
  let lastTapped = null;
  root.addEventListener("click", (event) => {
    const tapped = event.target.closest("[data-act], [data-order]");
    if (!tapped || !root.contains(tapped)) return;
    const slipped = event.detail > 1 && tapped !== lastTapped;
    lastTapped = tapped;
    if (slipped) return;
    if (tapped.dataset.order) {
      ORDERS[tapped.dataset.order]();
      return;
    }
    if (isSaving()) return;
    const [name, ...saidThere] = JSON.parse(tapped.dataset.act);
    const home = tapped.closest(".block")?.id;
    if (page.said && page.said.what === "save") page.said = { ...page.said, html: "" };
    changed(act(page.state, page.table, name, ...saidThere));
    keepFocus(tapped);
    if (LEADS_ON.includes(name) && page.missing.length) reveal(blockOf(page.missing[0]));
    if (name === "unfold") reveal(unfolded(saidThere, home));
  });

  root.addEventListener("input", (event) => {
    const { input } = event.target.dataset;
    if (input && !isSaving()) changed(act(page.state, page.table, input, event.target.value));
  });

  // A button that is gone leaves the focus to the next question.
  function keepFocus(tapped) {
    if (tapped.isConnected || document.activeElement !== document.body) return;
    const same = [...form.querySelectorAll("[data-act]")].find((one) => one.dataset.act === tapped.dataset.act);
    const next = document.getElementById(page.missing[0]?.block ?? "save") || document.getElementById("save");
    (same || next.querySelector("button:not(:disabled)") || next).focus({ preventScroll: true });
  }

  function blockOf(question) {
    return document.getElementById(question.block);
  }

  // What has just been opened, such as the keypad: nobody should have to look for it.
  function unfolded([what, value], home) {
    if (page.state.open[what] !== value) return null;
    if (what === "premium") return form.querySelector(".opened > [aria-expanded=true]")?.parentElement;
    return document.getElementById(what === "special" ? "special" : home);
  }

  function reveal(wanted) {
    if (!wanted) return;
    const bar = form.querySelector(".save-bar").getBoundingClientRect();
    const floor = bar.top > innerHeight / 2 ? Math.min(bar.top, innerHeight) : innerHeight;
    const box = wanted.getBoundingClientRect();
    if (box.top >= 0 && box.bottom <= floor) return;
    const up = box.top - 8;
    scrollBy({ top: box.top < 0 ? up : Math.min(up, box.bottom - floor + 8), behavior: "instant" });
  }

  function firstBlock() {
    const id = page.missing[0]?.block ?? Object.keys(page.problems)[0];
    const first = id && document.getElementById(id);
    if (!first) return;
    reveal(first);
    first.querySelector("button:not(:disabled), input")?.focus({ preventScroll: true });
  }

  function toTheTop() {
    form.querySelector("h1").focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: "instant" });
  }

  function heard(data) {
    const more = data.after > page.table.after;
    const shut = data.after === page.table.after && data.table.closed !== page.table.closed;
    if (page.pending || !(more || shut)) return;
    if (more) {
      const started = page.state.games[0].declarer !== null || page.state.kind !== "hand";
      page.meanwhile = { text: data.said, started };
      page.said = null;
    }
    newTable(data.table);
    redraw();
    askForPreview();
  }

  const look = table.urls.live && !table.review ? follow(table.urls.live, heard) : () => {};
  if (!table.review) resume(unanswered(table.urls.save));
  redraw();
  askForPreview();
}

function heading({ table }) {
  const corrected = table.record?.void ? "void_corrected" : "hand_corrected";
  const title = table.record ? corrected : table.before ? "hand_inserted" : "hand";
  return h(
    "h1",
    { key: "title", tabindex: "-1" },
    say(table, title, { number: table.number }),
    table.radl && h("span", { class: "doubled" }, say(table, "doubled")),
  );
}

function blocks(page) {
  if (page.state.kind !== "hand") return otherThanHand(page);
  const games = page.state.games.flatMap((_, place) => gameBlocks(page, place));
  const known = page.state.games[0].contract !== null && page.state.games[0].declarer !== null;
  const around = known ? [companyButton(page), birdBlock(page), premiumBlocks(page)] : [];
  return [...games, ...around, specialBlock(page), betweenHands(page)].flat(9).filter(Boolean);
}

const root = document.getElementById("record");
if (root) start(root);
