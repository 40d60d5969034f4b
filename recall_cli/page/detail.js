// One memory in full: what it says, how fresh it is, what it ended and what ended it, its history, who was shown it.

const MAX_SHOWN_LETTERS = 20000;

/** Show a memory beside the list. */
function showMemory(place, keepPlace = false) {
  state.chosen = { kind: "memory", key: place };
  isEditing = false;
  const moment = shownMoment(), past = pastValues(place, moment);
  const id = memories.columns.id[place];
  openDetail("Memory " + id.slice(0, 8), [
    memoryWords(place, past),
    make("p", { class: "marks" }, trustMark(place, past), make("span", {}, word("type", valueAt(place, "type", past))),
      stateMarks(place, moment, past, contestedNow.has(place))),
    page.live?.acts ? memoryActions(place, moment) : null,
    past === null ? null : make("p", { class: "note" }, "As it was on " + dateText(moment, true) + ". It has changed since."),
    stateAt(place, moment, past) === null ? null : block("Freshness", freshness(place, moment, past)),
    block("Belief in time", chain(place, moment)),
    block("Open question", askedAbout(place, moment)),
    block("Contested with", contestedWith(place, moment)),
    block("Known about it", facts(place, past)),
    block("History", history(place)),
    block("At a terminal", ["why", "history"].map((name) => commandLine("recall " + name + " " + id))),
  ], keepPlace);
}

function memoryWords(place, past) {
  const text = valueAt(place, "text", past);
  const shown = quoted(text.slice(0, MAX_SHOWN_LETTERS), searchWords(), "blockquote");
  if (text.length > MAX_SHOWN_LETTERS) {
    const more = make("button", { type: "button", class: "quiet" }, "Show all " + countText(text.length, "letter"));
    more.addEventListener("click", () => shown.replaceWith(quoted(text, [], "blockquote")));
    return make("div", {}, shown, more);
  }
  return shown;
}

/** A titled part of the details; nothing if it is empty. */
function block(title, content) {
  const parts = [content].flat().filter(Boolean);
  return parts.length ? make("section", { class: "block" }, make("h3", {}, title), parts) : null;
}

/** The strength over time as a curve, and in words. */
function freshness(place, moment, past) {
  const used = present(place, "used"), uses = present(place, "uses"), shown = present(place, "shown");
  const isPinned = Boolean(valueAt(place, "pinned", past));
  const isKnown = isStrengthKnown(place, moment);
  return [
    isKnown
      ? make("p", {}, strengthBar(strengthAt(place, moment, past)), " of 1. ", isPinned ? "Pinned memories do not fade." : halfTime(place, moment, past))
      : make("p", {}, "It was used later, so its strength on that day is not known."),
    isKnown && !isPinned ? strengthCurve(place, moment, past) : null,
    make("p", { class: "dim" }, used === null || used > moment ? "" : "Used " + countText(uses, "time") + ", last on " + dateText(used) + ". ",
      shown !== null && shown[0] <= moment ? "Shown to agents since " + dateText(shown[0]) + (shown[1] <= moment && shown[1] > shown[0] ? ", last on " + dateText(shown[1]) : "") + "." : "Never shown to an agent."),
  ];
}

/** From its last use, or its beginning, to half a year ahead if nobody uses it. */
function strengthCurve(place, moment, past) {
  const used = present(place, "used");
  const begin = Math.max(memories.columns.created[place], used ?? 0), end = Math.max(moment, begin) + 180 * DAY;
  const point = (time) => [(200 * (time - begin)) / (end - begin), 34 - 30 * strengthAt(place, time, past)];
  const line = Array.from({ length: 61 }, (_, at) => point(begin + (at / 60) * (end - begin)).map((value) => value.toFixed(1)).join(",")).join(" L");
  const here = point(moment)[0];
  return make("figure", {},
    svg("svg", { viewBox: "0 0 200 36", preserveAspectRatio: "none", class: "curve", "aria-hidden": "true" },
      svg("path", { d: "M" + line, class: "line" }), svg("line", { x1: here, x2: here, y1: 2, y2: 36, class: "here" })),
    make("figcaption", {}, make("span", {}, dateText(begin)), make("span", {}, "without use until " + dateText(end))));
}

function halfTime(place, moment, past) {
  const day = Array.from({ length: 720 }, (_, at) => at).find((at) => strengthAt(place, moment + at * DAY, past) < FADING_BELOW);
  if (day === undefined) return "It keeps more than half for the next two years.";
  return day ? "Without use it falls below half in " + countText(day, "day") + "." : "It has faded below half.";
}

function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** What it ended, itself, and what ended it, each with the reason; every step can be opened. */
function chain(place, moment) {
  const before = (memories.successors.get(memories.columns.id[place]) ?? []).map((old) => chainStep(old, "ended this", present(old, "reason"), present(old, "ended")));
  const after = [];
  const seen = new Set([place]);
  let at = place;
  while (present(at, "ended_by") !== null && after.length < 50) {
    const next = memories.placeOfId.get(present(at, "ended_by"));
    if (next === undefined || seen.has(next)) break;
    after.push(chainStep(next, "ended by", present(at, "reason"), present(at, "ended")));
    seen.add(next);
    at = next;
  }
  if (!before.length && !after.length) return null;
  const self = make("li", { class: "self" }, make("span", { class: "when" }, dateText(memories.columns.created[place])), make("span", {}, "this memory"));
  return make("ol", { class: "chain" }, before, self, after);
}

function chainStep(place, how, reason, when) {
  return make("li", {},
    make("span", { class: "when" }, when === null ? "" : dateText(when)),
    make("span", {}, make("span", { class: "dim" }, how + ": "), memoryLink(place),
      reason ? make("span", { class: "reason" }, visible(reason)) : null));
}

/** A button that opens a memory; its text is shortened. */
function memoryLink(place, letters = 140) {
  const text = memories.columns.text[place];
  const link = make("button", { type: "button", class: "link" }, quoted(text.length > letters ? text.slice(0, letters) + "…" : text));
  link.addEventListener("click", () => openMemory(place));
  return link;
}

function contestedWith(place, moment) {
  const conflict = conflictsAt(moment).find((each) => each.sides.includes(place));
  if (!conflict) return null;
  return [make("p", { class: "reason" }, visible(conflict.reason)),
    make("ul", { class: "plain" }, conflict.sides.filter((side) => side !== place).map((side) => make("li", {}, memoryLink(side)))),
    make("button", { type: "button", class: "quiet", onclick: () => openSection("contested") }, "See the sides")];
}

/** Fields with their values. */
function facts(place, past) {
  const value = (name) => valueAt(place, name, past);
  const anchors = present(place, "anchors"), tags = present(place, "tags"), seen = present(place, "seen");
  const session = present(place, "session");
  const rows = [
    ["Fact", value("entity") === null ? null : value("entity") + "." + value("attribute") + (value("value") === null ? "" : " = " + value("value")) + (value("qualifier") === null ? "" : " (" + value("qualifier") + ")")],
    ["Project", word("project", value("project")) ?? "every project"],
    ["Topic", value("topic")],
    ["Tags", tags === null ? null : Object.entries(tags).map(([name, text]) => name + (text ? "=" + text : "")).join(", ")],
    ["Stored", dateText(memories.columns.created[place], true) + " by " + word("author", present(place, "author"))],
    ["Stated again", seen === null ? null : countText(seen[0], "time") + ", last on " + dateText(seen[1])],
    ["Holds", value("from") === null && value("until") === null ? null : (value("from") === null ? "" : "from " + dateText(value("from")) + " ") + (value("until") === null ? "" : "until " + dateText(value("until")))],
    ["Held", value("held")],
    ["Importance", value("importance").toFixed(2) + " important · " + value("confidence").toFixed(2) + " sure · " + present(place, "usefulness").toFixed(2) + " useful"],
    ["Feedback", value("helpful") || value("unhelpful") ? (value("helpful") ?? 0) + " helpful · " + (value("unhelpful") ?? 0) + " unhelpful" : null],
    ["Classified", value("classification")],
    ["Code", anchors === null ? null : present(place, "stale") ?? anchors.map((anchor) => anchor.path ?? "").join(", ")],
    ["Id", memories.columns.id[place]],
  ].filter(([, text]) => text !== null);
  const list = make("dl", {}, rows.map(([name, text]) => [make("dt", {}, name), make("dd", {}, quoted(text))]));
  if (session !== null) {
    list.append(make("dt", {}, "Session"), make("dd", {}, make("button", { type: "button", class: "link", onclick: () => openSession(session) }, quoted(session))));
  }
  return list;
}

/** Every change, newest first, with what stood before and after. */
function history(place) {
  const changes = memories.changes.get(place) ?? [];
  const steps = changes.map((change) => make("li", { class: change.undone ? "over" : "" },
    make("span", { class: "when" }, dateText(change.at, true)),
    make("span", {}, make("strong", {}, change.kind), make("span", { class: "dim" }, " by " + visible(change.author) + (change.undone ? ", undone" : "")),
      Object.keys(change.after).map((name) => changedField(name, change.before[name], change.after[name])))));
  steps.push(make("li", {}, make("span", { class: "when" }, dateText(memories.columns.created[place], true)), make("strong", {}, "stored")));
  return make("ol", { class: "chain" }, steps);
}

const FIELD_NAMES = { ended_by: "ended by", ended: "ended", from: "holds from", until: "holds until", seen: "stated again" };

function changedField(name, before, after) {
  const shown = (value) => {
    if (value === null || value === undefined) return "nothing";
    if (["ended", "deleted", "from", "until"].includes(name)) return dateText(value, true);
    if (["type", "trust", "project"].includes(name)) return word(name, value) ?? "nothing";
    if (name === "ended_by") return idOfNumber(value.n)?.slice(0, 8) ?? "another memory";
    return String(value);
  };
  return make("span", { class: "change" }, make("span", { class: "dim" }, (FIELD_NAMES[name] ?? visible(name)) + ": "),
    make("del", {}, quoted(shown(before))), " → ", make("ins", {}, quoted(shown(after))));
}
