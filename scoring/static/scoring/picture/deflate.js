// Deflates (RFC 1951) with the fixed codes: what has occurred before is named by how far back and how long.

const WINDOW = 32768;
const SHORTEST = 3;
const LONGEST = 258;
const LENGTHS = steps(28, 4, SHORTEST).concat([[LONGEST, 0]]); // [first length, further bits], of code 257 and on
const DISTANCES = steps(30, 2, 1);

export function deflated(bytes) {
  const bits = bitWriter();
  bits.put(1, 1); // the last block
  bits.put(1, 2); // with the fixed codes
  for (let place = 0; place < bytes.length; ) {
    const { length, back } = longest(bytes, place);
    const next = length >= SHORTEST ? longest(bytes, place + 1) : null;
    if (length < SHORTEST || next.length > length) {
      literal(bits, bytes[place]);
      place += 1;
    } else {
      repeat(bits, length, back);
      place += length;
    }
  }
  literal(bits, 256); // the end
  return bits.bytes();
}

function longest(bytes, place) {
  let best = { length: 0, back: 0 };
  for (let back = 1; back <= Math.min(place, WINDOW) && best.length < LONGEST; back += 1) {
    let length = 0;
    const most = Math.min(LONGEST, bytes.length - place);
    while (length < most && bytes[place + length] === bytes[place + length - back]) length += 1;
    if (length > best.length && (length > SHORTEST || back <= 4096)) best = { length, back };
  }
  return best;
}

function literal(bits, code) {
  if (code < 144) bits.code(0x30 + code, 8);
  else if (code < 256) bits.code(0x190 + code - 144, 9);
  else if (code < 280) bits.code(code - 256, 7);
  else bits.code(0xc0 + code - 280, 8);
}

function repeat(bits, length, back) {
  const long = LENGTHS.findLastIndex(([first]) => first <= length);
  literal(bits, 257 + long);
  bits.put(length - LENGTHS[long][0], LENGTHS[long][1]);
  const far = DISTANCES.findLastIndex(([first]) => first <= back);
  bits.code(far, 5);
  bits.put(back - DISTANCES[far][0], DISTANCES[far][1]);
}

// Codes that each stand for twice as many values as those `group` codes before.
function steps(count, group, first) {
  const codes = [];
  for (let code = 0; code < count; code += 1) {
    const further = Math.max(0, Math.floor(code / group) - 1);
    codes.push([first, further]);
    first += 2 ** further;
  }
  return codes;
}

function bitWriter() {
  const out = [];
  let filled = 8;
  function bit(one) {
    if (filled === 8) {
      out.push(0);
      filled = 0;
    }
    out[out.length - 1] |= one << filled;
    filled += 1;
  }
  return {
    // Numbers begin with their lowest bit, codes with their highest.
    put(number, count) {
      for (let place = 0; place < count; place += 1) bit((number >> place) & 1);
    },
    code(number, count) {
      for (let place = count - 1; place >= 0; place -= 1) bit((number >> place) & 1);
    },
    bytes: () => Uint8Array.from(out),
  };
}
