// Reads a QR code out of what a camera sees: by the browser's own reader, where it has one.

// A function from a video to the text of a code in it, or ""; null where this browser cannot read any.
export async function codeReader() {
  const own = await browsersOwn();
  if (own === null) return null;
  return async (video) => {
    try {
      const [code] = await own.detect(video);
      return code?.rawValue ?? "";
    } catch {
      return ""; // no picture yet
    }
  };
}

async function browsersOwn() {
  try {
    const formats = await globalThis.BarcodeDetector?.getSupportedFormats();
    return formats?.includes("qr_code") ? new globalThis.BarcodeDetector({ formats: ["qr_code"] }) : null;
  } catch {
    return null;
  }
}
