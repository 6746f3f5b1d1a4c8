// Card points: as they are typed, as they are written, and counted card by card.

// What the cards are worth in thirds, and how many of each there are: together 210.
export const CARDS = {
  king: { thirds: 13, most: 4 },
  queen: { thirds: 10, most: 4 },
  knight: { thirds: 7, most: 4 },
  jack: { thirds: 4, most: 4 },
  trull: { thirds: 13, most: 3 },
  blank: { thirds: 1, most: 35 },
};

export function written(points, plain) {
  return plain ? String(points) : `${Math.floor(points / 3)}/${points % 3}`;
}

// Whether limits are whole points to which thirds are rounded, on a sheet that counts Blatt.
export function isRounded(table) {
  return table.counting !== "plain" && !table.writes_blatt;
}

// Returns "41/2" where the Blatt was counted, and 41 in Lagen or where there are none.
export function forRecord(points, plain) {
  return plain ? points : written(points, plain);
}

// The meter that shows what stands in a record.
export function meterFrom(value) {
  const [whole, blatt] = String(value).split("/");
  return { whole, blatt: blatt === undefined ? null : Number(blatt), cards: null };
}

// A meter holds what was typed: whole points, then Blatt; or the cards that were tapped.
export function emptyMeter() {
  return { whole: "", blatt: null, cards: null };
}

export function meterOf(points, plain) {
  if (plain) return { whole: String(points), blatt: null, cards: null };
  return { whole: String(Math.floor(points / 3)), blatt: points % 3, cards: null };
}

// The points in a meter, or null while something is missing.
export function measured(meter, plain) {
  if (!meter || meter.whole === "") return null;
  if (plain) return Number(meter.whole);
  return meter.blatt === null ? null : Number(meter.whole) * 3 + meter.blatt;
}

// Whether a side's points, exact or whole ones, are as many as the engine says; null where they do not tell.
export function reaches(counted, limits) {
  const [most, least] = limits[counted.how];
  if (counted.points >= least) return true;
  return counted.points <= most ? false : null;
}

export function begun(meter) {
  return Boolean(meter) && (meter.whole !== "" || meter.blatt !== null);
}

export function withDigit(meter, digit) {
  const whole = meter.whole === "0" ? String(digit) : meter.whole + digit;
  return whole.length > 2 ? meter : { ...meter, whole, cards: null };
}

export function withBlatt(meter, blatt) {
  return { ...meter, whole: meter.whole === "" ? "0" : meter.whole, blatt, cards: null };
}

// Takes back what was typed last.
export function erased(meter) {
  if (meter.cards) return emptyMeter();
  if (meter.blatt !== null) return { ...meter, blatt: null };
  return { ...meter, whole: meter.whole.slice(0, -1) };
}

export function withCard(meter, kind, change) {
  const cards = { ...(meter.cards || {}) };
  const { most } = CARDS[kind];
  cards[kind] = Math.min(most, Math.max(0, (cards[kind] || 0) + change));
  const points = Object.entries(cards).reduce((sum, [card, count]) => sum + count * CARDS[card].thirds, 0);
  return { ...meterOf(points, false), cards };
}
