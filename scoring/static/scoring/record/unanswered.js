// A hand that was sent and not answered outlives a reload: sent again under its id it is there once.

export function unanswered(place) {
  try {
    return JSON.parse(sessionStorage.getItem(place));
  } catch {
    return null; // storing is forbidden here
  }
}

export function keepUnanswered(place, hand) {
  try {
    if (hand === null) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, JSON.stringify(hand));
  } catch {
    // Storing is forbidden here; the hand lives as long as the page.
  }
}
