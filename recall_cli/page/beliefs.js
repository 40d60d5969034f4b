// The list of memories, and the marks that stand beside them everywhere.

/** Who said it: a colour and a word. */
function trustMark(place, past = null) {
  const trust = word("trust", valueAt(place, "trust", past));
  return make("span", { class: "trust trust-" + trust }, make("span", { class: "dot", "aria-hidden": "true" }),
    visible(trust === "user" ? "you" : word("author", present(place, "author"))));
}

/** How much strength is left: a bar and a number. */
function strengthBar(strength) {
  const bar = make("span", { class: "bar", "aria-hidden": "true" }, make("span"));
  bar.firstChild.style.width = Math.round(100 * strength) + "%";
  return make("span", { class: "strength" }, bar, make("span", { class: "hidden" }, "strength "), strength.toFixed(2));
}

/** The states that are not simply believed, as words. */
function stateMarks(place, moment, past, isContested) {
  const belief = stateAt(place, moment, past);
  const marks = [];
  if (isContested) marks.push(["contested", "harm"]);
  if (belief === ENDED) marks.push(["ended", ""]);
  else if (belief === HELD) marks.push(["waits for review", "harm"]);
  else if (belief === null) marks.push(["not stored yet", ""]);
  else if (belief !== BELIEVED) marks.push([belief, ""]);
  if (valueAt(place, "pinned", past)) marks.push(["pinned", ""]);
  if (state.moment === null && present(place, "stale") !== null) marks.push(["code changed", "harm"]);
  else if (present(place, "anchors") !== null) marks.push(["about code", ""]);
  const ended = memories.successors.get(memories.columns.id[place]) ?? [];
  if (ended.length) marks.push([ended.length === 1 ? "ended another" : "ended " + ended.length + " others", ""]);
  return marks.map(([text, kind]) => make("span", { class: "mark " + kind }, text));
}

let contestedNow = new Set(), olderNow = new Set();

/** The rows of the list: memories, with a heading for each project. */
function beliefRows(moment) {
  const questions = questionsAt(moment);
  const groups = groupByQuestion(matchingMemories(moment), questions);
  olderNow = new Set(questions.map((question) => question.older));
  contestedNow = new Set(conflictsAt(moment).flatMap((conflict) => conflict.sides));
  if (filters.order !== "project") return [...groups.values()].flat().map((place, at) => ({ key: place, position: at + 1 }));
  const rows = [];
  let last, heading, position = 0;
  for (const [first, group] of groups) {
    const project = valueAt(first, "project", pastValues(first, moment));
    if (project !== last) {
      last = project;
      heading = { key: -1, heading: "", count: 0, name: word("project", project) };
      rows.push(heading);
    }
    heading.count += group.length;
    for (const place of group) rows.push({ key: place, position: ++position });
  }
  for (const row of rows) {
    if (row.count) row.heading = (row.name === null ? "In every project" : visible(row.name)) + "  ·  " + countText(row.count, "memory", "memories");
  }
  return rows;
}

/** Fill the element of a memory's row. */
function drawBelief(row, element) {
  const place = row.key, moment = shownMoment(), past = pastValues(place, moment);
  const isOver = ![BELIEVED, HELD].includes(stateAt(place, moment, past));
  element.classList.toggle("over", isOver);
  element.classList.toggle("older", olderNow.has(place));
  element.classList.add("from-" + word("trust", valueAt(place, "trust", past)));
  const project = word("project", valueAt(place, "project", past));
  const text = valueAt(place, "text", past);
  element.append(
    make("div", { class: "words" }, quoted(text.length > 400 ? text.slice(0, 400) + "…" : text, searchWords())),
    make("div", { class: "marks" },
      olderNow.has(place) ? make("span", { class: "mark" }, OLDER_MARK) : null,
      trustMark(place, past),
      make("span", { class: "type" }, word("type", valueAt(place, "type", past))),
      make("span", { class: "age" }, ageText(memories.columns.created[place], moment)),
      isStrengthKnown(place, moment) ? strengthBar(strengthAt(place, moment, past)) : make("span", { class: "strength" }),
      filters.order === "project" ? make("span", { class: "hidden" }, project === null ? "" : "in " + visible(project)) : make("span", { class: "project dim" }, project === null ? "" : visible(project)),
      stateMarks(place, moment, past, contestedNow.has(place))));
}
