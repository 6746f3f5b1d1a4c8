// Scrolls the next question into view and moves the focus to it, so that neither is ever lost.


// After these the next question comes into view.
const LEADS_ON = [
  "seat",
  "contract",
  "contracts",
  "regame",
  "partner",
  "bird",
  "company",
  "alone",
  "kind",
  "renonce",
  "counting",
];

export function viewportOf(form, page) {
  function nextQuestion() {
    const [next] = page.missing;
    return next ? document.getElementById(next.block) : null;
  }

  // Returns what was just opened, such as the keypad, to be scrolled into view.
  function unfolded(what, value, home) {
    if (page.state.open[what] !== value) return null;
    if (what === "premium") return form.querySelector(".prem:has(> .detail)");
    if (what === "further") return document.getElementById("further")?.nextElementSibling;
    return document.getElementById(home ?? what);
  }

  // A button that is gone leaves the focus to the next question.
  function keepFocus(tapped) {
    if (tapped.isConnected || document.activeElement !== document.body) return;
    const { act: action } = tapped.dataset;
    const same = action && [...form.querySelectorAll("[data-act]")].find((one) => one.dataset.act === action);
    const inside = (part) => part?.querySelector("button:not(:disabled)");
    const target = same || inside(nextQuestion()) || form.querySelector(".save") || inside(form);
    target?.focus({ preventScroll: true });
  }

  // What always stands at the top, such as a clock, covers that much.
  function shaded() {
    return parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  }

  function reveal(element) {
    if (!element || (element.id === "declarer-0" && element.closest(".stuck"))) return; // always in sight
    const bar = form.querySelector(".save-bar").getBoundingClientRect();
    const floor = bar.top > innerHeight / 2 ? Math.min(bar.top, innerHeight) : innerHeight;
    const box = element.getBoundingClientRect();
    const ceiling = shaded();
    if (box.top >= ceiling && box.bottom <= floor) return;
    const up = box.top - ceiling - 8;
    scrollBy({ top: box.top < ceiling ? up : Math.min(up, box.bottom - floor + 8), behavior: "instant" });
  }

  return {
    keepFocus,

    // What was tapped in the block `home` has been drawn.
    leadOn([name, what, value], tapped, home) {
      keepFocus(tapped);
      if (LEADS_ON.includes(name)) reveal(nextQuestion());
      if (name === "unfold") reveal(unfolded(what, value, home));
    },

    firstBlock() {
      const id = page.missing[0]?.block ?? Object.keys(page.problems)[0];
      const first = id && (document.getElementById(id) ?? form.querySelector(".counting, .outcomes"));
      if (!first) return;
      reveal(first);
      first.querySelector("button:not(:disabled), input")?.focus({ preventScroll: true });
    },

    toTheTop() {
      form.querySelector("h1").focus({ preventScroll: true });
      scrollTo({ top: 0, behavior: "instant" });
    },

    toThePair(pair) {
      form.querySelector(`[data-of="${pair}"]`)?.focus();
    },
    toTheAnswers() {
      scrollTo({ top: 0, behavior: "instant" });
      form.querySelector(".answers button").focus({ preventScroll: true });
    },
  };
}
