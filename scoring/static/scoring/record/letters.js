// Which letter of a keyboard stands for what, at a table: always the same, whatever else the hand has.

import { FEW } from "./game_blocks.js";
import { USUAL } from "./premium_blocks.js";
import { say } from "./words.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

// Letters by what they stand for: the first of a word that is free, else any of the label, else any that is left. What is
// needed most often chooses first; for the rarest there is none.
export function lettersOf(table) {
  const letters = new Map();
  let free = new Set(ALPHABET);
  const choose = (meaning, candidates) => {
    const letter = letters.has(meaning) ? null : candidates.find((one) => free.delete(one));
    if (letter) letters.set(meaning, letter);
  };
  for (const some of meanings(table)) {
    for (const [meaning, label] of some) choose(meaning, lettersIn(label));
    for (const [meaning] of some) choose(meaning, [...free]);
  }
  // Before a game is chosen only games have letters: what is done then shares those of premiums and endings.
  const ofGames = [...letters].filter(([meaning]) => /^(contract |all_games)/.test(meaning)).map(([, letter]) => letter);
  free = new Set([...ALPHABET].filter((letter) => !ofGames.includes(letter)));
  for (const word of ["undo", "redeal"]) choose(word, [...lettersIn(say(table, word)), ...free]);
  return letters;
}

// What is frequent, and what is rare: [what it stands for, its label].
function meanings(table) {
  const { contracts, premiums, usual } = table;
  const kontra = table.levels[0]?.label ?? "";
  const words = (...names) => names.map((name) => [name, say(table, name)]);
  const game = ({ key, label }) => [`contract ${key}`, label];
  const premium = ({ key, label }) => [`premium ${key}`, label];
  const called = (rows, keys) => keys.flatMap((key) => rows.filter((row) => row.key === key));
  const played = called(contracts, usual.slice(0, FEW));
  const frequent = [
    ...[...words("won", "lost"), ["kontra", kontra]],
    ...played.map(game),
    ...called(premiums, USUAL).map(premium),
    ...[["of_others", say(table, "opponents")], ["kontra_on", kontra], ["further", say(table, "card_points")]],
    ...[["missed", say(table, "bird_missed")], ["bird_made", say(table, "bird_made")]],
    ...called(premiums, played.flatMap(({ birds }) => birds)).map(premium),
    ...words("count_points", "talon", "all_games", "self"),
    ...[["made", say(table, "bird_made")], ["bird_missed", say(table, "bird_missed")]],
  ];
  return [frequent, [...premiums.map(premium), ...contracts.map(game)]];
}

// The first letters of its words before all others, without accents.
function lettersIn(label) {
  const text = label.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();
  return [...text.matchAll(/\b[A-Z]/g), ...text.matchAll(/[A-Z]/g)].map(([letter]) => letter);
}
