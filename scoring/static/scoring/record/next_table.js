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

// `deeds` are {what: "save", record} and {what: "undo", standing}, after which it stands as before; `told` is what
// the engine of this phone says of them, in their order, as far as it does.
export function afterAll(table, deeds, told = []) {
  return deeds.reduce((before, { what, record, standing }, place) => {
    const { after, closed } = before;
    if (told[place]?.table) return { ...before, ...told[place].table, after, closed, reckoned: true };
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
  if (record.event === "schlussradl") return { ...table, schlussradl: true, radl: true, banner: null, radl_told: "", notices: "" };
  if (record.players) return { ...seated(table, record), banner: null, radl_told: "", notices: "" };
  if (record.void === "redeal") return { ...table, banner: null, radl_told: "", notices: "" };
  const pot = table.pot && { money: null, moved: [] }; // only the server knows
  const moved = { ...table, ...dealt(table.seats, !record.void), banner: null, radl_told: "", notices: "", pot };
  if (record.void) return moved;
  const unknown = table.radl_known && !table.schlussradl;
  return { ...moved, number: table.number + 1, radl: unknown ? null : table.radl, radl_left: null };
}

// Whoever sits there from here on; who never sat there has nothing yet.
function seated(table, { players: ids, dealer }) {
  const place = ids.indexOf(dealer);
  const playing = [1, 2, 3, 4].map((step) => ids[(place + step) % ids.length]);
  const seats = ids.map((id) => ({
    ...(table.seats.find((seat) => seat.id === id) ?? { id, name: table.known[id], short: table.known[id], total: "" }),
    dealer: id === dealer,
    vorhand: id === playing[0],
    out: !playing.includes(id),
  }));
  const players = playing.map((id) => ({ id, name: seats.find((seat) => seat.id === id).name }));
  return { ...table, dealer, seats, players };
}

// Four play: those after the dealer, who is the fourth at a table of four.
function dealt(seats, moves) {
  const last = seats.findIndex((seat) => seat.dealer);
  const inOrder = seats.map((_, place) => seats[(last + 2 + place) % seats.length]);
  const players = inOrder.slice(0, 4);
  const dealer = seats[(last + 1) % seats.length].id;
  return {
    dealer,
    players: players.map(({ id, name }) => ({ id, name })),
    seats: seats.map((seat) => ({
      ...seat,
      total: moves ? null : seat.total, // only the server knows
      dealer: seat.id === dealer,
      vorhand: seat.id === players[0].id,
      out: !players.some(({ id }) => id === seat.id),
    })),
  };
}
