// Seats as a phone or a page kept them: until December 2026 their `message` was called `told`.
/** @type {(seats: any) => any} */
export function withMessage({ told: earlier, message = earlier, ...seats }) {
  return { ...seats, message };
}
