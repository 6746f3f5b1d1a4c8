// What was saved on the page: given to the queue, and what becomes of it.

import { presentTime } from "../clock.js";
import { isAwaited, isOfSeats } from "./events.js";
import { isBegun } from "./half_filled.js";
import { keepSeed, newId } from "./ids.js";
import { afterAll, standingOf } from "./next_table.js";
import { conflictOf } from "./occasion.js";
import { showPicture } from "./picture.js";
import { isMendable, stageOf } from "./queue.js";
import { handOf, recordOf } from "./record.js";
import { joinsOf } from "./seats_block.js";
import { refusedSeats } from "./seats_block.js";
import { contradicted, contradicts, counterpart, decisionOn, lastDiffering, pairKey, pairs, undecided } from "./same_hand.js";
import { postOnce } from "./sending.js";
import { handInWords } from "./in_words.js";
import { waitingFor } from "./waiting.js";

const MOMENT = 5000; // milliseconds that the form waits for an answer; afterwards only the hand does

/** @param {import("./events.js").Page} page */
export function entrusting(page, visitor, tools) {
  const { askForPreview, fresh, happen, hear, keepHalf, newTable, reckoned, redraw, viewport, takePlace } = tools;
  const queue = waitingFor(page.table.urls.save, { send, answered, changed: redraw, lasting: !page.table.log });
  const isUsed = Boolean(page.table.urls.save) && !page.table.review;

  function send(deed, after) {
    const { urls } = page.server;
    const how = isAwaited(page, deed) ? { within: MOMENT } : {};
    if (deed.what === "undo") return postOnce(urls.undo, { id: deed.id, after }, visitor, how);
    const { id, record, seen: seenUpTo } = deed;
    const ago = Math.max(0, presentTime() - (deed.entered ?? presentTime())); // the phone's clock may be wrong
    if (deed.what === "version") {
      const body = { id, after, record, ago, seen: seenUpTo, takes: deed.takes, anyway: deed.anyway };
      return postOnce(`${urls.sheet}hands/${deed.of}/version/`, body, visitor, how);
    }
    return postOnce(urls.save, { id, after, record, ago, seen: seenUpTo, shown: shownOf(id), joins: deed.joins, anyway: deed.anyway }, visitor, how);
  }

  // Returns what this phone's engine showed as the hand's amounts, for the server to compare.
  function shownOf(id) {
    const entry = page.settled[page.waiting.findIndex((waiting) => waiting.id === id)];
    return entry?.amounts && { number: entry.number, amounts: entry.amounts.map(([, amount]) => amount) };
  }

  function deedOf(record) {
    const words = [handInWords(page.table, record), knownAmounts(record)].filter(Boolean);
    return {
      id: page.id,
      what: "save",
      record,
      joins: record.newcomers && page.seats?.sent ? joinsOf(page) : undefined,
      state: record.void ? handOf(record, page.table) : page.state,
      number: record.games ? page.table.number : null,
      told: words.join(" "), // the hand in words: what waits is kept under this name, also by earlier programs
      account: visitor.account,
      entered: presentTime(),
      tries: 0,
      stopped: null,
      seen: page.server.after, // the last entry that was heard of, by which names are read; kept and sent under this name
    };
  }

  function knownAmounts(record) {
    const asJson = JSON.stringify(record);
    const { record: shown, either, save, instead } = page.preview ?? {};
    if (either) return [save, instead?.save][either.indexOf(asJson)] ?? "";
    return (shown === asJson && save) || "";
  }

  // The form keeps showing a hand that is sent at once; behind others it is left to the queue.
  // `anyway` is why a hand is stored that no cards can give.
  function save(record, after = page.server.after, anyway = undefined) {
    const deed = { ...deedOf(record), anyway };
    const { editing } = page;
    if (page.picture) keepSeed();
    if (queue.deeds.length === 0) queue.happen("stands", { standing: standingOf(page.server) });
    const mended = find(editing);
    if (mended && page.inserting) {
      queue.happen("added", { deed, after: page.server.after, place: page.ahead });
      leave(mended);
    } else if (mended) {
      queue.happen("released", { id: editing, mended: deed, after: page.ahead === 0 ? seenBeside(mended) : undefined });
    } else queue.happen("added", { deed, after });
    const isNext = queue.deeds[0].id === deed.id && queue.onItsWay === null;
    happen("saved", { record, pending: isNext ? { what: "save", id: deed.id } : null });
    if (!isNext) letGo(deed);
    redraw();
    queue.tryNow();
  }

  // The hand is in the queue, and the form free for the next one.
  function letGo(deed) {
    happen("letGo", { deed, fresh: fresh() });
    takePlace();
    keepHalf();
    happen("waits", { deed });
    removeNotices();
    viewport.toTheTop();
  }

  // Removes messages that the page was opened with, such as who deals now: they are no longer true.
  function removeNotices() {
    for (const notice of document.querySelectorAll("main > .said[role=status]")) notice.remove();
  }

  function answered(deed, { outcome, data }) {
    const awaited = isAwaited(page, deed);
    happen("answered", { deed });
    (ANSWERS[outcome] ?? ANSWERS.unsure)(deed, data, awaited);
    redraw();
    if (outcome !== "unsure") askForPreview();
    if (outcome === "ok" && awaited) viewport.toTheTop();
    else if (outcome === "problems" && page.refused) viewport.firstBlock();
  }

  const ANSWERS = {
    ok(deed, data, awaited) {
      happen("stored", { deed, data, fresh: awaited ? fresh() : null });
      newTable(data.table);
      keepHalf();
      removeNotices();
    },
    // Nothing was written: the hand is on the form again, and what was entered behind it waits on.
    problems(deed, data, awaited) {
      const { problems, only_by_cards } = data;
      if (isOfSeats(page, deed)) {
        queue.happen("removed", deed);
        happen("seated", refusedSeats(page, problems.map(({ text }) => text)));
        return;
      }
      if (awaited && isAlone()) {
        queue.happen("removed", deed);
        happen("refused", { problems, only_by_cards });
        return;
      }
      queue.happen("stopped", { id: deed.id, stopped: { why: "problems", problems, only_by_cards } });
      const isFree = page.editing === null && !isBegun(page.state);
      if (isMendable(deed) && (awaited || isFree)) open(deed.id);
    },
    conflict(deed, data, awaited) {
      if (data.closed && !awaited) {
        newTable(data.table);
        return;
      }
      const reason = conflictOf(data, queue.after, "save");
      const { text } = reason;
      if (isOfSeats(page, deed)) {
        queue.happen("removed", deed);
        newTable(data.table);
        happen("seated", refusedSeats(page, [text]));
        keepHalf();
        return;
      }
      // Two versions of one hand are compared; any other hand is back in the form.
      const compared = awaited && isAlone() && contradicts(deed.record, data.since ?? [], data.next);
      if (awaited && isAlone() && !compared) queue.happen("removed", deed);
      else {
        const why = reason.whose === "news" ? "news" : "conflict";
        const { since = [], next } = data;
        queue.happen("allStopped", { stopped: { why, text, since, next, after: data.table.after } });
      }
      if (compared) letGo(deed);
      else if (awaited) {
        const conflict = { ...reason, record: deed.record, since: data.since ?? [] };
        happen("conflicted", { conflict, editing: find(deed.id) ? deed.id : null, id: newId() });
      }
      newTable(data.table);
      keepHalf();
    },
    unsure(deed, data, awaited) {
      if (awaited) letGo(deed);
    },
  };

  function isAlone() {
    return queue.deeds.length === 1;
  }

  // Whether nothing is being sent.
  function isStopped() {
    return queue.deeds.length === 0 || queue.deeds[0].stopped !== null;
  }

  // A waiting hand on the form; what was begun there is put aside until that one is saved.
  function open(id) {
    const deed = find(id);
    const { stopped } = deed;
    const differs = ["conflict", "news"].includes(stopped?.why);
    happen("opened", { deed, id: differs ? newId() : id });
    if (stopped === null) queue.happen("stopped", { id, stopped: { why: "opened" } });
    takePlace();
    const record = JSON.stringify(recordOf(page.state, page.table));
    if (stopped?.problems) happen("refused", { ...stopped, record, editing: id });
    keepHalf();
  }

  function leave({ id, stopped }) {
    if (stopped?.why === "opened") queue.happen("released", { id });
  }

  // What can still be changed for a hand that waits; of what has perhaps been sent that is a copy.
  function changeable(id) {
    if (find(id).stopped) return id;
    const { deeds } = queue;
    const settled = reckoned.known(page.server, deeds);
    const standings = deeds.map((_, place) => standingOf(afterAll(page.server, deeds.slice(0, place), settled)));
    const as = newId();
    queue.happen("renewed", { id, as, standings, onItsWay: queue.onItsWay, newId });
    return find(as) ? as : id;
  }

  function find(id) {
    return queue.deeds.find((deed) => deed.id === id);
  }

  function drop(id) {
    happen("waitingDiscarded", { deed: find(id), place: queue.deeds.findIndex((deed) => deed.id === id) });
    queue.happen("removed", { id });
    takePlace();
    keepHalf();
    redraw();
    viewport.toTheAnswers();
    queue.tryNow(); // what had to wait for it
  }

  function decide(pair, decision) {
    happen("decided", { pair, decision });
    redraw();
  }

  // What becomes of a hand of ours that others have entered otherwise: it is not dropped without a trace.
  function asVersion(deed) {
    const { id, record } = deed;
    const of = counterpart(page, id)?.id;
    const isWritten = pairs(page).has(id) && !contradicted(page).some((pair) => pair.id === id && pair.theirs.id === of);
    if (!of || !record.games || isWritten) return null;
    return { ...deed, what: "version", number: null, of, takes: decisionOn(page, id) === "mine" };
  }

  const orders = {
    unfold() {
      happen("unfolded");
      redraw();
    },
    tryNow() {
      if (isUsed) queue.tryNow();
    },
    // Another phone may deliver them from here on.
    showPicture() {
      if (page.picture) queue.happen("left");
      redraw();
      showPicture(page, queue);
    },
    open(id) {
      happen("unfolded", { unfolded: false });
      open(changeable(id));
      redraw();
      askForPreview();
      viewport.toTheTop();
    },
    // Sent after what others entered, which was looked at: this is another hand.
    saveAfter(id) {
      const mended = { id: newId(), tries: 0, account: visitor.account };
      queue.happen("released", { id, mended, after: seenBeside(find(id)) });
      redraw();
      queue.tryNow();
    },
    sendAllTheSame(id) {
      queue.happen("released", { id, mended: { account: visitor.account } });
      redraw();
      queue.tryNow();
    },
    // Marks one waiting hand as the same as one of the others' hands, or as another one, when both lists are shown.
    sameHand(id) {
      const isSame = decisionOn(page, id) !== "other";
      const parted = Object.keys(page.same).find((pair) => pair.startsWith(`${id} `) && page.same[pair] === "other");
      decide((!isSame && parted) || pairKey(id, pairs(page).get(id)), isSame ? "other" : "theirs");
    },
    takeTheirs(pair) {
      decide(pair, "theirs");
    },
    takeMine(pair) {
      decide(pair, "mine");
    },
    takeBoth(pair) {
      decide(pair, "other");
    },
    // Ours cannot take the place of the one on the sheet: it stays in the history of that.
    onlyKeep(id) {
      queue.happen("released", { id, mended: { id: newId(), takes: false, tries: 0 } });
      redraw();
      queue.tryNow();
    },
    putTogether() {
      const [first] = undecided(page);
      if (first) {
        viewport.toThePair(first);
        return;
      }
      const after = seenBeside(queue.deeds[0]);
      const hands = queue.deeds.filter(({ what }) => what === "save");
      const same = hands.filter(({ id }) => decisionOn(page, id) !== "other");
      const versions = same.map(asVersion).filter(Boolean);
      const { account } = visitor;
      queue.happen("decided", { same: same.map(({ id }) => id), versions, account, after, newId });
      happen("together");
      takePlace();
      redraw();
      queue.tryNow();
    },
    // A forgotten hand, before one that waits.
    insertBefore(id) {
      const later = changeable(id);
      happen("inserted", { editing: later, id: newId() });
      queue.happen("stopped", { id: later, stopped: { why: "opened" } });
      takePlace();
      keepHalf();
      redraw();
      askForPreview();
      viewport.toTheTop();
    },
    throwAway(id) {
      drop(changeable(id));
    },
    // The last hand that waits. What has perhaps been sent is sent first and taken back then.
    takeBackWaiting(id) {
      const deed = find(id);
      if (deed.tries === 0 && queue.onItsWay !== id) {
        drop(id);
        return;
      }
      const before = queue.deeds.slice(0, -1);
      const standing = standingOf(afterAll(page.server, before, reckoned.known(page.server, before)));
      const undo = { what: "undo", number: deed.number, told: deed.told, standing };
      const fresh = { id: newId(), account: visitor.account, tries: 0, stopped: null };
      queue.happen("added", { deed: { ...undo, ...fresh }, after: page.server.after });
      takePlace();
      keepHalf();
      redraw();
      queue.tryNow();
    },
    bringBackWaiting() {
      const { deed, place } = page.discarded;
      happen("waitingReturned");
      queue.happen("added", { deed, after: page.server.after, place });
      takePlace();
      keepHalf();
      redraw();
      queue.tryNow();
      viewport.toTheTop();
    },
    // The hand that was opened goes back to where it waited, as it was.
    leaveIt() {
      const deed = find(page.editing);
      if (deed) leave(deed);
      happen("cleared", fresh());
      takePlace();
      keepHalf();
      redraw();
      askForPreview();
      queue.tryNow();
      viewport.toTheTop();
    },
  };

  // Hands of another account that used this phone wait until they are sent on purpose.
  function begin() {
    if (!isUsed) return;
    const { deeds, standing } = queue;
    const isNews = !isStopped() || (page.fromPhone && standing?.after > page.server.after);
    if (Array.isArray(standing?.seats) && isNews) {
      const closed = page.fromPhone ? standing.closed : page.server.closed;
      happen("standing", { standing: { ...standing, closed } });
    } else if (deeds.length) queue.happen("stands", { standing: standingOf(page.server) });
    const [first] = deeds;
    if (first && first.account && visitor.account && first.account !== visitor.account) {
      queue.happen("allStopped", { stopped: { why: "other_account" } });
    }
    takePlace();
    window.addEventListener("storage", (event) => {
      if (!queue.isKeptAs(event.key) || page.pending) return;
      if (queue.standing?.after > page.server.after) hear(queue.standing);
      takePlace();
      redraw();
    });
    window.addEventListener("online", () => queue.tryNow());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) queue.tryNow();
    });
    window.addEventListener("beforeunload", (event) => {
      if (!queue.isSafe) event.preventDefault();
    });
  }

  // Returns the last entry of others that was shown beside a hand that stopped. Later ones were not compared with it.
  function seenBeside({ stopped }) {
    const after = Math.max(queue.after, stopped?.after ?? 0);
    // A database of which a copy was put back stands before what this phone has seen.
    return page.fromPhone ? after : Math.min(after, page.server.after);
  }

  // While hands are being sent, what the table says is no news: it may be one of them. But there is network. Once they
  // have stopped it is, whatever stopped them.
  function heard(data) {
    if (isStopped()) return false;
    const moved = data.after > page.server.after || !data.table.closed;
    if (queue.trouble === "no_answer" || (queue.trouble === "closed" && moved)) queue.tryNow();
    return true;
  }

  return {
    begin,
    find,
    heard,
    isStopped,
    orders,
    save,
    // The deeds that come before the hand in the form.
    before() {
      const deeds = isUsed ? queue.deeds : [];
      const place = page.editing ? deeds.findIndex(({ id }) => id === page.editing) : -1;
      return place < 0 ? deeds : deeds.slice(0, place);
    },
    // A whole hand that is discarded for what others have entered stays in the history of that.
    keepVersion() {
      const { record, since = [] } = page.conflict ?? {};
      const of = record?.games && lastDiffering(record, since);
      if (!of) return;
      const deed = { ...deedOf(record), id: newId(), what: "version", number: null, of: of.id, takes: false };
      queue.happen("added", { deed, after: page.server.after });
      queue.tryNow();
    },
    dropMended() {
      if (page.inserting) leave(find(page.editing));
      else if (page.editing) queue.happen("removed", { id: page.editing });
    },
    reached(seq) {
      queue.happen("followed", { after: seq });
    },
    stands(standing) {
      if (isUsed) queue.happen("stands", { standing });
    },
    // Whatever is on the page about what waits.
    waitingState() {
      const { deeds, onItsWay, trouble, isSafe } = queue;
      const waiting = isUsed ? deeds.map((deed) => ({ ...deed, stage: stageOf(deed, onItsWay) })) : [];
      return { waiting, onItsWay, nothingThrough: trouble, lasting: isSafe };
    },
    wasOurs(after) {
      return after === queue.after;
    },
  };
}
