// Sent as one file with all that it imports.
// The calculator: the recording form without a table. What is entered stands in the address and nowhere else.

import { act } from "../record/actions.js";
import { draw, h } from "../record/elements.js";
import { emptyHand, fitting, hasGames, missing } from "../record/hand.js";
import { handBlocks } from "../record/hand_blocks.js";
import { previewer } from "../record/preview.js";
import { fitNames, mark } from "../names.js";
import { drawWithProblems } from "../record/problems.js";
import { handOf, recordOf } from "../record/record.js";
import { get, readJson } from "../record/sending.js";
import { viewportOf } from "../record/viewport.js";
import { listen } from "../record/taps.js";
import { aroundTheHand, resultBar, settlementPart } from "./around.js";
import { handRecord, seated, written } from "./link.js";

const SEATS = ["seat-1", "seat-2", "seat-3", "seat-4"];

function start(root) {
  const form = root.querySelector(".recording");
  const known = JSON.parse(root.dataset.form);
  const page = {
    table: known,
    nameInputs: known.names,
    radl: known.radl,
    state: null,
    problems: {},
    unplaced: [],
    colours: {}, // seats of the calculator have none
    preview: null, // {hand, record, problems, settlement, save}: the answer, and to what
    trouble: null, // the word for why there is no settlement
  };
  sitDown();
  page.state = known.record ? handOf(known.record, page.table) : emptyHand();
  page.state.revoke.by ??= null;

  const viewport = viewportOf(form, page);
  const preview = previewer(settlementOf, (hand, answer) => {
    page.trouble = answer === null ? "no_answer" : null;
    if (answer !== null) page.preview = { hand, record: page.record, ...answer };
    redraw();
  });

  // The four with their names, Vorhand first.
  function sitDown() {
    const { names, clashes } = seated(page.nameInputs, page.table.usual_names);
    const players = SEATS.map((id, seat) => ({ id, name: names[seat] }));
    const seats = players.map((player, seat) => ({ ...player, vorhand: seat === 0 }));
    page.table = { ...page.table, players, seats };
    page.clashes = clashes;
  }

  function redraw() {
    page.missing = missing(page.state, page.table);
    page.record = JSON.stringify(recordOf(page.state, page.table));
    page.begun = page.state.games[0].declarer !== null;
    page.hand = written(handRecord(page));
    drawWithProblems(page, drawAll);
    const settled = page.preview?.hand === page.hand && page.preview.save;
    document.querySelector(".next-hand").hidden = !settled || Boolean(page.radl);
  }

  function drawAll() {
    draw(form, [
      h("div", { class: "blocks", key: "blocks" }, blocks(page)),
      settlementPart(page),
      resultBar(page),
    ]);
    form.querySelectorAll(".settlement").forEach(mark);
    fitNames(form);
  }

  function changed() {
    page.trouble = null;
    redraw();
    follow();
    askForSettlement();
  }

  function askForSettlement() {
    const ready = hasGames(page.state);
    const fits = page.hand.length <= page.table.longest_hand;
    if (ready && !fits) page.trouble = "too_long";
    if (!ready) page.preview = null;
    preview(ready && fits ? page.hand : null);
    redraw();
  }

  // Null when there is no network, or something else than our server has answered.
  function settlementOf(hand, signal) {
    const how = { cache: "default", signal };
    return get(`${known.urls.settlement}?hand=${hand}`, understood, how).catch(() => null);
  }

  // Whatever leads away from here or hands the hand on takes it along as it is now.
  function follow() {
    if (page.hand.length > page.table.longest_hand) return;
    const { urls, share, longest_code: longest } = page.table;
    try {
      history.replaceState(null, "", `${urls.calculator}?hand=${page.hand}`);
    } catch {
      // Some browsers allow only a number of them in half a minute; the next tap tries again.
    }
    const link = document.querySelector(".share .link a");
    link.href = link.textContent = `${share}?hand=${page.hand}`;
    document.getElementById("hand-record").textContent = JSON.stringify(handRecord(page));
    for (const field of document.querySelectorAll("form [name=hand]")) field.value = page.hand;
    document.querySelector(".try").hidden = page.begun;
    for (const language of document.querySelectorAll(".top a[hreflang]"))
      language.href = `?hand=${page.hand}&language=${language.hreflang}`;
    const code = document.querySelector(".code");
    if (!code) return;
    code.hidden = link.textContent.length > longest;
    if (!code.hidden) code.querySelector("img").src = `${urls.code}?hand=${page.hand}`;
  }

  const TAPS = {
    radl(factor) {
      page.radl = page.radl === factor ? false : factor;
    },
    option(key, value) {
      const { usual } = page.table.agreements.find((one) => one.key === key);
      const { [key]: before, ...options } = page.state.options;
      page.state = fitting(
        { ...page.state, options: value === usual ? options : { ...options, [key]: value } },
        page.table,
      );
      redraw();
      agree();
    },
  };

  // What can be tapped under other agreements, the server says.
  async function agree() {
    const { hand } = page;
    const answer = await get(`${known.urls.settlement}?hand=${hand}&possible=`, understood).catch(() => null);
    if (!answer?.possible || hand !== page.hand) return;
    page.table = { ...page.table, ...answer.possible };
    page.state = fitting(page.state, page.table);
    changed();
  }

  const ORDERS = {
    anew() {
      page.state = { ...emptyHand(), options: page.state.options };
      page.radl = false;
      page.preview = null;
    },
  };

  listen(root, {
    ordered(name, tapped) {
      ORDERS[name]();
      changed();
      viewport.keepFocus(tapped);
    },
    answered(action, tapped, home) {
      const [name, ...what] = action;
      if (TAPS[name]) TAPS[name](...what);
      else page.state = act(page.state, page.table, name, ...what);
      changed();
      viewport.leadOn(action, tapped, home);
    },
  });

  root.addEventListener("input", (event) => {
    const { name } = event.target.dataset;
    if (name === undefined) return;
    page.nameInputs = page.nameInputs.map((text, seat) => (seat === Number(name) ? event.target.value : text));
    sitDown();
    changed();
  });

  addEventListener("online", () => {
    if (page.trouble === "no_answer") askForSettlement();
  });

  redraw();
  page.preview = known.record ? { hand: page.hand, record: page.record, ...known.answer } : null;
  redraw();
  if (known.record) changed();
}

async function understood(response) {
  if (response.status !== 200 && response.status !== 400) return null;
  const answer = await readJson(response);
  return Array.isArray(answer?.problems) ? answer : null;
}

function blocks(page) {
  return [...handBlocks(page), aroundTheHand(page)].flat(9).filter(Boolean);
}

const root = document.getElementById("calculator");
if (root) start(root);
