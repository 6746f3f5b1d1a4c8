// A QR code (ISO/IEC 18004), error correction L: what is deflated is as good as drawn by lot, so one mask does for all.

// For each version from 1: bytes of error correction in a block, and how many blocks there are.
const CORRECTION = [
  ...[7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28],
  ...[28, 28, 30, 30, 26],
];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12];
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const BYTES = 4; // the modes
const ALPHANUMERIC = 2;
const FORMAT = 0x77c4; // of error correction L and mask 0
const QUIET = 4; // modules around it
const POWERS = []; // of 2 in the field of 256
for (let power = 1; POWERS.length < 255; power = (power << 1) ^ (power > 127 ? 0x11d : 0)) POWERS.push(power);

// The dark modules as rows of truth; `text` is written as bytes, `letters` behind it are all of LETTERS. Null where
// it is too much for any version here.
export function qrOf(text, letters) {
  const version = CORRECTION.findIndex((_, index) => sizeOf(index + 1, text, letters) <= 8 * room(index + 1)) + 1;
  if (version === 0) return null;
  const { grid, isFixed } = frameOf(version);
  fill(grid, isFixed, withCorrection(version, dataOf(version, text, letters)));
  return grid;
}

// As a picture, dark on light by day and by night.
export function svgOf(grid, title) {
  const size = grid.length + 2 * QUIET;
  const paths = grid.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")),
  );
  return (
    `<svg role="img" aria-label="${title}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${paths.join("")}"/></svg>`
  );
}

function sizeOf(version, text, letters) {
  const [many, more] = counts(version);
  return 8 + many + 8 * text.length + more + 11 * (letters.length >> 1) + 6 * (letters.length & 1);
}

// Bits that say how many bytes, and how many letters, follow.
function counts(version) {
  return version < 10 ? [8, 9] : [16, 11];
}

function room(version) {
  return Math.floor(modules(version) / 8) - CORRECTION[version - 1] * BLOCKS[version - 1];
}

// Modules that hold data or correction.
function modules(version) {
  const aligned = version < 2 ? 0 : Math.floor(version / 7) + 2;
  const all = (16 * version + 128) * version + 64;
  return all - (aligned ? (25 * aligned - 10) * aligned - 55 : 0) - (version < 7 ? 0 : 36);
}

function dataOf(version, text, letters) {
  const bits = [];
  const put = (number, count) => {
    for (let place = count - 1; place >= 0; place -= 1) bits.push((number >> place) & 1);
  };
  const [many, more] = counts(version);
  put(BYTES, 4);
  put(text.length, many);
  for (const letter of text) put(letter.charCodeAt(0), 8);
  put(ALPHANUMERIC, 4);
  put(letters.length, more);
  for (let place = 0; place < letters.length; place += 2) {
    const [one, other] = [...letters.slice(place, place + 2)].map((letter) => LETTERS.indexOf(letter));
    if (other === undefined) put(one, 6);
    else put(45 * one + other, 11);
  }
  const most = 8 * room(version);
  put(0, Math.min(4, most - bits.length));
  put(0, -bits.length & 7);
  for (let filler = 0xec; bits.length < most; filler ^= 0xec ^ 0x11) put(filler, 8);
  return Array.from({ length: most / 8 }, (_, index) => parseInt(bits.slice(8 * index, 8 * index + 8).join(""), 2));
}

// Blocks of data, those that are a byte longer last, and the correction of each; woven into one another.
function withCorrection(version, data) {
  const blocks = BLOCKS[version - 1];
  const degree = CORRECTION[version - 1];
  const short = Math.floor(data.length / blocks);
  const firstLong = blocks - (data.length % blocks);
  const divisor = divisorOf(degree);
  let place = 0;
  const parts = Array.from({ length: blocks }, (_, index) => {
    const part = data.slice(place, place + short + (index < firstLong ? 0 : 1));
    place += part.length;
    return { part, correction: remainder(part, divisor) };
  });
  const woven = [];
  for (let index = 0; index <= short; index += 1) {
    woven.push(...parts.map(({ part }) => part[index]).filter((byte) => byte !== undefined));
  }
  for (let index = 0; index < degree; index += 1) woven.push(...parts.map(({ correction }) => correction[index]));
  return woven;
}

function times(one, other) {
  if (one === 0 || other === 0) return 0;
  return POWERS[(POWERS.indexOf(one) + POWERS.indexOf(other)) % 255];
}

// The product of all (x − 2^i), highest first, without the leading 1.
function divisorOf(degree) {
  let polynomial = [...Array(degree - 1).fill(0), 1];
  for (let index = 0; index < degree; index += 1) {
    polynomial = polynomial.map((factor, place) => times(factor, POWERS[index]) ^ (polynomial[place + 1] ?? 0));
  }
  return polynomial;
}

function remainder(data, divisor) {
  let rest = Array(divisor.length).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest[0];
    rest = [...rest.slice(1), 0].map((one, place) => one ^ times(divisor[place], factor));
  }
  return rest;
}

// What is the same in every code of the version.
function frameOf(version) {
  const size = 17 + 4 * version;
  const grid = Array.from({ length: size }, () => Array(size).fill(false));
  const isFixed = Array.from({ length: size }, () => Array(size).fill(false));
  const set = (x, y, isDark) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    grid[y][x] = Boolean(isDark);
    isFixed[y][x] = true;
  };
  for (let place = 0; place < size; place += 1) {
    set(6, place, place % 2 === 0);
    set(place, 6, place % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
    around(4, (far, dx, dy) => set(x + dx, y + dy, far !== 2 && far !== 4));
  }
  const aligned = alignedAt(version, size);
  const last = aligned.length - 1;
  aligned.forEach((x, i) =>
    aligned.forEach((y, j) => {
      if ((i === 0 && (j === 0 || j === last)) || (i === last && j === 0)) return;
      around(2, (far, dx, dy) => set(x + dx, y + dy, far !== 1));
    }),
  );
  setFormat(set, size);
  if (version >= 7) setVersion(set, size, version);
  return { grid, isFixed };
}

function around(most, each) {
  for (let dy = -most; dy <= most; dy += 1) {
    for (let dx = -most; dx <= most; dx += 1) each(Math.max(Math.abs(dx), Math.abs(dy)), dx, dy);
  }
}

function alignedAt(version, size) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - (count - 2 - index) * step)];
}

function setFormat(set, size) {
  const bit = (place) => (FORMAT >> place) & 1;
  for (let place = 0; place < 8; place += 1) {
    set(8, place < 6 ? place : place + 1, bit(place));
    set(size - 1 - place, 8, bit(place));
  }
  for (let place = 8; place < 15; place += 1) {
    set(place === 8 ? 7 : 14 - place, 8, bit(place));
    set(8, size - 15 + place, bit(place));
  }
  set(8, size - 8, true);
}

function setVersion(set, size, version) {
  let rest = version;
  for (let turn = 0; turn < 12; turn += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let place = 0; place < 18; place += 1) {
    const [far, near] = [size - 11 + (place % 3), Math.floor(place / 3)];
    set(far, near, (bits >> place) & 1);
    set(near, far, (bits >> place) & 1);
  }
}

// Two columns at a time from the right, up and down in turn; mask 0 is a chessboard.
function fill(grid, isFixed, bytes) {
  const size = grid.length;
  let place = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (isFixed[y][x]) continue;
        const bit = place < 8 * bytes.length ? (bytes[place >> 3] >> (7 - (place & 7))) & 1 : 0;
        grid[y][x] = Boolean(bit) !== ((x + y) % 2 === 0);
        place += 1;
      }
    }
  }
}
