// What was saved on the page: given to the queue, and what becomes of it.

import { withIds } from "./given_ids.js";
import { isBegun } from "./half_filled.js";
import { emptyHand } from "./hand.js";
import { keepSeed, newId } from "./ids.js";
import { afterAll, standingOf } from "./next_table.js";
import { conflictOf } from "./occasion.js";
import { showPicture } from "./picture.js";
import { recordOf } from "./record.js";
import { refusedSeats } from "./seats_block.js";
import { renamed, rightNames } from "./right_names.js";
import { contradicted, contradicts, counterpart, decisionOn, lastDiffering, pairs, undecided } from "./same_hand.js";
import { postOnce } from "./sending.js";
import { told } from "./told.js";
import { waitingFor } from "./waiting.js";

const MOMENT = 5000; // milliseconds that the form waits for an answer; afterwards only the hand does

export function entrusting(page, visitor, tools) {
  const { afresh, askForPreview, hear, keepHalf, newTable, reckoned, redraw, sight, takePlace } = tools;
  const queue = waitingFor(page.table.urls.save, { send, answered, changed: redraw, lasting: !page.table.log });
  const isUsed = Boolean(page.table.urls.save) && !page.table.review;

  function send(deed, after) {
    const { urls } = page.server;
    const inForm = isAwaited(deed);
    const how = inForm ? { within: MOMENT } : {};
    if (deed.what === "undo") return postOnce(urls.undo, { id: deed.id, after }, visitor, how);
    const { id, record, seen } = deed;
    const ago = Math.max(0, Date.now() - (deed.entered ?? Date.now())); // the phone's clock may be wrong
    if (deed.what === "version") {
      const body = { id, after, record, ago, seen, takes: deed.takes };
      return postOnce(`${urls.sheet}hands/${deed.of}/version/`, body, visitor, how);
    }
    return postOnce(urls.save, { id, after, record, ago, seen, shown: shownOf(id) }, visitor, how);
  }

  // What the engine of this phone had said of it, for the server to compare.
  function shownOf(id) {
    const entry = page.told[page.waiting.findIndex((waiting) => waiting.id === id)];
    return entry?.amounts && { number: entry.number, amounts: entry.amounts.map(([, amount]) => amount) };
  }

  function isAwaited(deed) {
    return page.pending?.what === "save" && page.pending.id === deed.id;
  }

  function deedOf(record) {
    const words = [told(page.table, record), knownAmounts(record)].filter(Boolean);
    return {
      id: page.id,
      what: "save",
      record,
      state: page.state,
      number: record.games ? page.table.number : null,
      told: words.join(" "),
      account: visitor.account,
      entered: Date.now(),
      tries: 0,
      stopped: null,
      seen: page.server.after, // entries of the table: who is who is as it was said there
    };
  }

  function knownAmounts(record) {
    const said = JSON.stringify(record);
    const { record: shown, either, save, instead } = page.preview ?? {};
    if (either) return [save, instead?.save][either.indexOf(said)] ?? "";
    return (shown === said && save) || "";
  }

  // The form keeps showing a hand that is sent at once; behind others it is left to the queue.
  function save(record, after = page.server.after) {
    const deed = deedOf(record);
    const { mending } = page;
    if (page.picture) keepSeed();
    if (queue.deeds.length === 0) queue.stands(standingOf(page.server));
    const mended = find(mending);
    if (mended && page.inserting) {
      queue.add(deed, page.server.after, page.ahead);
      leave(mended);
    } else if (mended) queue.release(mending, deed, page.ahead === 0 ? seenBeside(mended) : undefined);
    else queue.add(deed, after);
    page.thrown = null;
    page.trouble = null;
    const [played] = record.games ?? [];
    if (played) page.last = { declarer: played.declarer, contract: played.contract };
    const isNext = queue.deeds[0].id === deed.id && queue.onItsWay === null;
    if (isNext) page.pending = { what: "save", id: deed.id };
    else letGo(deed);
    redraw();
    queue.tryNow();
  }

  // The hand is in the queue, and the form free for the next one.
  function letGo(deed) {
    if (isOfSeats(deed)) page.seats = null;
    page.pending = null;
    afresh();
    takePlace();
    keepHalf();
    page.said = { what: "waiting", id: deed.id, number: deed.number, text: deed.told, told: told(page.server, deed.record), amounts: [] };
    removeNotices();
    sight.toTheTop();
  }

  // What the page said when it was opened, such as who deals now, is no longer so.
  function removeNotices() {
    for (const notice of document.querySelectorAll("main > .said[role=status]")) notice.remove();
  }

  function answered(deed, { outcome, data }) {
    const awaited = isAwaited(deed);
    if (awaited) page.pending = null;
    (ANSWERS[outcome] ?? ANSWERS.unsure)(deed, data, awaited);
    redraw();
    if (outcome !== "unsure") askForPreview();
    if (outcome === "ok" && awaited) sight.toTheTop();
    else if (outcome === "problems" && page.refused) sight.firstBlock();
  }

  const ANSWERS = {
    ok(deed, data, awaited) {
      if (isOfSeats(deed)) page.seats = null;
      if (awaited) afresh();
      if (awaited) page.meanwhile = null;
      for (const kept of ["state", "aside", "thrown", "seats"]) page[kept] = withIds(page[kept], data.came ?? {});
      const { id, number } = data;
      const what = deed.what;
      page.said = {
        what,
        id,
        number,
        text: data.said || "",
        html: data.settlement || "",
        amounts: data.amounts ?? [],
        differs: data.differs,
        told: what === "save" ? told(page.server, deed.record) : "",
        back: { save: "undo", undo: "redo" }[what],
      };
      page.fromPhone = false;
      newTable(data.table);
      keepHalf();
      removeNotices();
    },
    // Nothing was written: the hand is on the form again, and what was entered behind it waits on.
    problems(deed, data, awaited) {
      const { problems } = data;
      if (isOfSeats(deed)) {
        queue.remove(deed.id);
        refusedSeats(page, problems.map(({ text }) => text));
        return;
      }
      if (awaited && isAlone()) {
        queue.remove(deed.id);
        page.mending = null;
        page.refused = { record: page.record, problems };
        page.trouble = "look";
        return;
      }
      queue.stop(deed.id, { why: "problems", problems });
      const isFree = page.mending === null && !isBegun(page.state);
      if (deed.what !== "version" && (awaited || isFree)) open(deed.id);
    },
    conflict(deed, data, awaited) {
      if (data.closed && !awaited) {
        newTable(data.table);
        return;
      }
      const found = conflictOf(data, queue.after, "save");
      const { text } = found;
      if (isOfSeats(deed)) {
        queue.remove(deed.id);
        newTable(data.table);
        refusedSeats(page, [text]);
        keepHalf();
        return;
      }
      // Two versions of one hand are compared; any other hand is back in the form.
      const compared = awaited && isAlone() && contradicts(deed.record, data.since ?? []);
      if (awaited && isAlone() && !compared) queue.remove(deed.id);
      else {
        const why = found.whose === "news" ? "news" : "conflict";
        queue.stopAll({ why, text, since: data.since ?? [], after: data.table.after });
      }
      if (compared) letGo(deed);
      else if (awaited) {
        page.mending = find(deed.id) ? deed.id : null;
        page.id = newId();
        page.conflict = { ...found, record: deed.record, since: data.since ?? [] };
        page.meanwhile = null;
      }
      newTable(data.table);
      keepHalf();
    },
    unsure(deed, data, awaited) {
      if (awaited) letGo(deed);
    },
  };

  function isOfSeats({ id }) {
    return page.seats?.sent === id;
  }

  function isAlone() {
    return queue.deeds.length === 1;
  }

  // A waiting hand on the form; what was begun there is put aside until that one is saved.
  function open(id) {
    const deed = find(id);
    const { stopped } = deed;
    putAside(id);
    const differs = ["conflict", "news"].includes(stopped?.why);
    page.mending = id;
    page.id = differs ? newId() : id;
    page.state = renamed(deed.state, rightNames(page.server, deed.seen ?? page.server.after) ?? {});
    if (stopped === null) queue.stop(id, { why: "opened" });
    takePlace();
    const record = JSON.stringify(recordOf(page.state, page.table));
    page.refused = stopped?.problems ? { record, problems: stopped.problems } : null;
    page.trouble = stopped?.problems ? "look" : null;
    page.conflict = null;
    page.meanwhile = null;
    keepHalf();
  }

  function putAside(id) {
    if (page.id !== id && page.mending === null && isBegun(page.state)) {
      page.aside = { state: page.state, id: page.id };
    }
  }

  function leave({ id, stopped }) {
    if (stopped?.why === "opened") queue.release(id, {});
  }

  // What can still be changed for a hand that waits; of what has perhaps been sent that is a copy.
  function changeable(id) {
    if (find(id).stopped) return id;
    const { deeds } = queue;
    const told = reckoned.known(page.server, deeds);
    const standings = deeds.map((_, place) => standingOf(afterAll(page.server, deeds.slice(0, place), told)));
    return queue.renew(id, standings, newId);
  }

  function find(id) {
    return queue.deeds.find((deed) => deed.id === id);
  }

  function drop(id) {
    page.thrown = { deed: find(id), place: queue.deeds.findIndex((deed) => deed.id === id) };
    queue.remove(id);
    page.said = null;
    takePlace();
    keepHalf();
    redraw();
    sight.toTheAnswers();
  }

  function decide(id, decision) {
    page.same = { ...page.same, [id]: decision };
    redraw();
  }

  // What becomes of a hand of ours that others have entered otherwise: it is not dropped without a trace.
  function asVersion(deed) {
    const { id, record } = deed;
    const of = counterpart(page, id)?.id;
    const isWritten = pairs(page).has(id) && !contradicted(page).some((pair) => pair.id === id);
    if (!of || !record.games || isWritten) return null;
    return { ...deed, what: "version", number: null, of, takes: decisionOn(page, id) === "mine" };
  }

  const orders = {
    unfold() {
      page.unfolded = !page.unfolded;
      redraw();
    },
    tryNow() {
      if (isUsed) queue.tryNow();
    },
    // From here on somebody else may have delivered them.
    showPicture() {
      if (page.picture) queue.leave();
      redraw();
      showPicture(page, queue);
    },
    open(id) {
      page.unfolded = false;
      open(changeable(id));
      redraw();
      askForPreview();
      sight.toTheTop();
    },
    // Somebody has looked at what others entered: this is another hand.
    saveAfter(id) {
      queue.release(id, { id: newId(), tries: 0, account: visitor.account }, seenBeside(find(id)));
      redraw();
      queue.tryNow();
    },
    sendAllTheSame(id) {
      queue.release(id, { account: visitor.account });
      redraw();
      queue.tryNow();
    },
    // Is it one of those that others have entered? Said of one hand that waits, when both lists are shown.
    sameHand(id) {
      decide(id, decisionOn(page, id) === "other" ? "theirs" : "other");
    },
    takeTheirs(id) {
      decide(id, "theirs");
    },
    takeMine(id) {
      decide(id, "mine");
    },
    takeBoth(id) {
      decide(id, "other");
    },
    // Ours cannot take the place of the one on the sheet: it stays in the history of that.
    onlyKeep(id) {
      queue.release(id, { id: newId(), takes: false, tries: 0 });
      redraw();
      queue.tryNow();
    },
    putTogether() {
      const [first] = undecided(page);
      if (first) {
        sight.toTheHand(first);
        return;
      }
      const after = seenBeside(queue.deeds[0]);
      const hands = queue.deeds.filter(({ what }) => what === "save");
      const same = hands.filter(({ id }) => decisionOn(page, id) !== "other");
      const versions = same.map(asVersion).filter(Boolean);
      queue.decide(same.map(({ id }) => id), versions, visitor.account, newId);
      queue.follow(after);
      page.same = {};
      takePlace();
      redraw();
      queue.tryNow();
    },
    // A forgotten hand, before one that waits.
    insertBefore(id) {
      const later = changeable(id);
      page.unfolded = false;
      putAside(later);
      queue.stop(later, { why: "opened" });
      Object.assign(page, { mending: later, inserting: true, id: newId(), state: emptyHand() });
      Object.assign(page, { refused: null, trouble: null, conflict: null, meanwhile: null });
      takePlace();
      keepHalf();
      redraw();
      askForPreview();
      sight.toTheTop();
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
      queue.add({ ...undo, ...fresh }, page.server.after);
      takePlace();
      keepHalf();
      redraw();
      queue.tryNow();
    },
    bringBackWaiting() {
      const { deed, place } = page.thrown;
      page.thrown = null;
      queue.add(deed, page.server.after, place);
      takePlace();
      keepHalf();
      redraw();
      queue.tryNow();
      sight.toTheTop();
    },
    // The hand that was opened goes back to where it waited, as it was.
    leaveIt() {
      const deed = find(page.mending);
      if (deed) leave(deed);
      afresh();
      takePlace();
      keepHalf();
      redraw();
      askForPreview();
      queue.tryNow();
      sight.toTheTop();
    },
  };

  // Hands of somebody else who used this phone are sent only when somebody says so.
  function begin() {
    if (!isUsed) return;
    const { deeds, standing } = queue;
    const isNews = deeds.length > 0 || (page.fromPhone && standing?.after > page.server.after);
    if (Array.isArray(standing?.seats) && isNews) {
      const closed = page.fromPhone ? standing.closed : page.server.closed;
      page.server = { ...page.server, ...standing, closed };
    }
    const [first] = deeds;
    if (first && first.account && visitor.account && first.account !== visitor.account) {
      queue.stopAll({ why: "other_account" });
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

  // The last entry of others that stands beside a hand that stopped. What comes later is told with the next answer.
  function seenBeside({ stopped }) {
    return stopped?.after ?? page.server.after;
  }

  // While hands wait, what the table says is no news: it may be one of them. But there is network. Once they have
  // stopped, whoever looks sees how the table stands meanwhile.
  function heard(data) {
    if (!queue.deeds.some(({ id }) => id !== page.mending)) return false;
    if (queue.deeds[0].stopped?.after && data.after > page.server.after && page.pending === null) {
      newTable(data.table);
      redraw();
    }
    const moved = data.after > page.server.after || !data.table.closed;
    if (queue.trouble === "no_answer" || (queue.trouble === "closed" && moved)) queue.tryNow();
    return true;
  }

  return {
    begin,
    find,
    heard,
    orders,
    save,
    // The deeds that come before the hand in the form.
    before() {
      const deeds = isUsed ? queue.deeds : [];
      const place = page.mending ? deeds.findIndex(({ id }) => id === page.mending) : -1;
      return place < 0 ? deeds : deeds.slice(0, place);
    },
    // A whole hand that is discarded for what others have entered stays in the history of that.
    keepVersion() {
      const { record, since = [] } = page.conflict ?? {};
      const of = record?.games && lastDiffering(record, since);
      if (!of) return;
      queue.add({ ...deedOf(record), id: newId(), what: "version", number: null, of: of.id, takes: false }, page.server.after);
      queue.tryNow();
    },
    dropMended() {
      if (page.inserting) leave(find(page.mending));
      else if (page.mending) queue.remove(page.mending);
    },
    reached(seq) {
      queue.reached(seq);
    },
    stands(standing) {
      if (isUsed) queue.stands(standing);
    },
    // Whatever is on the page about what waits.
    tell() {
      page.waiting = isUsed ? queue.deeds : [];
      page.onItsWay = queue.onItsWay;
      page.nothingThrough = queue.trouble;
      page.lasting = queue.isSafe;
    },
    wasOurs(after) {
      return after === queue.after;
    },
  };
}
