// The blocks of a game: who plays, what, with whom, how it ended, and its kontras.

import { h } from "./elements.js";
import { impossibleResult, impossibleTricks } from "./impossible.js";
import { byThePoints, playing, sides, wins } from "./game.js";
import { kontraing, mayEnd } from "./hand.js";
import { matches } from "./names.js";
import { button, keypad, opener, person, players } from "./keypad.js";
import {
  aloneInWords,
  barred,
  byPoints,
  contractOf,
  gameLevels,
  isCalled,
  mayHaveCompany,
  mayPlay,
  offered,
  premiumOf,
} from "./rules.js";
import { counts, leftOver } from "./trischaken.js";
import { fitted, nameOf, namesOf, say, unseen } from "./words.js";
import { isRounded, measured, written } from "./points.js";

const BRIEFLY = { vorhand: "vorhand_short", sits_out: "out_short", ask_along: "partner" };
export const FEW = 6; // games that are shown at once
const SHORT_AMOUNT = 3; // letters that have room in the seats of five

// A block is a fieldset with what is wrong in it; `id` is where the page jumps to. A legend may be only read out.
export function block(page, id, legend, ...children) {
  const wrong = page.problems[id] || [];
  const sentences = wrong.map((text) => h("p", {}, text));
  const messages =
    wrong.length > 0 && h("div", { class: "wrong", key: "wrong", id: `${id}-wrong` }, sentences);
  return h(
    "fieldset",
    { key: id, id, class: "block", "aria-describedby": wrong.length ? `${id}-wrong` : null },
    legend.tag ? { ...legend, tag: "legend" } : h("legend", {}, legend),
    messages,
    ...children,
  );
}

// What a keyboard finds a button by, and what its letter says where that is chosen already.
export function lettered(meaning, off = null) {
  return { "data-letter": meaning, "data-off": off && JSON.stringify(off) };
}

// The recording page asks beside the save button how the game ended; the calculator has no such button.
export function hasTill({ table }) {
  return Boolean(table.urls?.save);
}

// `bird`: the block of what the game itself announces, which belongs to it.
export function gameBlocks(page, place, bird = null) {
  const { table, state } = page;
  const game = state.games[place];
  const contract = contractOf(table, game.contract);
  const heading = place > 0 && h("h2", { key: `beside-${place}` }, say(table, "beside_game"));
  const blocks = [heading, declarerBlock(page, place), contractBlock(page, place)];
  if (game.declarer === null || contract === null) return [...blocks, leaveButton(page, place)];
  const ends = !state.revoked && !asksInTheBar(page) && resultBlock(page, place, contract);
  blocks.push(individualBlock(page, place, contract), bird, ends, leaveButton(page, place));
  return blocks;
}

// Whether the result is asked for beside the save button.
export function asksInTheBar(page) {
  const { games, revoked, kind } = page.state;
  const contract = contractOf(page.table, games[0].contract);
  const plain = kind === "hand" && games.length === 1 && !revoked && contract !== null && games[0].declarer !== null;
  return plain && hasTill(page) && contract.kind !== "trischaken";
}

// Whether won or lost is still chosen there: not once points or tricks are entered, or that the game was not played out.
export function endsInTheBar(page) {
  const { table, state } = page;
  const [game] = state.games;
  if (!asksInTheBar(page) || !["won", "lost", null].includes(game.result)) return false;
  if (contractOf(table, game.contract).step_points) return false; // the points say what it costs
  return game.tricks === null && byThePoints(table, game) === null;
}

function leaveButton(page, place) {
  if (place === 0) return null;
  return opener(["alone", place], null, say(page.table, "not_beside"));
}

export function companyButton(page) {
  const { table, state } = page;
  const isOpen = state.games.some((game) => game.contract === null);
  if (isOpen || !mayHaveCompany(table, state)) return null;
  return opener(["company"], null, say(table, "beside"));
}

// The seats say who plays and with whom. Each has one line for that and for who deals, so that none ever grows.
function declarerBlock(page, place) {
  const { table, state, colours } = page;
  const game = state.games[place];
  const taken = state.games.filter((_, other) => other !== place).map((other) => other.declarer);
  const { partner } = game;
  const asksPartner = place === 0 && game.declarer !== null && partner === null && isCalled(contractOf(table, game.contract));
  const people = table.seats.map((seat, number) => {
    const may = asksPartner && !seat.out && seat.id !== game.declarer && "ask_along";
    const role = { [partner]: "partner", [game.declarer]: "plays" }[seat.id];
    const words = [role, may, seat.dealer && "deals", seat.vorhand && "vorhand", seat.out && "sits_out"].filter(Boolean);
    const classes = ["player", role === "partner" && "partner", may && "may", seat.id in colours && `colour-${colours[seat.id]}`].filter(Boolean);
    return button(
      ["seat", place, seat.id],
      role !== undefined,
      {
        class: classes.join(" "),
        disabled: (seat.out && seat.id !== partner) || taken.includes(seat.id),
        "data-seat": place === 0 && number + 1,
      },
      fitted(table, seat.name),
      place === 0 && totalOf(table, seat),
      h("span", { key: "role", class: "role" }, roleInWords(table, words)),
    );
  });
  const seats = h("div", { class: `players seat-row of-${people.length}` }, people);
  const legend = say(table, place ? "ask_beside" : "ask_seats");
  return block(page, `declarer-${place}`, place === 0 && hasTill(page) ? unseen(legend) : legend, seats, place === 0 && potLine(table));
}

// Returns one word, and a short one where more than four sit; a screen reader reads all.
function roleInWords(table, words) {
  const [first] = words;
  if (first === undefined) return "";
  const shown = say(table, (table.seats.length > 4 && BRIEFLY[first]) || first);
  const all = words.map((word) => say(table, word)).join(", ");
  if (shown === all) return shown;
  return [h("span", { "aria-hidden": "true" }, shown), h("span", { class: "unseen" }, all)];
}

// Returns a person's total; where the occasion keeps the accounts, below it what the last hand changed, with a line of its
// own from the beginning. Where five sit, a long number is written smaller.
function totalOf(table, seat) {
  const accounts = table.accounts ?? table.occasion?.accounts;
  const account = accounts?.find(({ id }) => id === seat.id);
  if (account === undefined && seat.total === undefined) return false;
  const { amount, change, bust } = account ?? { amount: seat.total ?? "…" };
  const sign = { "+": "gets", "−": "pays" }[amount[0]];
  const classes = ["total", sign, account && "kept", bust && "bust", amount.length > SHORT_AMOUNT && "long"].filter(Boolean);
  const changed = account && h("span", { class: change && direction(change) }, change && ` ${change}`);
  return h("span", { class: classes.join(" ") }, amount, changed);
}

export function direction(amount) {
  return amount.startsWith("+") ? "gets" : amount === "0" ? null : "pays";
}

// What is in the Pagatkassa stands with what everybody has.
function potLine({ pot, words }) {
  if (!pot) return null;
  return h("p", { key: "pot", class: "pot" }, words.pot, " ", h("b", {}, pot.money ?? "…"));
}

// Those that this table plays most, and behind one more tap all others; once one is chosen, a line with its kontra. What
// those who were named may not play stays where it is, and is grey, with the reason.
function contractBlock(page, place) {
  const { table, state } = page;
  const chosen = state.games[place].contract;
  const legend = place === 0 && hasTill(page) ? unseen(say(table, "ask_contract")) : say(table, "ask_contract"); // the till asks
  if (chosen !== null && state.open.game !== place) return block(page, `contract-${place}`, legend, gameLine(page, place));
  const all = offered(table, state, place);
  const few = all.length > FEW ? table.usual.filter((key) => all.some((one) => one.key === key)).slice(0, FEW) : null;
  const open = few === null || few.length === 0 || state.open.contracts === place;
  const sought = few !== null && open ? (state.open.sought ?? "") : "";
  const shown = all.filter((one) => (open ? isSought(table, one, sought) : few.includes(one.key) || one.key === chosen));
  const tiles = shown.map((one) => {
    const why = barred(table, state, place, one);
    return button(
      ["contract", place, one.key],
      one.key === chosen,
      { key: `contract-${one.key}`, disabled: why !== null, ...lettered(`contract ${one.key}`, one.key === chosen && ["noGame", place]) },
      h("span", { class: "name" }, one.label),
      " ",
      why === null ? h("span", { class: "value" }, one.cost) : h("span", { class: "mark" }, say(table, why)),
      sought && one.also && h("span", { class: "mark" }, one.also),
    );
  });
  const others = { class: "plain", key: "others", "aria-expanded": String(open), ...lettered("all_games") };
  const words = open ? say(table, "fewer_games") : say(table, "all_games", { count: all.length });
  const further = few !== null && button(["contracts", place], null, others, words);
  const grid = h("div", { class: "contracts", key: "contracts" }, tiles);
  const search = few !== null && open && searchPart(page, place, sought, shown.length);
  const after = h("div", { class: "after", key: "after" }, further, likeLast(page, place));
  return block(page, `contract-${place}`, legend, search, grid, after);
}

// "Rufer 1 · König im Talon · 41/2", its kontra beside it.
function gameLine(page, place) {
  const { table, state, problems } = page;
  const game = state.games[place];
  const contract = contractOf(table, game.contract);
  const { whole, blatt } = game.meter;
  const points = whole !== "" && (blatt === null ? whole : `${whole}/${blatt}`);
  const alone = ["talon", "self"].includes(game.partner) && aloneInWords(table, contract, game.partner);
  const ending = ["drawn", "conceded", "blank"].includes(game.result) && say(table, game.result);
  const tricks = game.tricks !== null && say(table, "told_tricks", { count: game.tricks });
  const isVoid = game.kontraVoid && say(table, "void");
  const details = [alone, points, tricks, ending, isVoid].filter(Boolean).map((one) => ` · ${one}`);
  return [
    h(
      "div",
      { class: "game-line", key: "line" },
      button(
        ["regame", place],
        true,
        { class: "chosen-game", key: "game", ...lettered(`contract ${contract.key}`, ["noGame", place]) },
        h("span", {}, h("b", { class: "name" }, contract.label), " ", h("span", { class: "value" }, contract.cost), details),
        h("span", { class: "change" }, say(table, "change_it")),
      ),
      kontraPart(page, place, contract),
    ),
    (problems[`kontra-${place}`] ?? []).map((text) => h("p", { class: "wrong" }, text)),
  ];
}

// Kontra, Re, Sub, and none again.
function kontraPart({ table, state }, place, contract) {
  const game = state.games[place];
  if (!byPoints(contract) || game.result === "conceded" || game.result === "blank") return null;
  const ladder = gameLevels(table, state, contract);
  if (!ladder.length) return null;
  const level = ladder.find(({ key }) => key === game.kontra);
  const attributes = { class: "opt", ...lettered("kontra") };
  const next = button(["kontraNext", place], level !== undefined, attributes, (level ?? ladder[0]).label);
  return h("div", { key: "kontra", id: `kontra-${place}`, role: "group", "aria-label": say(table, "kontra") }, next);
}

// By the name of the game, or of the bird that is announced with it.
function isSought(table, contract, sought) {
  const named = [contract, ...contract.birds.map((key) => premiumOf(table, key))];
  return sought.trim() === "" || named.some((row) => matches(row, sought));
}

// Where all games are shown: a field to find one in, and what is a premium by that name.
function searchPart({ table }, place, sought, count) {
  const id = `sought-${place}`;
  const premiums = sought.trim() === "" ? [] : table.premiums.filter((rule) => matches(rule, sought));
  const named = premiums.map(({ label, also }) => (also ? `${label} (${also})` : label)).join(", ");
  const nothing = count === 0 && !named && say(table, "nothing_found");
  const result = named ? say(table, "found_premium", { what: named }) : nothing;
  return h(
    "div",
    { class: "seek", key: "seek" },
    h("label", { for: id, class: "unseen" }, say(table, "seek")),
    h("input", {
      id,
      type: "search",
      "data-input": "seek",
      placeholder: say(table, "seek"),
      autocomplete: "off",
      maxlength: 40,
      value: sought,
    }),
    h("p", { role: "status" }, result),
  );
}

function likeLast({ table, state, last }, place) {
  const [game] = state.games;
  if (!last || place > 0 || game.declarer !== null || game.contract !== null) return null;
  const { declarer, contract } = last;
  const played = offered(table, state, 0).find(({ key }) => key === contract);
  if (!played || !playing(table).includes(declarer) || !mayPlay(table, played, declarer)) return null;
  const what = `${nameOf(table, declarer)}, ${played.label}`;
  return button(["likeLast", declarer, contract], null, { class: "plain", key: "last" }, say(table, "like_last", { what }));
}

// Asks why the player is alone, where a partner was possible; a partner is chosen among the seats.
export function withoutPartner(page, place, contract) {
  const { table, state } = page;
  if (!contract.alone.length) return null;
  const { partner } = state.games[place];
  const buttons = contract.alone.map((why) =>
    button(["partner", place, why], partner === why, lettered(why), aloneInWords(table, contract, why)),
  );
  return block(page, `partner-${place}`, unseen(say(table, "no_partner")), h("div", { class: "few-answers" }, buttons));
}

export function resultBlock(page, place, contract) {
  if (contract.kind === "trischaken") return trischakenBlock(page, place);
  return contract.kind === "negative" ? tricksBlock(page, place, contract) : pointsBlock(page, place, contract);
}

function resultLegend(page, place) {
  const { table, state } = page;
  const question = say(table, "ask_result");
  return state.games.length > 1 ? `${nameOf(table, state.games[place].declarer)}: ${question}` : question;
}

// How else a game may end than won or lost.
export function endingsOf({ table, state }, place, contract) {
  const game = state.games[place];
  return contract.kind === "negative" ? [] : ["blank", "drawn", "conceded"].filter((name) => mayEnd(state, game, contract, name));
}

function pointsBlock(page, place, contract) {
  const { table, state } = page;
  const game = state.games[place];
  const won = wins(table, game);
  const proven = won === null ? null : won ? "won" : "lost"; // by the points
  const inTheBar = asksInTheBar(page);
  const wonOrLost = inTheBar ? [] : ["won", "lost"].filter((name) => mayEnd(state, game, contract, name));
  const buttons = [...wonOrLost, ...endingsOf(page, place, contract)].map((name) =>
    resultButton(page, place, name, (game.result ?? proven) === name),
  );
  const open = isCounted(page, place);
  const attributes = { class: inTheBar ? "choice" : "opener", ...lettered("count_points") };
  const counting = opener(["unfold", "meter", place], open, say(table, "count_points"), attributes);
  if (inTheBar) return block(page, `result-${place}`, unseen(say(table, "ends_otherwise")), h("div", { class: "few-answers" }, counting, buttons));
  return block(
    page,
    `result-${place}`,
    resultLegend(page, place),
    buttons.length > 0 && h("div", { class: "results" }, buttons),
    open ? countingOf(page, place) : counting,
  );
}

// Whether the card points are being typed.
export function isCounted({ table, state }, place) {
  const game = state.games[place];
  const contract = contractOf(table, game.contract);
  if (!byPoints(contract) || ["drawn", "conceded", "blank"].includes(game.result)) return false;
  return state.open.meter === place || Boolean(contract.step_points);
}

export function countingOf(page, place) {
  const { table, state } = page;
  const { meter } = state.games[place];
  return [ownerOfPoints(page, place), keypad(table, state, { place, id: null, meter, rest: "rest" })];
}

function resultButton(page, place, name, pressed) {
  const { table } = page;
  const why = !pressed && impossibleResult(page, name);
  const mark = why && h("span", { class: "mark" }, say(table, "not_with", { what: why }));
  const attributes = { class: "choice", disabled: Boolean(why) };
  return button(["result", place, name], pressed, attributes, say(table, name), mark);
}

function ownerOfPoints(page, place) {
  const { table, state } = page;
  const game = state.games[place];
  const names = sideNames(table, game);
  const choose = (side) => button(["of", place, side], game.of === side, {}, names[side]);
  return h(
    "div",
    { class: "whose", key: "whose", role: "group", "aria-label": say(table, "points_of") },
    h("p", {}, say(table, "points_of")),
    players(choose("declarer"), choose("others")),
  );
}

// "Bert + Dora" and "Anna + Cilli", as far as it is known who plays with whom.
export function sideNames(table, game) {
  const contract = contractOf(table, game.contract);
  if (isCalled(contract) && game.partner === null) {
    const declarer = say(table, "side_open", { name: nameOf(table, game.declarer) });
    return { declarer, others: say(table, "others_open") };
  }
  const both = sides(table, game);
  return { declarer: namesOf(table, both.declarer), others: namesOf(table, both.others) };
}

function tricksBlock(page, place, contract) {
  const { table, state } = page;
  const game = state.games[place];
  const won = wins(table, game);
  const result = (name, pressed) => {
    const why = name === "won" && !pressed && impossibleTricks(page, place, contract.won_with[0]);
    const mark = why && h("span", { class: "mark" }, say(table, "not_with", { what: why }));
    return button(["result", place, name], pressed, { class: "choice", disabled: Boolean(why) }, say(table, name), mark);
  };
  const open = game.tricks !== null || state.open.tricks === place;
  const inTheBar = asksInTheBar(page);
  const outcomes =
    !inTheBar && h("div", { class: "results" }, result("won", won === true), result("lost", won === false));
  const counting = open
    ? trickKeys(page, place)
    : opener(["unfold", "tricks", place], false, say(table, "tricks"));
  const legend = inTheBar ? unseen(say(table, "ends_otherwise")) : resultLegend(page, place);
  return block(page, `result-${place}`, legend, outcomes, counting);
}

// What the others have taken makes keys grey; they stand too close for each to say it.
function trickKeys(page, place) {
  const { table, state } = page;
  const game = state.games[place];
  const label = say(table, "tricks_of", { name: nameOf(table, game.declarer) });
  const counted = [...Array(table.tricks + 1).keys()].map((count) => {
    const pressed = game.tricks === count;
    return { count, pressed, why: pressed ? null : impossibleTricks(page, place, count) };
  });
  const keys = counted.map(({ count, pressed, why }) => {
    const attributes = { class: "choice key", disabled: why !== null };
    return button(["tricks", place, count], pressed, attributes, String(count));
  });
  const reason = counted.find(({ why }) => why !== null)?.why;
  return [
    h("div", { class: "tricks", key: "tricks", role: "group", "aria-label": label }, keys),
    reason && h("p", { class: "reason", key: "reason" }, say(table, "not_with", { what: reason })),
  ];
}

// A kontra of each opponent, where the rules have that.
function individualBlock(page, place, contract) {
  const { table, state } = page;
  const game = state.games[place];
  const may = kontraing(table, state, game);
  const ladder = gameLevels(table, state, contract);
  if (contract.kind !== "negative" || !may.length || !ladder.length) return null;
  const buttons = may.map((id) => {
    const level = ladder.find(({ key }) => key === game.kontras[id]);
    const attributes = { class: "opt" };
    return button(["kontrasNext", place, id], level !== undefined, attributes, fitted(table, nameOf(table, id)), level && h("span", { class: "mark" }, level.label));
  });
  return block(page, `kontra-${place}`, say(table, "kontras"), h("div", { class: "each" }, buttons));
}

function trischakenBlock(page, place) {
  const { table, state } = page;
  const game = state.games[place];
  const other = say(table, game.counting ? "order_only" : "count_all");
  const switching = opener(["counting", place, !game.counting], null, other);
  if (game.counting) {
    return block(page, `result-${place}`, say(table, "ask_count"), countingPart(page, place), switching);
  }
  const ranks = ["most", "second"].slice(0, table.trischaken.places_needed);
  // A seat's digit takes the next rank that is open: who has most, then who has second most.
  const nextRank = (id) => (ranks.length > 1 && playing(table).some((other) => other !== id && game.ranks[other] === 1) ? 2 : 1);
  const rows = playing(table).map((id) => {
    const name = nameOf(table, id);
    const digit = table.seats.findIndex((seat) => seat.id === id) + 1;
    const buttons = ranks.map((word, above) =>
      button(["rank", place, id, above + 1], game.ranks[id] === above + 1, { class: "opt", "data-seat": above + 1 === nextRank(id) && digit }, unseen(`${name} `), say(table, word)),
    );
    const none =
      table.trischaken.jungfrau &&
      button(["jungfrau", place, id], game.jungfrauen.includes(id), { class: "opt" }, unseen(`${name} `), say(table, "jungfrau"));
    return h("div", { class: "prem", key: id, role: "group", "aria-label": name }, h("span", { class: "name", "aria-hidden": "true" }, fitted(table, name)), buttons, none);
  });
  return block(page, `result-${place}`, say(table, "ask_most"), h("div", { class: "card prems ranks", key: "rows" }, rows), buergermeister(page, place), switching);
}

function buergermeister(page, place) {
  const { table, state } = page;
  const game = state.games[place];
  const first = playing(table).filter((id) => game.ranks[id] === 1);
  if (first.length !== 1 || table.trischaken.buergermeister === null) return null;
  const name = nameOf(table, first[0]);
  if (game.jungfrauen.length === 3) return h("p", { class: "proof" }, say(table, "all_tricks_is", { name }));
  const points = table.trischaken.buergermeister;
  const words = say(table, isRounded(table) ? "buergermeister_rounded" : "buergermeister_is", { name, points });
  return button(["buergermeister", place], game.buergermeister, { class: "choice broad" }, words);
}

function countingPart(page, place) {
  const { table, state } = page;
  const game = state.games[place];
  const plain = table.counting === "plain";
  const pointsById = counts(table, game);
  const people = playing(table).map((id) => {
    const points = pointsById[id] === null ? "–" : written(pointsById[id], plain);
    return person(table, ["count", place, id], game.counted === id, id, points);
  });
  const id = game.counted;
  if (id === null) return players(people);
  const meter = game.meters[id];
  const left = measured(meter, plain) === null ? null : leftOver(table, game);
  return [
    players(people),
    h("p", { class: "whose", key: "whose" }, say(table, "points_of_one", { name: nameOf(table, id) })),
    keypad(table, state, { place, id, meter, rest: "rest_left", left }),
  ];
}
