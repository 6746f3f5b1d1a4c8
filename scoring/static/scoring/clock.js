// The one clock of the scripts; nothing else asks this device what time it is.

// In milliseconds, as this device's clock says, which may be wrong.
export function presentTime() {
  return Date.now();
}
