// Numbers as people type them; the server reads them in the same way (tournaments/web/amounts.py).

const PARTS = { "⅓": 1 / 3, "⅔": 2 / 3, "½": 1 / 2, "¼": 1 / 4, "¾": 3 / 4, "⅙": 1 / 6, "⅚": 5 / 6 };
const GAP = /([0-9])[ \u00a0\u202f'’](?=[0-9]{3}(?![0-9]))/g; // between thousands
const NUMBER = /^(?:\+|([-‐‑‒–—−])\s*)?(?=[^.,\s])(\d{1,7}(?![\d/]))?(?:[.,](\d{1,2}|\d{4})|\s*(\d{1,2})\/([1-9]\d?)|\s*([⅓⅔½¼¾⅙⅚]))?$/;

// "41", "−3", "– 3", "1 000", "20,5", "50 2/3" and "50⅔" as a number; NaN where it is none, or nothing.
export function amount(text) {
  const match = NUMBER.exec(text.trim().replace(GAP, "$1"));
  if (!match) return NaN;
  const [, minus, whole = "0", decimals = "0", count, of, part] = match;
  const size = Number(`${whole}.${decimals}`) + (count ? Number(count) / Number(of) : 0) + (part ? PARTS[part] : 0);
  return minus ? -size : size;
}

export function inWords(number) {
  return String(Math.round(number * 100) / 100).replace("-", "−").replace(".", ",");
}
