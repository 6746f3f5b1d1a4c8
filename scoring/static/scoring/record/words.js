// The words that the server has sent along, with names put in.

export function say(table, key, named = {}) {
  return table.words[key].replace(/\{(\w+)\}/g, (_, name) => named[name]);
}

export function nameOf(table, id) {
  const seat = [...table.seats, ...table.players].find((one) => one.id === id);
  return seat ? seat.name : "";
}

export function namesOf(table, ids) {
  return ids.map((id) => nameOf(table, id)).join(table.words.and);
}
