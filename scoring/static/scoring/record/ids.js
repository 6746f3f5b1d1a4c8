// Ids for hands: each is made of a seed of this page and a count, so that a picture of many hands holds one seed, and the
// next id cannot be guessed from one. (crypto.randomUUID does not exist in a club's own network without https.)

import { joined, sha256 } from "../picture/sha256.js";
import { shelf } from "./shelf.js";

const MOST_SEEDS = 8; // pages that were loaded while hands waited; ids of older ones are shown in full
const MOST_IDS = 400; // of one page

const seeds = shelf("seeds", 1);
const own = asText(marked(crypto.getRandomValues(new Uint8Array(16))));
let count = 0;

export function newId() {
  count += 1;
  return idOf(own, count - 1);
}

// Returns an id for a person who sits down where there is no network, until the server gives one: no id of its own.
export function newPersonId() {
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  return String(910_000_000_000_000 + random);
}

// From here on what waits may be shown by another page of this phone, too.
export function keepSeed() {
  if (!known().includes(own)) seeds.write([...known().slice(1 - MOST_SEEDS), own]);
}

// A function that tells of an id of this phone of which seed it was made: {seed, count}, or null.
export function origins() {
  const originsById = new Map();
  for (const seed of known()) {
    for (let place = 0; place < MOST_IDS; place += 1) originsById.set(idOf(seed, place), { seed, count: place });
  }
  return (id) => originsById.get(id) ?? null;
}

export function idOf(seed, place) {
  const bytes = seed.replaceAll("-", "").match(/../g).map((hex) => parseInt(hex, 16));
  const counted = [24, 16, 8, 0].map((by) => (place >> by) & 255);
  return asText(marked(sha256(joined(bytes, counted)).slice(0, 16)));
}

function known() {
  const stored = seeds.read();
  return Array.isArray(stored) ? stored : [];
}

function marked(bytes) {
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes;
}

function asText(bytes) {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
