// What holds at this table beside the rules of the game, as the server says it with "occasion": what cannot be
// done now, and what others have entered, in its own words. A club evening says nothing.

import { say } from "./words.js";

const NOTHING = { save: "", title: "", form: true, undo: true, seating: true };

// {save, title, form, undo, seating}: `save` is why no hand can be saved now; the others say what is shown.
export function barsOf({ occasion }, { account }) {
  return occasion?.bars?.[account ? "account" : "card"] ?? NOTHING;
}

// Returns what was entered after `after`: {sentences, same}; `same`, where it may be the hand that is being entered.
// Of several hands the last is named. Null, where the server says no more than what the last entry was.
function newsSince(table, after) {
  const later = (table.occasion?.news ?? []).filter(({ seq }) => seq > after);
  if (later.length === 0) return null;
  const isAll = later[0].seq === after + 1;
  const hands = later.filter(({ same }) => same);
  const sentences = later.filter((one) => !one.same || one === hands.at(-1));
  return { sentences, same: !isAll || hands.length > 0 };
}

function joined(sentences) {
  return sentences.map(({ text }) => text).join(" ");
}

// The answer to what could not be written because others had written before.
export function conflictOf(data, after, whose) {
  const news = newsSince(data.table, after);
  if (news === null) return { text: data.conflict, whose };
  return { text: joined(news.sentences), whose: news.same || whose !== "save" ? whose : "news" };
}

// Null, if the page says it already.
export function meanwhileOf(page, data, started) {
  const news = newsSince(data.table, page.table.after);
  if (news === null) return { text: say(page.table, "meanwhile", { said: data.said }), started };
  const unshown = news.sentences.filter(({ shown }) => !shown); // elsewhere on the page
  return unshown.length === 0 ? null : { text: joined(unshown), started: started && news.same };
}
