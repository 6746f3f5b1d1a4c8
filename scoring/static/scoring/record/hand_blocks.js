// A hand on one screen: its games, its premiums, and behind one line what few hands need.

import {
  asksInTheBar,
  companyButton,
  endingsOf,
  gameBlocks,
  hasTill,
  resultBlock,
  withoutPartner,
} from "./game_blocks.js";
import { button } from "./keypad.js";
import { birdBlock, premiumCard, rarePremiums, voidButtons } from "./premium_blocks.js";
import { aloneInWords, contractOf } from "./rules.js";
import { renonceBlock } from "./special_blocks.js";
import { say } from "./words.js";

export function handBlocks(page) {
  const { games } = page.state;
  const known = games.every(({ contract, declarer }) => contract !== null && declarer !== null);
  const bird = known ? birdBlock(page) : null;
  const blocks = games.flatMap((_, place) => gameBlocks(page, place, place === 0 ? bird : null));
  return known ? [...blocks, premiumCard(page), furtherPart(page)] : blocks;
}

function furtherPart(page) {
  const { table, state } = page;
  const contract = contractOf(table, state.games[0].contract);
  const parts = [
    asksInTheBar(page) && resultBlock(page, 0, contract),
    withoutPartner(page, 0, contract),
    rarePremiums(page),
    voidButtons(page),
    companyButton(page),
    renonceBlock(page),
  ].flat(9).filter(Boolean);
  if (!hasTill(page)) return parts;
  if (parts.length === 0) return null;
  const isWrong = parts.some(({ attributes: { id } }) => page.problems[id]);
  const open = state.open.further === true || state.revoked || isWrong;
  const line = button(
    ["unfold", "further", true],
    null,
    { class: "further", id: "further", "aria-expanded": String(open), "data-letter": "further" },
    contentsOf(page, contract),
  );
  return open ? [line, ...parts] : [line];
}

// "Punkte · 35:35 · König im Talon · weitere Prämien · Renonce": the first of each kind.
function contentsOf(page, contract) {
  const { table } = page;
  const counted = say(table, contract.kind === "negative" ? "tricks" : "card_points");
  const [ending] = endingsOf(page, 0, contract).filter((name) => name !== "conceded");
  const [alone] = contract.alone;
  const named = [
    asksInTheBar(page) && counted,
    asksInTheBar(page) && ending && say(table, ending),
    alone && aloneInWords(table, contract, alone),
    rarePremiums(page) && say(table, "further_premiums"),
    contract.renonce && say(table, "renonce"),
  ];
  return named.filter(Boolean).join(" · ") || say(table, "special_legend");
}
