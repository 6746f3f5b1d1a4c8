// Reads a QR code out of what a camera sees: by the browser's own reader, else by a library that is loaded for it.

import { inTime } from "../in_time.js";

const WIDEST = 1280; // pixels that are looked at
const LOADED = 30_000; // milliseconds

// A function from a video to the text of a code in it, or ""; null where this browser cannot read any. `library` is
// the address of jsQR, "" where this server has none.
export async function codeReader(library) {
  const read = (await browsersOwn()) ?? (library ? await byLibrary(library) : null);
  if (read === null) return null;
  return async (video) => {
    try {
      return await read(video);
    } catch {
      return ""; // no picture yet
    }
  };
}

async function browsersOwn() {
  if (!("BarcodeDetector" in globalThis)) return null;
  const { BarcodeDetector } = globalThis;
  const formats = await inTime(() => BarcodeDetector.getSupportedFormats(), []);
  if (!formats.includes("qr_code")) return null;
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  return async (video) => (await inTime(() => detector.detect(video), []))[0]?.rawValue ?? "";
}

async function byLibrary(address) {
  if (!(await inTime(() => import(address).then(() => true), false, LOADED))) return null;
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  return (video) => {
    const scale = Math.min(1, WIDEST / video.videoWidth);
    canvas.width = Math.round(scale * video.videoWidth);
    canvas.height = Math.round(scale * video.videoHeight);
    pen.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = pen.getImageData(0, 0, canvas.width, canvas.height);
    return globalThis.jsQR(data, width, height, { inversionAttempts: "dontInvert" })?.data ?? "";
  };
}
