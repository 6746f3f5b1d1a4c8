// What a game or premium is called: its name, its short form, and the other names that the sheet prints.

export function matches(row, sought) {
  const names = [row.label, row.short, ...(row.also ?? "").split(",")].map(folded);
  return names.some((name) => name.includes(folded(sought)));
}

function folded(name) {
  return name.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();
}
