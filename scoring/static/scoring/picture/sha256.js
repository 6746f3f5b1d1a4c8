// SHA-256 and HMAC (FIPS 180-4, RFC 2104): a page by plain http has no crypto.subtle.

const PRIMES = firstPrimes(64);
const K = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const BLOCK = 64; // bytes

export function sha256(bytes) {
  const state = [...START];
  const padded = withPadding(bytes);
  const words = new DataView(padded.buffer);
  for (let place = 0; place < padded.length; place += BLOCK) mix(state, words, place);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => out.setUint32(4 * index, word));
  return new Uint8Array(out.buffer);
}

export function hmac(key, bytes) {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const within = sha256(joined(padded.map((byte) => byte ^ 0x36), bytes));
  return sha256(joined(padded.map((byte) => byte ^ 0x5c), within));
}

export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

function withPadding(bytes) {
  const padded = new Uint8Array(BLOCK * Math.ceil((bytes.length + 9) / BLOCK));
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const bits = new DataView(padded.buffer);
  bits.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  bits.setUint32(padded.length - 4, bytes.length * 8);
  return padded;
}

function mix(state, words, place) {
  const w = Array.from({ length: 16 }, (_, index) => words.getUint32(place + 4 * index));
  for (let i = 16; i < 64; i += 1) {
    const small0 = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const small1 = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = (w[i - 16] + small0 + w[i - 7] + small1) | 0;
  }
  let [a, b, c, d, e, f, g, hh] = state;
  for (let i = 0; i < 64; i += 1) {
    const large1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (hh + large1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const large0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (large0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [hh, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, hh].forEach((word, index) => {
    state[index] = (state[index] + word) | 0;
  });
}

function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}

// The first 32 bits behind the point.
function fraction(root) {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

function firstPrimes(count) {
  const primes = [];
  for (let n = 2; primes.length < count; n += 1) {
    if (primes.every((prime) => n % prime)) primes.push(n);
  }
  return primes;
}
