// What does not happen every hand: Renonce, redeal, struck hands, a double round that is called, the Schlussradl.

import { block } from "./game_blocks.js";
import { h } from "./elements.js";
import { playing } from "./game.js";
import { mayRevoke, offenders } from "./hand.js";
import { button, each, opener, person, players } from "./keypad.js";
import { contractOf } from "./rules.js";
import { fitted, nameOf, say } from "./words.js";

export function renonceBlock(page) {
  const { table, state } = page;
  if (!mayRevoke(state, table) && !state.revoked) return null;
  const renonce = button(["renonce"], state.revoked, { class: "choice broad" }, say(table, "renonce"));
  return [renonce, state.revoked && revokeBlock(page)];
}

function revokeBlock(page) {
  const { table, state } = page;
  const { claims } = state.revoke;
  const by = offenders(state.revoke);
  const people = playing(table).map((id) => person(table, ["revokedBy", id], by.includes(id), id));
  const contract = contractOf(table, state.games[0].contract);
  const claiming = by.length > 0 &&
    contract?.claims && [
      h("p", { key: "claims" }, say(table, "claims")),
      playing(table)
        .filter((id) => !by.includes(id))
        .map((id) => claimRow(table, id, claims[id] || 0)),
    ];
  return block(page, "revoke", say(table, table.shared_renonce ? "ask_revokes" : "ask_revoke"), players(people), claiming);
}

function claimRow(table, id, claim) {
  const name = nameOf(table, id);
  const less = {
    class: "choice key",
    "data-again": true,
    disabled: claim === 0,
    "aria-label": say(table, "claim_less", { name }),
  };
  const more = { class: "choice key", "data-again": true, "aria-label": say(table, "claim_more", { name }) };
  return each(
    `claim-${id}`,
    say(table, "claim_of", { name }),
    fitted(table, name),
    h(
      "div",
      { class: "claim" },
      button(["claim", id, -1], null, less, "−"),
      h("output", { class: "claimed" }, String(claim)),
      button(["claim", id, 1], null, more, "+"),
    ),
  );
}

// A hand that does not count, a called double round or the Schlussradl: what it means, and why.
export function otherThanHand(page) {
  const { table, state } = page;
  const { kind } = state;
  const back = opener(["kind", kind], null, say(table, "hand_after_all"));
  const meaning = h("p", { key: "meaning" }, say(table, `${kind}_means`));
  if (["schlussradl", "radl"].includes(kind)) return [block(page, "reason", say(table, kind), meaning), back];
  const usual = table.reasons[kind].map((reason) => button(["reason", reason], state.reason === reason, {}, reason));
  return [
    block(
      page,
      "reason",
      say(table, kind),
      meaning,
      players(usual),
      h("label", { for: "reason-text", key: "label" }, say(table, "reason")),
      h("input", {
        id: "reason-text",
        key: "text",
        "data-input": "reason",
        maxlength: 200,
        autocomplete: "off",
        value: state.reason,
      }),
    ),
    back,
  ];
}
