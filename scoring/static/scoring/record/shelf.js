// What this phone keeps when the page is gone. Where storing is forbidden or full it lives as long as that.

import { presentTime } from "../clock.js";

export const PREFIX = "tarockclub";
const TOO_OLD = 7 * 24 * 60 * 60 * 1000; // milliseconds

// `version` is that of the shape: what an older program put there is no longer read. What is not `lasting` is
// gone with the page.
export function shelf(name, version, lasting = true) {
  const key = `${PREFIX} ${name}`;
  let inPage = null; // what could not be stored
  return {
    key,
    read() {
      return inPage ?? (lasting ? opened(stored(key), version) : null);
    },
    // Whether it will still be there after a reload.
    write(what) {
      inPage = lasting ? null : what;
      if (!lasting) return what === null;
      try {
        if (what === null) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify({ version, at: presentTime(), what }));
        return true;
      } catch {
        inPage = what;
        return what === null;
      }
    },
    get lasts() {
      return inPage === null;
    },
  };
}

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storing is forbidden here
  }
}

function opened(text, version) {
  const box = parsed(text);
  return box !== null && box.version === version ? box.what : null;
}

function parsed(text) {
  try {
    const box = JSON.parse(text);
    return typeof box === "object" ? box : null;
  } catch {
    return null;
  }
}

// Deletes what was not used for a week and is not needed; `kind` is how its names begin.
export function tidyUp(kind, isNeeded = (_what) => false) {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place));
    for (const key of keys.filter((one) => one.startsWith(`${PREFIX} ${kind} `))) {
      const box = parsed(localStorage.getItem(key));
      const isOld = !(box?.at > presentTime() - TOO_OLD);
      if (isOld && !isNeeded(box?.what)) localStorage.removeItem(key);
    }
  } catch {
    // Storing is forbidden here; there is nothing to tidy up.
  }
}
