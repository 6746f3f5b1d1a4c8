// What a browser promises, with an end: some ask a person who never answers, and some promises never settle.

const PATIENCE = 5000; // milliseconds
export const A_PERSON = 60_000; // who is asked by the browser

// What `ask` comes to; `otherwise` where that fails, takes longer than `within`, or this browser has no such thing.
export async function inTime(ask, otherwise = null, within = PATIENCE) {
  let alarm = null;
  const late = new Promise((resolve) => {
    alarm = setTimeout(resolve, within, otherwise);
  });
  try {
    return (await Promise.race([ask(), late])) ?? otherwise;
  } catch {
    return otherwise;
  } finally {
    clearTimeout(alarm);
  }
}
