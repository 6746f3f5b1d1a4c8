// Bytes as letters that an address may bear and a QR code holds in five and a half bits.

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$*+-./:";

export function lettersOf(bytes) {
  let encoded = "";
  for (let place = 0; place < bytes.length; place += 2) {
    const isLast = place + 1 === bytes.length;
    let number = isLast ? bytes[place] : 256 * bytes[place] + bytes[place + 1];
    for (let count = isLast ? 2 : 3; count > 0; count -= 1) {
      encoded += LETTERS[number % LETTERS.length];
      number = Math.floor(number / LETTERS.length);
    }
  }
  return encoded;
}

// Null where a letter does not belong there.
export function bytesOf(letters) {
  const bytes = [];
  for (let place = 0; place < letters.length; place += 3) {
    const digits = [...letters.slice(place, place + 3)].map((letter) => LETTERS.indexOf(letter));
    const number = digits.reduceRight((sum, digit) => sum * LETTERS.length + digit, 0);
    const count = digits.length - 1;
    if (digits.includes(-1) || count === 0 || number >= 256 ** count) return null;
    bytes.push(...(count === 2 ? [number >> 8, number & 255] : [number]));
  }
  return Uint8Array.from(bytes);
}
