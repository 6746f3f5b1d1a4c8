// Finds where on the page a problem belongs. What was not touched yet is a question, not a mistake.

import { slot } from "./premiums.js";

// A problem whose block is not on the page stands beside the save button.
export function drawWithProblems(page, drawAll) {
  Object.assign(page, placed(page));
  drawAll();
  const homeless = Object.keys(page.problems).filter((id) => !document.getElementById(id));
  if (!homeless.length) return;
  page.unplaced = [...page.unplaced, ...homeless.flatMap((id) => page.problems[id])];
  drawAll();
}

function placed(page) {
  const current = problemsNow(page);
  const openBlocks = page.tried ? [] : page.missing.map(({ block }) => block);
  const problems = {};
  const unplaced = [];
  for (const { where, text } of current) {
    const id = blockOf(where, JSON.parse(page.record), page.state);
    if (openBlocks.includes(id) || (id === "contract-0" && openBlocks.includes("bird"))) continue;
    if (id === null) unplaced.push(text);
    else (problems[id] ||= []).push(text);
  }
  return { problems, unplaced };
}

// The server's words about exactly what is on the page now.
function problemsNow(page) {
  if (page.refused?.record === page.record) return page.refused.problems;
  const { record, decided, instead, problems } = page.preview ?? {};
  const isPossible = decided === false && instead?.settlement; // if it is lost
  return (record === page.record && !isPossible && problems) || [];
}

// Returns whether only the cards exclude the hand on the page, and a director may store it.
export function mayStoreAnyway(page) {
  const answers = [page.refused, page.preview].filter((one) => one?.record === page.record);
  return page.takesIn && page.missing.length === 0 && answers.some((one) => one.only_by_cards);
}

const BLOCKS = {
  declarer: "declarer",
  contract: "contract",
  partner: "declarer",
  king: "declarer",
  kontra: "kontra",
  kontras: "kontra",
  kontra_void: "kontra",
};

function blockOf(where, record, state) {
  const [first, place, key] = where.split(".");
  if (first === "games" && key !== undefined) return `${BLOCKS[key] || "result"}-${place}`;
  if (first === "premiums" && place !== undefined) {
    const premium = record.premiums?.[Number(place)];
    if (!premium) return null;
    const [{ declarer, partner }] = record.games;
    const id = slot(premium.by === declarer || premium.by === partner ? "declarer" : "others", premium.premium);
    return state.premiums[id]?.duty ? "bird" : `premium-${id}`;
  }
  if (first === "revoke") return "revoke";
  if (first === "reason" || first === "void") return "reason";
  return null;
}
