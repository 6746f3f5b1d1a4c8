// What a game or premium is called: its name, its short form, and the other names that the sheet prints.

import { plain } from "../plain.js";

export function matches(row, sought) {
  const names = [row.label, row.short, ...(row.also ?? "").split(",")].map(plain);
  return names.some((name) => name.includes(plain(sought)));
}
