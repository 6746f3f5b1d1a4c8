// Trischaken: who has most and who has none, or everybody's points.

import { playing } from "./game.js";
import { measured, meterFrom } from "./points.js";

// Takes out who does not play, and what three Jungfrauen settle by themselves.
export function fittingOrder(table, game) {
  const ids = playing(table);
  game.jungfrauen = game.jungfrauen.filter((id) => ids.includes(id));
  for (const id of Object.keys(game.ranks)) {
    if (!ids.includes(id) || game.jungfrauen.includes(id)) delete game.ranks[id];
  }
  for (const id of Object.keys(game.meters)) {
    if (!ids.includes(id)) delete game.meters[id];
  }
  if (game.jungfrauen.length === 3) {
    const last = ids.find((id) => !game.jungfrauen.includes(id));
    game.ranks = { [last]: 1 };
    game.buergermeister = table.trischaken.buergermeister !== null;
  }
  if (holding(game, 1).length > 1) game.buergermeister = false;
  if (!ids.includes(game.counted)) game.counted = null;
}

export function holding(game, rank) {
  return Object.keys(game.ranks).filter((id) => game.ranks[id] === rank);
}

// Everybody's points; the last player has what the others leave.
export function counts(table, game) {
  const plain = table.counting === "plain";
  const ids = playing(table);
  const pointsById = Object.fromEntries(ids.map((id) => [id, measured(game.meters[id], plain)]));
  const open = ids.filter((id) => pointsById[id] === null);
  const left = leftOver(table, game);
  if (open.length === 1 && left >= 0) pointsById[open[0]] = left;
  return pointsById;
}

export function leftOver(table, game) {
  const plain = table.counting === "plain";
  return playing(table).reduce((left, id) => left - (measured(game.meters[id], plain) || 0), table.points);
}

export function orderRecord(table, game) {
  const ids = playing(table);
  const needed = game.buergermeister ? 1 : table.trischaken.places_needed;
  const groups = [];
  for (let rank = 1; rank <= 4 && groups.flat().length < needed; rank += 1) {
    const group = ids.filter((id) => game.ranks[id] === rank);
    if (group.length) groups.push(group);
  }
  const jungfrauen = ids.filter((id) => game.jungfrauen.includes(id));
  return {
    order: groups,
    ...(game.buergermeister ? { buergermeister: true } : {}),
    ...(jungfrauen.length ? { jungfrau: jungfrauen } : {}),
  };
}

export function readOrder(document, game) {
  game.jungfrauen = [...(document.jungfrau || [])];
  game.buergermeister = document.buergermeister === true;
  document.order.forEach((group, place) => {
    for (const id of group) if (!game.jungfrauen.includes(id)) game.ranks[id] = place + 1;
  });
}

export function readCounts(points, game) {
  game.counting = true;
  for (const [id, value] of Object.entries(points)) game.meters[id] = meterFrom(value);
}
