// Return what is wrong with this page on a phone, as far as browsers differ in it.
() => {
  const wrong = [];
  const seen = (query) => [...document.querySelectorAll(query)].filter((one) => one.getClientRects().length);
  const called = (one) => `${one.localName} ${one.id || one.className || one.name || ""} "${one.textContent.trim().slice(0, 30)}"`;

  const { scrollWidth } = document.scrollingElement;
  if (scrollWidth > innerWidth) wrong.push(`scrolls sideways: ${scrollWidth} of ${innerWidth} px`);

  // A finger meets way back, title and first control where they are seen; none covers another.
  const bar = document.querySelector(".top")?.getBoundingClientRect(); // a hall's screen has none
  const wayBack = seen(".back a").at(-1);
  const controls = seen("main :is(a, button, summary, input, select)").filter((one) => !one.matches(".unseen"));
  const first = controls.find((one) => !one.closest(".back"));
  const met = bar ? [wayBack, seen("main h1")[0], first].filter(Boolean) : [];
  const begin = () => scrollTo({ top: 0, behavior: "instant" });
  begin();
  const boxes = met.map((one) => one.getBoundingClientRect());
  const covers = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  met.forEach((one, number) => {
    for (let other = 0; other < number; other += 1) {
      if (met[other].contains(one) || one.contains(met[other])) continue;
      if (covers(boxes[number], boxes[other])) wrong.push(`covered: ${called(met[other])} by ${called(one)}`);
    }
    one.scrollIntoView({ block: "center", behavior: "instant" });
    const [box] = one.getClientRects();
    const tapped = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (!one.contains(tapped)) wrong.push(`a tap on ${called(one)} meets ${tapped && called(tapped)}`);
    begin();
  });
  const isInBar = (box) => box.top > bar.top - 1 && box.bottom < bar.bottom + 1;
  if (wayBack && document.body.matches(".framed, .alone") && !isInBar(boxes[0])) wrong.push("the way back is not in the bar");

  const typed = "input:not([type=checkbox], [type=radio], [type=file], [type=submit], [type=range]), select, textarea";
  for (const field of seen(typed)) {
    const size = parseFloat(getComputedStyle(field).fontSize);
    if (size < 16) wrong.push(`zoomed into, at ${size} px: ${called(field)}`);
  }

  // What is typed into a field for days or numbers, and whatever a browser makes of such a field, is kept.
  for (const [kind, value] of [["date", "2026-12-24"], ["number", "12"]]) {
    for (const field of seen(`input[type=${kind}]`)) {
      const before = field.value;
      field.value = value;
      if (field.value !== value) wrong.push(`keeps no ${kind}: ${called(field)}`);
      field.value = before;
    }
  }

  // The browser's own triangle moves what is written beside it.
  const summaries = seen("summary");
  const lefts = () => summaries.map((summary) => {
    const texts = document.createTreeWalker(summary, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() && !texts.currentNode.data.trim());
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    return range.getClientRects()[0]?.left;
  });
  const isSign = (content) => !["none", "normal", '""'].includes(content);
  const before = lefts();
  const [sheet] = document.styleSheets;
  const rules = ["summary { list-style: none !important }", "summary::-webkit-details-marker { display: none !important }"];
  const places = rules.map((rule) => sheet.insertRule(rule, sheet.cssRules.length));
  const after = lefts();
  for (const place of places.reverse()) sheet.deleteRule(place);
  summaries.forEach((summary, number) => {
    const own = ["::before", "::after"].some((part) => isSign(getComputedStyle(summary, part).content));
    const hasOwn = own || summary.querySelector("svg") !== null;
    if (hasOwn && Math.abs(before[number] - after[number]) > 0.5) wrong.push(`a second triangle: ${called(summary)}`);
  });

  // Scrolled a little further than where it is by itself, what sticks is at the edge.
  const root = document.scrollingElement;
  for (const head of seen("*")) {
    const { position, top } = getComputedStyle(head);
    if (!position.endsWith("sticky") || top === "auto") continue;
    let scroller = head.parentElement;
    while (scroller !== document.body && /visible|clip/.test(getComputedStyle(scroller).overflowY)) {
      scroller = scroller.parentElement;
    }
    if (scroller === document.body) scroller = root;
    else if (scroller.scrollHeight <= scroller.clientHeight) {
      if (scroller.clientHeight > innerHeight) wrong.push(`is kept from sticking: ${called(head)}`);
      continue;
    }
    const edge = () => (scroller === root ? 0 : scroller.getBoundingClientRect().top + scroller.clientTop) + parseFloat(top);
    const begun = scroller.scrollTop;
    const further = head.getBoundingClientRect().top - edge() + 20;
    const room = head.parentElement.getBoundingClientRect().bottom - head.getBoundingClientRect().bottom;
    scroller.scrollTo({ top: begun + further, behavior: "instant" });
    if (room > 25 && Math.abs(scroller.scrollTop - begun - further) < 1) {
      const off = head.getBoundingClientRect().top - edge();
      if (Math.abs(off) > 1.5) wrong.push(`does not stick, ${off} px off: ${called(head)}`);
    }
    scroller.scrollTo({ top: begun, behavior: "instant" });
  }

  // As high as what is in sight of the page, where the browser knows of it.
  if (CSS.supports("height", "100dvh")) {
    const probe = document.body.appendChild(document.createElement("div"));
    probe.style.cssText = "position: fixed; height: 100dvh";
    if (Math.abs(probe.offsetHeight - innerHeight) > 1) wrong.push(`100dvh are ${probe.offsetHeight} px of ${innerHeight}`);
    probe.remove();
  }
  for (const paper of seen("#paper")) {
    if (innerHeight > 600 && paper.offsetHeight > innerHeight) wrong.push(`higher than the screen: ${called(paper)}`);
  }
  return wrong;
}
