// A hand in words, made on the phone: to be recognised, or copied to paper.

import { offenders } from "./hand.js";
import { aloneInWords, contractOf, premiumOf } from "./rules.js";
import { gist } from "./same_hand.js";
import { nameOf, namesOf, say } from "./words.js";

// "Anna: Rufer + Cilli, gewonnen · Trull still"
export function handInWords(table, record) {
  if (record.event) return say(table, record.event);
  if (record.void) return [say(table, record.void), record.reason].filter(Boolean).join(": ");
  const games = record.games.map((game) => gameInWords(table, game));
  const premiums = (record.premiums || []).map((premium) => premiumInWords(table, premium));
  return [...games, ...premiums, record.revoke && revokeInWords(table, record.revoke)]
    .filter(Boolean)
    .join(" · ");
}

function gameInWords(table, game) {
  const contract = contractOf(table, game.contract);
  const label = contract?.label ?? game.contract;
  const alone = game.king && aloneInWords(table, contract, game.king);
  const what = [label, game.partner && nameOf(table, game.partner)].filter(Boolean).join(table.words.and);
  const parts = [what, alone, resultInWords(table, game), ...kontrasInWords(table, game)];
  return `${nameOf(table, game.declarer)}: ${parts.filter(Boolean).join(", ")}`;
}

// Returns in what a hand differs from another one of the same deal: "verloren, Kontra"; all of it, where it is another game.
export function differing(table, record, other) {
  if (gist(record) !== gist(other)) return handInWords(table, record);
  const details = ({ games, premiums, revoke }) => [
    ...games.flatMap((game) => kontrasInWords(table, game)),
    ...(premiums ?? []).map((premium) => premiumInWords(table, premium)),
    revoke ? revokeInWords(table, revoke) : "",
  ];
  const theirs = details(other);
  const own = details(record).filter((detail) => !theirs.includes(detail));
  const results = record.games.map((game) => resultInWords(table, game));
  return [...results, ...own].filter(Boolean).join(", ");
}

function kontrasInWords(table, game) {
  const each = Object.entries(game.kontras || {});
  return [kontraInWords(table, game), ...each.map(([id, level]) => `${levelOf(table, level)} ${nameOf(table, id)}`)];
}

function resultInWords(table, game) {
  if (game.won !== undefined) return say(table, game.won ? "won" : "lost");
  if (game.drawn) return say(table, "drawn");
  if (game.conceded) return say(table, "conceded");
  if (game.unplayed) return say(table, "blank");
  if (game.tricks !== undefined) return say(table, "told_tricks", { count: game.tricks });
  if (game.order) return orderInWords(table, game);
  if (typeof game.points === "object") {
    return Object.entries(game.points)
      .map(([id, points]) => `${nameOf(table, id)} ${points}`)
      .join(", ");
  }
  return game.points === undefined ? "" : say(table, "told_points", { points: game.points });
}

function orderInWords(table, game) {
  const places = game.order.map(
    (ids, place) => `${say(table, place ? "second" : "most")} ${namesOf(table, ids)}`,
  );
  const none = (game.jungfrau || []).map((id) => `${say(table, "jungfrau")} ${nameOf(table, id)}`);
  const all = game.buergermeister && say(table, "told_buergermeister");
  return [...places, all, ...none].filter(Boolean).join(", ");
}

function premiumInWords(table, premium) {
  const label = premiumOf(table, premium.premium)?.label ?? premium.premium;
  const how = `${label} (${nameOf(table, premium.by)}) ${say(table, outcomeWord(premium))}`;
  const against = premium.against && say(table, "told_against", { name: nameOf(table, premium.against) });
  return [how, against, kontraInWords(table, premium)].filter(Boolean).join(", ");
}

function outcomeWord({ announced, made }) {
  if (!announced) return made === false ? "silent_missed" : "silent";
  if (made === undefined) return "announced";
  return made ? "made" : "missed";
}

function kontraInWords(table, { kontra, kontra_void: isVoid }) {
  if (!kontra) return "";
  return isVoid ? `${levelOf(table, kontra)} ${say(table, "void")}` : levelOf(table, kontra);
}

function levelOf(table, key) {
  return table.levels.find((level) => level.key === key)?.label ?? key;
}

function revokeInWords(table, revoke) {
  const { claims } = revoke;
  const claimed = Object.entries(claims || {}).map(([id, claim]) => `${nameOf(table, id)} ${claim}`);
  const who = `${say(table, "renonce")} ${namesOf(table, offenders(revoke))}`;
  return claimed.length ? `${who}, ${say(table, "claims")}: ${claimed.join(", ")}` : who;
}
