// For a page that shows one table: asks whether something is new there.

import { askAgain, EVERY, EVERY_PULSE, patiently } from "./record/asking.js";

const AT_MOST = 30000; // between two questions while nothing answers

// `data` says where to ask, and what the page shows already, as the server calls it. Where there is a pulse, it is
// asked first: it says at little cost whether there is any news. `renew` is called with what is new, `answered` when the
// server is there; `lost` when it is not, and `notFound` when the table can no longer be opened here.
export function followTable(data, { renew, answered, lost, notFound }) {
  const { live, pulse, shown } = data;
  let tag = `"${shown}"`;
  let beat = null;

  async function look() {
    const newest = pulse ? await felt() : null;
    if (newest === null || newest !== beat) {
      const answer = await get(live, { Accept: "application/json", "If-None-Match": tag });
      if (answer.status === 403 || answer.status === 404 || answer.type === "opaqueredirect") {
        notFound();
        return true;
      }
      if (answer.status !== 200 && answer.status !== 304) throw new Error(`answered ${answer.status}`);
      if (answer.status === 200) await renew(await answer.json());
      tag = answer.headers.get("ETag");
      beat = newest;
    }
    answered();
    return false;
  }

  async function felt() {
    const answer = await get(pulse, beat ? { "If-None-Match": beat } : {});
    return answer.status === 200 || answer.status === 304 ? answer.headers.get("ETag") : null;
  }

  const every = pulse ? EVERY_PULSE : EVERY;
  askAgain(look, { every, atMost: AT_MOST, first: every, failed: lost });
}

// The page as it is by now, where only what is shown of the table is replaced.
export async function fetchPage() {
  const answer = await get(location.href, {});
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function get(url, headers) {
  return patiently(url, { headers }, (answer) => answer);
}
