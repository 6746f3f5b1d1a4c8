// The recording page as one state, and all that can happen to it. Nothing here draws, sends or stores.

import { withIds } from "./given_ids.js";
import { isBegun, leftOut } from "./half_filled.js";
import { copied, emptyHand, fitting } from "./hand.js";
import { afterAll, withTotalsOf } from "./next_table.js";
import { renamed, rightNames } from "./right_names.js";
import { handInWords } from "./in_words.js";
import { say } from "./words.js";

/**
 * Written by `happen` alone; what is worked out of it at each drawing is among it.
 * @typedef {Readonly<ReturnType<typeof atFirst>>} Page
 */

// How a page begins at a table. `people` are [{name, at}]: who may sit down here, as far as it is known; `colours` are the
// numbers of those of people by id; `picture` is what
// it takes to show the waiting hands as a code, null at a table that the server does not know; `fromPhone` says that the
// page itself came from the phone; `evening` is the address of its
// page; `takesIn`, whether new names are asked to become members.
/** @typedef {{ people: any[], colours: Record<string, number>, picture: any, fromPhone: boolean }} Known */
/** @param {Known & { evening: string, takesIn: boolean, signIn: string }} known */
export function atFirst(table, beginning, id, known) {
  return {
    ...known,
    server: table, // where the table stands by the server's last answer
    table, // where it stands for the hand that is in the form
    ahead: 0, // how many hands wait before that one

    // The hand in the form
    state: beginning,
    id,
    since: table.after, // the entry after which it was begun
    editing: null, // the id of the waiting hand that is open in the form
    inserting: false, // or rather before which a forgotten one is
    stashed: null, // {state, id}: what was in the form before
    discarded: null, // what was discarded last, and can be brought back
    resumed: null, // {left}: the hand was begun before this page was loaded; what does not fit any more
    tried: false, // whether save was pressed although something is missing
    why: false, // whether the reason why hands are doubled is shown
    seats: null, // who is to sit there from the next hand on, while that is being changed: seats_list.js
    last: null, // {declarer, contract}: what was saved from here last
    preview: null, // {record, either, first, decided}, and unless no answer came settlement, save, own, amounts, instead, problems

    // What became of what was sent
    pending: null, // {what, id}: a hand on its way that the form still shows; or an undo, with {url, body, unsure}
    trouble: null, // the word for why it was not saved
    refused: null, // {record, problems, only_by_cards}: why the server sent this very record back, and whether only the cards exclude it
    conflict: null, // {text, whose}: it was not written because others had written before
    meanwhile: null, // {text, started}: what others have entered since
    really: "", // who was really who, since it is known
    receipt: null, // {what, id, number, text, hand, html, amounts, differs, back}: what was saved last, and how to take it back

    // What waits
    waiting: [], // the deeds that the server does not have yet, in order, each with its stage: queue.js
    onItsWay: null, // the id of the one that is being sent
    nothingThrough: null, // the word for why nothing is
    lasting: true, // do they outlive this page?
    unfolded: false, // are they listed?
    same: {}, // decisions about pairs of hands, ours and one of others: same_hand.js
    compared: (_id, _of) => null, // what one of them comes to in the place of what others have entered
    settled: [], // what the engine of this phone makes of them, in their order
    settleError: null, // {word, text}: why this phone cannot say what they come to
    reckoned: null, // {sheet, settling, course}: what they come to together; null where this phone does not settle

    // Worked out at each drawing
    bars: null, // what cannot be done now
    begun: false, // whether anything is entered in the form
    missing: [],
    record: "",
    problems: {},
    unplaced: [],
    beside: null, // the sheet as it is printed, where it stands beside the form
    lately: null, // its last hands, where they were asked for
    cut: [], // names that there is no room for
  };
}

const NOTHING_SAID = { refused: null, trouble: null, conflict: null, meanwhile: null };
const BACK = { save: "undo", undo: "redo", redo: "undo" };

// (page, what is known of the event) => what is otherwise from then on.
/** @type {Record<string, (page: Page, about: any) => Partial<Page>>} */
const EVENTS = {
  drawn: (_page, derived) => derived,

  // The form
  formChanged: ({ discarded }, { state }) => ({ state, refused: null, trouble: null, discarded: discarded?.state ? null : discarded }),
  reasonTyped: (_page, { state }) => ({ state }),
  begun: ({ table }) => ({ since: table.after }), // what was entered before was in view when the hand was begun
  tried: () => ({ tried: true }),
  previewed: (_page, { preview }) => ({ preview }),
  seated: ({ id: before }, { seats, id = before }) => ({ seats, id }),
  // The hand before it again, or another one.
  cleared: ({ stashed }, { beginning, id }) => ({
    ...(stashed ?? { state: copied(beginning), id }),
    ...NOTHING_SAID,
    ...{ stashed: null, editing: null, inserting: false, resumed: null, preview: null, really: "", tried: false },
  }),
  startedOver: (page, fresh) => ({ ...EVENTS.cleared(page, fresh), discarded: handIn(page, page.id) }),
  discarded: (page, fresh) => ({ ...EVENTS.cleared(page, fresh), discarded: handIn(page, fresh.again), receipt: null }),
  broughtBack({ discarded: { state, id, resumed }, table }) {
    return { state: fitting(state, table), id, resumed, discarded: null };
  },
  conflictDismissed: () => ({ conflict: null, meanwhile: null }),
  // As it was when the page was left; others may have entered something since.
  resumed({ server, table }, { left, editing, others }) {
    const right = rightNames(server, left.seen ?? left.after) ?? {};
    const state = renamed(left.state, right);
    return {
      resumed: { left: leftOut(state, table, left.names) },
      state: fitting(state, table),
      id: left.id,
      stashed: left.stashed ? { ...left.stashed, state: renamed(left.stashed.state, right) } : null,
      editing,
      inserting: editing !== null && left.inserting === true,
      ...(others && { since: left.after, meanwhile: { text: null, started: true } }),
    };
  },

  // The table
  occasion: ({ server, table }, { occasion }) => ({ server: { ...server, occasion }, table: { ...table, occasion } }),
  standing: ({ server }, { standing }) => ({ server: { ...server, ...standing } }),
  // What the server says by now; what was typed before is of those who were really there.
  heard(page, { fresh }) {
    const right = rightNames(fresh, page.server.after);
    const names = { ...namesAt(page.server), ...namesAt({ ...page.server, ...fresh }) };
    const { usual } = page.server; // while the page is open no game moves
    const server = { ...page.server, unseen: false, ...fresh, usual };
    if (right === null) return { server };
    const really = Object.entries(right)
      .filter(([one, other]) => names[one] && names[other])
      .map(([one, other]) => say(server, "really", { one: names[one], other: names[other] }))
      .join(" ");
    const now = (hand) => (hand?.state ? { ...hand, state: renamed(hand.state, right) } : hand);
    return { server, really, state: renamed(page.state, right), stashed: now(page.stashed), discarded: now(page.discarded) };
  },
  // The form stands behind the last hand that waits, or where the one stands that is open in it.
  placed({ server, state }, { before, known }) {
    const stopped = before[0]?.stopped;
    const behind = afterAll(server, before, stopped ? [] : known);
    const table = stopped ? withTotalsOf(behind, server) : behind;
    return { ahead: before.length, table, state: fitting(state, table) };
  },
  news: (_page, { meanwhile }) => ({ meanwhile, receipt: null }),
  reached: () => ({ fromPhone: false }),
  mayTryAgain: ({ pending, refused }) => (pending || refused === null ? {} : { refused: null, trouble: null }),

  // An undo, which does not wait
  sent: (_page, { pending }) => ({ pending: { ...pending, unsure: false }, trouble: null }),
  undone: (_page, { pending: { what }, data }) => ({
    ...{ pending: null, meanwhile: null, conflict: null },
    receipt: { what, text: data.said || "", html: data.settlement || "", back: BACK[what] },
  }),
  notUndone: ({ receipt }, { conflict, back }) => ({ pending: null, receipt: back ? receipt && { ...receipt, back: null } : null, conflict }),
  troubled: (_page, { trouble, pending = null }) => ({ pending, trouble }),

  // A hand that is given to the queue
  saved({ last }, { record, pending }) {
    const [played] = record.games ?? [];
    const next = played ? { declarer: played.declarer, contract: played.contract } : last;
    return { discarded: null, trouble: null, last: next, pending };
  },
  answered: (page, { deed }) => (isAwaited(page, deed) ? { pending: null } : {}),
  // The form is free for the next one.
  letGo: (page, { deed, fresh }) => ({ ...EVENTS.cleared(page, fresh), seats: seatsAfter(page, deed), pending: null }),
  waits: ({ server }, { deed: { id, number, told: text, record } }) => ({
    receipt: { what: "waiting", id, number, text, hand: handInWords(server, record), amounts: [] },
  }),
  stored(page, { deed, data, fresh }) {
    const now = { ...page, ...(fresh && EVENTS.cleared(page, fresh)), seats: seatsAfter(page, deed) };
    const { state, stashed, discarded, seats } = now;
    const { id, number, amounts = [], differs } = data;
    const { what, record } = deed;
    return {
      ...now,
      ...withIds({ state, stashed, discarded, seats }, data.came ?? {}),
      fromPhone: false,
      receipt: {
        ...{ what, id, number, amounts, differs, text: data.said || "", html: data.settlement || "" },
        ...{ hand: what === "save" ? handInWords(page.server, record) : "", back: BACK[what] },
      },
    };
  },
  reckoned: ({ receipt }, { amounts }) => ({ receipt: { ...receipt, amounts } }),
  read: ({ receipt }) => ({ why: false, ...(receipt?.what === "save" && { receipt: { ...receipt, html: "" } }) }),
  askedWhy: ({ why }) => ({ why: !why }),
  // Nothing was written: the hand is on the form again.
  refused({ record: shown }, { problems, only_by_cards, record = shown, editing = null }) {
    return { editing, refused: { record, problems, only_by_cards }, trouble: "look" };
  },
  conflicted: (_page, { conflict, editing, id }) => ({ conflict, editing, id, meanwhile: null }),

  // Hands that wait
  opened(page, { deed, id }) {
    const right = rightNames(page.server, deed.seen ?? page.server.after) ?? {};
    return { stashed: stashOf(page, deed.id), ...NOTHING_SAID, editing: deed.id, id, state: renamed(deed.state, right) };
  },
  inserted: (page, { editing, id }) => ({
    ...{ stashed: stashOf(page, editing), ...NOTHING_SAID, unfolded: false, editing, inserting: true, id, state: emptyHand() },
  }),
  waitingDiscarded: (_page, discarded) => ({ discarded, receipt: null }),
  waitingReturned: () => ({ discarded: null }),
  unfolded: (page, { unfolded = !page.unfolded }) => ({ unfolded }),
  decided: ({ same }, { pair, decision }) => ({ same: { ...same, [pair]: decision } }),
  together: () => ({ same: {} }),
};

/** @type {(page: Page, what: string, about?: any) => Page} */
export function afterEvent(page, what, about = {}) {
  return { ...page, ...EVENTS[what](page, about) };
}

// Whether the form waits for the answer to this deed.
export function isAwaited({ pending }, { id }) {
  return pending?.what === "save" && pending.id === id;
}

export function isOfSeats({ seats }, { id }) {
  return seats?.sent === id;
}

function seatsAfter(page, deed) {
  return isOfSeats(page, deed) ? null : page.seats;
}

function handIn({ state, resumed }, id) {
  return { state, id, resumed };
}

// What was begun in the form is put aside until another hand is saved.
function stashOf({ id, editing, state, stashed }, other) {
  return id !== other && editing === null && isBegun(state) ? { state, id } : stashed;
}

export function namesAt(table) {
  return Object.fromEntries(table.seats.map(({ id, name }) => [id, name]));
}
