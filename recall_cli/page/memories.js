// The memories in columns, as the data has them; a live page adds rows and replaces them.

const memories = {
  count: 0,
  columns: {}, // by field: a list with a value for each memory
  sparse: {}, // by field: a Map from the place of a memory to its value
  words: {}, // by field: the words that numbers name
  changes: new Map(), // by place: the changes of a memory, newest first
  placeOfId: new Map(),
  placeOfNumber: new Map(),
  successors: new Map(), // by id: the places of what a memory ended
  lastChange: [], // by place: the time of the newest change, or 0
  operations: new Map(), // by number
  shownTo: new Map(), // by session: the agent, and what it was shown with the times
  contests: [],
  pairs: [],
  questions: [], // the oldest first, with the places of both memories
  newestFirst: [], // all places
  lowerCase: [], // by place: what a search looks through
};

const SPARSE_TIMES = ["ended", "deleted", "from", "until"];
const OPERATION_FIELDS = ["n", "kind", "at", "author", "session", "touched", "note", "undoes", "undoneBy", "about"];

/** Take over data: the whole at first, later what has changed. */
function loadData(data) {
  const places = data.memories.n.map((number) => placeFor(number));
  const words = translateWords(data.words);
  for (const [name, values] of Object.entries(data.memories)) {
    const column = (memories.columns[name] ??= []);
    const numbers = words[name];
    values.forEach((value, at) => (column[places[at]] = numbers && value >= 0 ? numbers[value] : value));
  }
  for (const column of Object.values(memories.sparse)) for (const place of places) column.delete(place);
  for (const [name, [at, values]] of Object.entries(data.sparse)) {
    const column = (memories.sparse[name] ??= new Map());
    at.forEach((index, turn) => column.set(places[index], values[turn]));
  }
  for (const place of places) {
    memories.placeOfId.set(memories.columns.id[place], place);
    memories.changes.delete(place);
    memories.lastChange[place] = 0;
    memories.lowerCase[place] = undefined;
  }
  loadChanges(data.changes, places, words);
  for (const row of data.operations) {
    const operation = Object.fromEntries(OPERATION_FIELDS.map((name, at) => [name, row[at]]));
    memories.operations.set(operation.n, operation);
  }
  for (const [session, agent, shown] of data.sessions) memories.shownTo.set(session, { agent, shown });
  memories.contests = data.contests;
  const placeOf = (number) => memories.placeOfNumber.get(number);
  memories.pairs = data.pairs.filter((pair) => memories.placeOfNumber.has(pair.one) && memories.placeOfNumber.has(pair.other));
  memories.questions = data.questions.map((question) => ({ ...question, newer: placeOf(question.newer), older: placeOf(question.older) }))
    .filter((question) => question.newer !== undefined && question.older !== undefined);
  indexRows();
}

/** The place of a memory by its row number; a new one at the end if it is new. */
function placeFor(number) {
  let place = memories.placeOfNumber.get(number);
  if (place === undefined) {
    place = memories.count++;
    memories.placeOfNumber.set(number, place);
  }
  return place;
}

/** Merge lists of words; for each field, the number here of each number there. */
function translateWords(lists) {
  const numbers = {};
  for (const [name, list] of Object.entries(lists)) {
    const known = (memories.words[name] ??= []);
    const places = new Map(known.map((word, at) => [word, at]));
    numbers[name] = list.map((word) => {
      if (!places.has(word)) places.set(word, known.push(word) - 1);
      return places.get(word);
    });
  }
  return numbers;
}

function loadChanges(data, places, words) {
  for (let at = data.memory.length - 1; at >= 0; at--) {
    const place = places[data.memory[at]];
    const change = {
      op: data.op[at], at: data.at[at], kind: memories.words.kind[words.kind[data.kind[at]]],
      author: memories.words.author[words.author[data.author[at]]], undone: data.undone[at],
      before: translateChange(data.before[at], words), after: translateChange(data.after[at], words),
    };
    const list = memories.changes.get(place);
    if (list) list.push(change);
    else memories.changes.set(place, [change]);
  }
  for (const [place, list] of memories.changes) {
    list.sort((one, other) => other.op - one.op);
    memories.lastChange[place] = Math.max(...list.map((change) => change.at));
  }
}

/** The values of a change, with the numbers of words that this page uses. */
function translateChange(values, words) {
  for (const name of ["type", "trust", "project"]) {
    if (typeof values[name] === "number" && values[name] >= 0) values[name] = words[name][values[name]];
  }
  return values;
}

/** What is computed from all rows: the order, times for quick comparison, and what ended what. */
function indexRows() {
  const created = memories.columns.created;
  memories.newestFirst = Array.from({ length: memories.count }, (_, place) => place);
  memories.newestFirst.sort((one, other) => created[other] - created[one] || other - one);
  for (const name of SPARSE_TIMES) {
    const times = new Float64Array(memories.count).fill(Infinity);
    for (const [place, time] of memories.sparse[name] ?? []) times[place] = time;
    memories[name + "Times"] = times;
  }
  memories.successors.clear();
  for (const [place, id] of memories.sparse.ended_by ?? []) {
    const list = memories.successors.get(id);
    if (list) list.push(place);
    else memories.successors.set(id, [place]);
  }
}

/** The present value of a field. */
function present(place, name) {
  const column = memories.columns[name];
  return column ? column[place] : memories.sparse[name]?.get(place) ?? null;
}

/** The word that a field of a memory names. */
function word(name, number) {
  return number >= 0 ? memories.words[name][number] : null;
}

/** The number of the newest write that this page knows. */
function newestOperation() {
  return Math.max(0, ...memories.operations.keys());
}
