// What was believed at a moment: later changes are taken back, newest first, as `recall list --as-of` does it.

const BELIEVED = "believed", ENDED = "ended", DELETED = "deleted", HELD = "held", EXPIRED = "expired", AHEAD = "not yet";

/** The values that a memory had at a moment and has no more; null if nothing has changed since. */
function pastValues(place, moment) {
  if (!(memories.lastChange[place] > moment)) return null;
  const values = {};
  for (const change of memories.changes.get(place)) {
    if (change.at > moment) Object.assign(values, change.before);
  }
  if (values.ended_by && typeof values.ended_by === "object") values.ended_by = idOfNumber(values.ended_by.n);
  return values;
}

function idOfNumber(number) {
  const place = memories.placeOfNumber.get(number);
  return place === undefined ? null : memories.columns.id[place];
}

/** The value of a field at a moment, with its past values as `pastValues` gave them. */
function valueAt(place, name, past) {
  return past !== null && name in past ? past[name] : present(place, name);
}

/** The state of a memory at a moment; null before it was stored. */
function stateAt(place, moment, past = pastValues(place, moment)) {
  if (memories.columns.created[place] > moment) return null;
  const time = (name) => (past !== null && name in past ? past[name] ?? Infinity : memories[name + "Times"][place]);
  const ended = time("ended"), until = time("until"), from = time("from");
  if (time("deleted") <= moment) return DELETED;
  if (valueAt(place, "held", past) !== null) return HELD;
  if (ended <= moment) return ENDED;
  if (until <= moment && ended === Infinity) return EXPIRED;
  return from > moment && from !== Infinity ? AHEAD : BELIEVED;
}

/** Is it known how strong a memory was at a moment? Only the last use is recorded, and its count. */
function isStrengthKnown(place, moment) {
  const used = present(place, "used");
  return used === null || used <= moment;
}

/** The strength that a memory has at a moment, from 0 to 1: the curves of recall's settings. */
function strengthAt(place, moment, past = null) {
  if (valueAt(place, "pinned", past)) return 1;
  const curve = page.curve;
  const used = present(place, "used"), seen = present(place, "seen");
  const known = (time) => time !== null && time <= moment;
  const last = Math.max(known(used) ? used : memories.columns.created[place], seen && known(seen[1]) ? seen[1] : 0);
  const type = word("type", valueAt(place, "type", past));
  const days = Math.max(0, moment - last) / DAY / (curve.lifetimes[type] ?? 1);
  let left;
  if (curve.name === "staged") {
    const mild = Math.max(0, Math.min(days, curve.strong_days) - curve.mild_days);
    left = curve.mild_factor ** mild * curve.strong_factor ** Math.max(0, days - curve.strong_days);
  } else if (curve.name === "access") {
    left = known(used) ? Math.exp(-curve.access_rate * days) : 1;
  } else {
    const raw = Math.exp(-curve.rate * days);
    const uses = known(used) ? present(place, "uses") ?? 0 : 0;
    left = raw + (1 - raw) * Math.min(1, Math.log(1 + uses) / Math.log(1 + curve.cap));
  }
  return Math.min(1, Math.max(curve.floor, left));
}

/** Is a period open at a moment? */
function isOpen(began, ended, moment) {
  return began <= moment && (ended === null || ended > moment);
}

/** All that is contested at a moment: groups of memories, each with its reason. */
function conflictsAt(moment) {
  const conflicts = [];
  const open = memories.contests.filter((contest) => isOpen(contest.began, contest.undone, moment) &&
    !contest.settled.some(([began, ended]) => isOpen(began, ended, moment)));
  if (open.length) {
    const places = placesOfFacts(new Set(open.map((contest) => contest.fact)));
    for (const contest of new Map(open.map((contest) => [contest.project + " " + contest.fact, contest])).values()) {
      const all = (places.get(contest.fact) ?? []).filter((place) => word("project", present(place, "project")) === contest.project);
      const sides = all.filter((place) => stateAt(place, moment) === BELIEVED && present(place, "value") !== null);
      const before = all.filter((place) => stateAt(place, moment) === ENDED);
      if (sides.length) conflicts.push({ ...contest, sides, before });
    }
  }
  return [...conflicts, ...contestedTexts(moment)].sort((one, other) => other.opened - one.opened);
}

function placesOfFacts(facts) {
  const places = new Map();
  for (const [place, fact] of memories.sparse.fact ?? []) {
    if (!facts.has(fact)) continue;
    if (places.has(fact)) places.get(fact).push(place);
    else places.set(fact, [place]);
  }
  return places;
}

/** The questions that are open at a moment, the newest first: whether a newer memory replaced an older one. */
function questionsAt(moment) {
  const both = new Set(memories.pairs.filter((pair) => !pair.contested && isOpen(pair.began, pair.undone, moment)).flatMap(({ one, other }) => [one + " " + other, other + " " + one]));
  const number = (place) => memories.columns.n[place];
  return memories.questions.filter((question) => isOpen(question.asked, question.undone, moment) &&
    !question.settled.some(([began, ended]) => isOpen(began, ended, moment)) && !both.has(number(question.newer) + " " + number(question.older)) &&
    stateAt(question.newer, moment) === BELIEVED && stateAt(question.older, moment) === BELIEVED).reverse();
}

/** Groups of texts that contradict each other at a moment. */
function contestedTexts(moment) {
  const holds = (pair) => isOpen(pair.began, pair.undone, moment);
  const settled = new Set(memories.pairs.filter((pair) => !pair.contested && holds(pair)).map((pair) => pair.other + " " + pair.one));
  const groups = [];
  for (const pair of memories.pairs) {
    if (!pair.contested || !holds(pair) || settled.has(pair.one + " " + pair.other)) continue;
    const sides = [pair.other, pair.one].map((number) => memories.placeOfNumber.get(number));
    if (sides.some((place) => stateAt(place, moment) !== BELIEVED)) continue;
    const joined = groups.filter((group) => sides.some((place) => group.sides.includes(place)));
    const all = [...new Set([...joined.flatMap((group) => group.sides), ...sides])];
    groups.splice(0, groups.length, ...groups.filter((group) => !joined.includes(group)),
      { fact: null, reason: pair.reason, opened: pair.began, sides: all, before: all.flatMap((place) => memories.successors.get(memories.columns.id[place]) ?? []) });
  }
  return groups;
}
