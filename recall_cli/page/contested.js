// What is not settled: open questions, contested facts and texts with their sides; and the memories that wait for review.

/** The cards of everything that is not settled at the moment, the open questions first. */
function contestedCards(moment) {
  const cards = [...questionsAt(moment).map(questionCard), ...conflictsAt(moment).map((conflict) => conflictCard(conflict, moment))];
  return cards.length ? cards : [emptyNote(state.moment === null ? "There is nothing to settle." : "There was nothing to settle then.")];
}

function emptyNote(text) {
  return make("p", { class: "empty" }, text);
}

function conflictCard(conflict, moment) {
  const first = conflict.sides[0];
  const isFact = conflict.fact !== null;
  const entity = present(first, "entity") ?? "", attribute = present(first, "attribute") ?? "";
  const title = isFact ? entity + "." + attribute : "Two memories that contradict each other";
  const project = word("project", present(first, "project"));
  return make("article", { class: "conflict" },
    make("h2", {}, isFact ? quoted(title) : title, project === null ? null : make("span", { class: "dim" }, " in ", quoted(project))),
    make("p", { class: "reason" }, "Since " + dateText(conflict.opened) + (conflict.reason ? ": " + visible(conflict.reason) : "")),
    make("div", { class: "sides" }, conflict.sides.map((side) => sideCard(side, conflict, moment))),
    settleTogether(conflict, entity, attribute),
    conflict.before.length ? make("details", {}, make("summary", {}, "Believed before (" + conflict.before.length + ")"),
      make("ol", { class: "chain" }, conflict.before.map((place) => chainStep(place, "ended", present(place, "reason"), present(place, "ended"))))) : null);
}

/** One side: its value, its words, who says it, and how to choose it. */
function sideCard(place, conflict, moment) {
  const value = present(place, "value"), past = pastValues(place, moment);
  const isFact = conflict.fact !== null;
  return make("section", { class: "side from-" + word("trust", valueAt(place, "trust", past)), "aria-label": "Side: " + visible(value ?? memories.columns.text[place]).slice(0, 80) },
    isFact ? make("p", { class: "value" }, quoted(value ?? ""), present(place, "qualifier") ? make("span", { class: "dim" }, " when ", quoted(present(place, "qualifier"))) : null) : null,
    make("p", {}, memoryLink(place, 300)),
    make("p", { class: "marks" }, trustMark(place, past), make("span", { class: "age" }, dateText(memories.columns.created[place])),
      isStrengthKnown(place, moment) ? strengthBar(strengthAt(place, moment, past)) : null),
    state.moment === null ? keepThis(place, conflict) : null);
}

/** How to keep one side: a button where the page is live, else the command for it. */
function keepThis(place, conflict) {
  const id = memories.columns.id[place];
  const request = settleRequest(conflict, { keep: conflict.fact === null ? id : present(place, "value"), memory: id });
  if (page.live?.acts) return make("button", { type: "button", onclick: () => act("resolve", request) }, "Keep this one");
  if (conflict.fact === null) return commandLine("recall resolve " + conflict.sides.map((side) => memories.columns.id[side]).join(" ") + " --keep " + id);
  const command = factCommand(conflict, "--keep", present(place, "value") ?? "");
  return command === null ? null : commandLine(command);
}

function settleRequest(conflict, choice) {
  const first = conflict.sides[0];
  return { ids: conflict.sides.map((side) => memories.columns.id[side]), fact: conflict.fact !== null, entity: present(first, "entity"),
    attribute: present(first, "attribute"), project: conflict.project ?? null, ...choice };
}

/** A command that settles a fact; null if a name or value has signs that a shell line cannot show. */
function factCommand(conflict, option, value = null) {
  const first = conflict.sides[0];
  const names = [present(first, "entity"), present(first, "attribute")].map(shellWord);
  const chosen = value === null ? "" : "=" + shellWord(value);
  const place = conflict.project === null ? "--global" : "--project=" + shellWord(conflict.project);
  if (names.includes(null) || chosen === "=null" && value !== "null" || place === "--project=null" && conflict.project !== "null") return null;
  return "recall resolve " + option + chosen + " " + place + (names.some((name) => name.startsWith("-")) ? " -- " : " ") + names.join(" ");
}

/** All sides may be true. */
function settleTogether(conflict) {
  if (state.moment !== null) return null;
  if (page.live?.acts) {
    return make("p", {}, make("button", { type: "button", class: "quiet", onclick: () => act("resolve", settleRequest(conflict, { many: true })) }, "All of them are true"));
  }
  const command = conflict.fact === null
    ? "recall resolve " + conflict.sides.map((side) => memories.columns.id[side]).join(" ") + " --many"
    : factCommand(conflict, "--many");
  return command === null ? null : make("div", { class: "together" }, make("span", { class: "dim" }, "All of them are true:"), commandLine(command));
}

/** The memories that wait for a person's word. */
function reviewCards(moment) {
  const held = [...(memories.sparse.held ?? new Map()).keys()].filter((place) => stateAt(place, moment) === HELD);
  if (!held.length) return [emptyNote("Nothing waits for review.")];
  return held.map((place) => make("article", { class: "conflict" },
    make("h2", {}, "Held: ", quoted(present(place, "held"))),
    make("p", {}, memoryLink(place, 600)),
    make("p", { class: "marks" }, trustMark(place), make("span", { class: "age" }, dateText(memories.columns.created[place]))),
    page.live?.acts
      ? make("div", { class: "buttons" },
        make("button", { type: "button", onclick: () => act("approve", { id: memories.columns.id[place] }) }, "Approve as my own words"),
        make("button", { type: "button", class: "quiet", onclick: () => act("reject", { id: memories.columns.id[place] }) }, "Reject"))
      : commandLine("recall review " + memories.columns.id[place] + " --approve")));
}
