// What waits on a phone as the codes of a picture, and what such a code says; scoring/table/pictures.py tells
// the format byte by byte.

import { deflated } from "./deflate.js";
import { bytesOf, lettersOf } from "./letters.js";
import { hmac, joined, sha256 } from "./sha256.js";

export const VERSION = 1;
const LONGEST_CODE = 700; // bytes
const CHECK = 4;
const HEAD = 2 + CHECK;
const SIGNATURE = 16;
const FORM = 4; // letters of the version of the rules
const SMALL = 0x40;
const MOST_PEOPLE = 16;
const [FALSE, TRUE, END, LIST, OBJECT, TEXT, NUMBER, SPELLED, ID] = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => 0xf0 + n);
const WORDS = [
  "games contract declarer partner king talon self won points drawn conceded unplayed tricks order",
  "jungfrau buergermeister kontra kontra_void kontras re sub hirsch premiums premium by made",
  "announced against revoke claims options void reason redeal struck event schlussradl radl times",
  "rufer trischaken piccolo solorufer besserrufer bettler sechserdreier farbendreier dreier zwiccolo",
  "triccolo piccolo_semi_ouvert zwiccolo_semi_ouvert bettler_semi_ouvert piccolo_ouvert",
  "zwiccolo_ouvert triccolo_ouvert bettler_ouvert farbeneiner einer solobesser farbensolo solodreier",
  "falscher_sechser pagatrufer uhurufer kakadurufer quapilrufer geierrufer normalspiel solo farbsolo",
  "pagat uhu kakadu quapil geier koenig_ultimo mondfang koenige trull sack1 sack2 valat koenigfang",
  "pagatfang schneider absolut",
]
  .join(" ")
  .split(" ");

// `deeds` as in the queue of ../record/waiting.js; `after` is the entry that the first one follows, `now` the time
// in milliseconds of whose clock the deeds know, `off` by how much the server's is ahead of it. `made` names
// {seed, count} of an id that was made of a seed.
export function messageOf({ sheet, key, title, form, after, deeds, made, now, off = 0 }) {
  const numbers = deeds.map(({ number, what }) => (what === "save" ? number : null)).filter(Boolean);
  const bytes = encoder();
  const signed = joined(
    [VERSION],
    bytes.number(sheet),
    bytes.number(deeds.length),
    bytes.number(numbers[0] ?? 0),
    bytes.number(numbers[numbers.length - 1] ?? 0),
    bytes.sized(utf8(title)),
    deflated(recordsOf({ form, after, deeds, made, now, off })),
  );
  return joined(signed, hmac(utf8(key), signed).slice(0, SIGNATURE));
}

// A message in letters, as many codes as it takes.
export function codesOf(message) {
  const check = sha256(message).slice(0, CHECK);
  const count = Math.ceil(message.length / (LONGEST_CODE - HEAD));
  const size = Math.ceil(message.length / count);
  return Array.from({ length: count }, (_, index) =>
    lettersOf(joined([index + 1, count], check, message.slice(index * size, (index + 1) * size))),
  );
}

// One code: {place, count, check, part}; null where it is none.
export function codeOf(letters) {
  const bytes = bytesOf(letters);
  if (bytes === null || bytes.length <= HEAD || bytes[0] < 1 || bytes[0] > bytes[1]) return null;
  return { place: bytes[0], count: bytes[1], check: bytes.slice(2, HEAD).join(" "), part: bytes.slice(HEAD) };
}

// Returns what the page shows of a whole message before it is sent: {version, count, first, last, title}; null where
// it is damaged.
export function headOf(codes) {
  const message = joined(...codes.map(({ part }) => part));
  if (sha256(message).slice(0, CHECK).join(" ") !== codes[0].check) return null;
  const [version] = message;
  if (version !== VERSION) return { version };
  let place = 1;
  function number() {
    let value = 0;
    for (let times = 1; ; times *= 128, place += 1) {
      value += (message[place] & 0x7f) * times;
      if (message[place] < 0x80) break;
    }
    place += 1;
    return value;
  }
  const [, count, first, last, length] = [number(), number(), number(), number(), number()];
  return { version, count, first, last, title: new TextDecoder().decode(message.slice(place, place + length)) };
}

export function recordsOf({ form, after, deeds, made, now, off = 0 }) {
  const people = [...new Set(deeds.flatMap(({ record }) => peopleIn(record)))].slice(0, MOST_PEOPLE);
  const origins = deeds.map(({ id }) => made(id));
  const seeds = [...new Set(origins.filter(Boolean).map(({ seed }) => seed))];
  const bytes = encoder(people);
  const seconds = (time) => Math.floor((time + off) / 1000);
  let before = null;
  const shown = deeds.map((deed, place) => {
    const origin = origins[place];
    const id = origin ? [seeds.indexOf(origin.seed), origin.count] : [bytes.id(deed.id)];
    if (deed.what === "undo") return [1, ...id];
    const entered = seconds(deed.entered ?? now);
    const since = before === null ? seconds(now) - entered : entered - before;
    before = entered;
    return [0, ...id, since, deed.seen ?? after, deed.record];
  });
  const list = (values) => joined([LIST], ...values.map(bytes.value), [END]);
  return joined(
    list(people.map(Number)),
    list(seeds.map(bytes.id)),
    ...[after, seconds(now), form.slice(0, FORM)].map(bytes.value),
    ...shown.map(list),
  );
}

// Returns the texts of digits in a value: a player's id is a number.
function peopleIn(value) {
  if (typeof value === "string") return /^[1-9]\d{0,14}$/.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(peopleIn);
  if (typeof value === "object" && value !== null) return Object.entries(value).flatMap(peopleIn);
  return [];
}

function encoder(people = []) {
  function number(value) {
    const bytes = [];
    for (let rest = value; ; rest = Math.floor(rest / 128)) {
      bytes.push(rest % 128 | (rest < 128 ? 0 : 128));
      if (rest < 128) return Uint8Array.from(bytes);
    }
  }
  const sized = (bytes) => joined(number(bytes.length), bytes);
  function value(one) {
    if (one instanceof Uint8Array) return one; // encoded already
    if (typeof one === "boolean") return [one ? TRUE : FALSE];
    if (Number.isSafeInteger(one) && one >= 0) return one < SMALL ? [one] : joined([NUMBER], number(one));
    if (typeof one === "string") return text(one);
    if (Array.isArray(one)) return joined([LIST], ...one.map(value), [END]);
    if (typeof one === "object" && one !== null) {
      return joined([OBJECT], ...Object.entries(one).flat().map(value), [END]);
    }
    return joined([SPELLED], sized(utf8(JSON.stringify(one))));
  }
  function text(one) {
    if (people.includes(one)) return [SMALL + people.indexOf(one)];
    if (WORDS.includes(one)) return [SMALL + MOST_PEOPLE + WORDS.indexOf(one)];
    return joined([TEXT], sized(utf8(one)));
  }
  const id = (one) => joined([ID], one.replaceAll("-", "").match(/../g).map((hex) => parseInt(hex, 16)));
  return { number, sized, value, id };
}

function utf8(text) {
  return new TextEncoder().encode(text);
}
