// Where the table stands after hands that the server does not know yet: who deals, who sits out, what number.

const STANDING = [
  "after",
  "closed",
  "number",
  "players",
  "seats",
  "dealer",
  "radl",
  "radl_left",
  "radl_times",
  "radl_is_mixed",
  "radl_told",
  "schlussradl",
  "banner",
  "notices",
  "people",
  "pot",
  "standing",
];

// The part of what the server says about a table that changes from hand to hand.
export function standingOf(table) {
  return Object.fromEntries(STANDING.map((name) => [name, table[name]]));
}

// `deeds` are {what: "save", record} and {what: "undo", standing}, after which it stands as before; `settled` is what
// the engine of this phone says of them, in their order, as far as it does.
export function afterAll(table, deeds, settled = []) {
  return deeds.reduce((now, { what, record, standing }, place) => {
    if (what === "version") return now; // it changes a hand before all of these
    const { after, closed } = now;
    const before = { ...now, known: { ...now.known, ...record?.newcomers } };
    if (settled[place]?.table) return { ...before, ...settled[place].table, after, closed, reckoned: true };
    if (what === "undo") return { ...before, ...standing, after, closed, reckoned: false };
    return { ...afterOne(before, record), standing: null, reckoned: false };
  }, table);
}

// Where the hands before have stopped, totals are those of the sheet: nothing is on its way that would change them.
export function withTotalsOf(table, { seats }) {
  const totals = new Map(seats.map(({ id, total }) => [id, total]));
  return { ...table, seats: table.seats.map((seat) => ({ ...seat, total: totals.get(seat.id) })) };
}

// What follows from a hand's points, a Radl above all, only the server knows: null stands for that.
function afterOne(table, record) {
  const noWords = { banner: null, radl_told: "", notices: "" };
  if (record.event === "schlussradl") return { ...table, schlussradl: true, radl: true, ...noWords };
  if (record.event === "radl") return { ...table, radl: true, radl_left: null, ...noWords };
  if (record.players) return { ...seated(table, record), ...noWords };
  const pot = table.pot && { money: null, moved: [] }; // only the server knows
  const moved = { ...table, ...nextDeal(table, record), ...noWords, pot };
  if (record.void) return moved;
  const unknown = table.radl_known && !table.schlussradl;
  return { ...moved, number: table.number + 1, radl: unknown ? null : table.radl, radl_left: null };
}

// Seats these people; one who never sat there has no total yet.
function seated(table, { players: ids, dealer }) {
  const named = (id) => ({ id, name: table.known[id], short: table.known[id], total: "" });
  const seats = ids.map((id) => table.seats.find((seat) => seat.id === id) ?? named(id));
  return { ...table, ...dealtBy(table, seats, ids.indexOf(dealer)) };
}

function nextDeal(table, record) {
  const { seats } = table;
  const last = seats.findIndex((seat) => seat.dealer);
  const next = (last + table.turns[seats.length].deals[record.void ?? "hand"]) % seats.length;
  const unknown = record.void ? seats : seats.map((seat) => ({ ...seat, total: null })); // only the server knows
  return dealtBy(table, unknown, next);
}

// Returns who plays where this seat deals, as the engine lists it for this number of people.
function dealtBy(table, seats, place) {
  const dealer = seats[place].id;
  const players = table.turns[seats.length].playing.map((step) => seats[(place + step) % seats.length]);
  return {
    dealer,
    players: players.map(({ id, name }) => ({ id, name })),
    seats: seats.map((seat) => ({
      ...seat,
      dealer: seat.id === dealer,
      vorhand: seat.id === players[0].id,
      out: !players.includes(seat),
    })),
  };
}
