// Open questions: did a newer memory replace an older one? Both stand together, the newer one first, until somebody answers.

const OLDER_MARK = "older, perhaps replaced by the one above";
const PROPOSED = { replaced: "the newer one replaced it", both: "both hold", "both-when": "both hold, each in its situation" };

/** The places in their order, each with those that a question connects it to, the newest first; a Map of lists. */
function groupByQuestion(places, questions) {
  const partners = partnersByPlace(questions, new Set(places)), placed = new Set(), groups = new Map();
  for (const place of places) {
    if (placed.has(place)) continue;
    const group = partners.has(place) ? connectedPlaces(place, partners).filter((each) => !placed.has(each)) : [place];
    for (const each of group) placed.add(each);
    groups.set(place, group.sort((one, other) => memories.columns.n[other] - memories.columns.n[one]));
  }
  return groups;
}

/** The other sides of each memory: of several newer ones the newest only, unless it is listed itself, and every older one. */
function partnersByPlace(questions, listed) {
  const partners = new Map(), newest = new Map();
  const connect = (one, other) => (partners.has(one) ? partners.get(one).push(other) : partners.set(one, [other]));
  for (const { newer, older } of questions) {
    if (!newest.has(older) || memories.columns.n[newest.get(older)] < memories.columns.n[newer]) newest.set(older, newer);
  }
  for (const { newer, older } of questions) {
    if (newest.get(older) !== newer && !listed.has(newer)) continue;
    connect(newer, older);
    connect(older, newer);
  }
  return partners;
}

function connectedPlaces(place, partners) {
  const found = new Set([place]); // a set that grows while it is walked through
  for (const each of found) for (const other of partners.get(each)) found.add(other);
  return [...found];
}

/** One question: both texts, the newer one first, and how to settle it. */
function questionCard(question) {
  const project = word("project", present(question.newer, "project"));
  return make("article", { class: "conflict question", tabindex: "-1", "aria-label": "Open question" },
    make("h2", {}, "Did the newer one replace the older one?", project === null ? null : make("span", { class: "dim" }, " in ", quoted(project))),
    make("p", { class: "reason" }, "Asked on " + dateText(question.asked) + (question.reason ? ": " + visible(question.reason) : "")),
    question.proposal ? make("p", { class: "note" }, visible(question.proposal.by) + " proposes: " + PROPOSED[question.proposal.answer]) : null,
    make("div", { class: "sides" }, questionSide(question.newer, "newer"), questionSide(question.older, OLDER_MARK)),
    state.moment === null ? settleQuestion(question) : null);
}

function questionSide(place, mark) {
  const past = pastValues(place, shownMoment());
  return make("section", { class: "side from-" + word("trust", valueAt(place, "trust", past)), "aria-label": mark },
    make("p", {}, memoryLink(place, 600)),
    make("p", { class: "marks" }, make("span", { class: "mark" }, mark), trustMark(place, past),
      make("span", { class: "age" }, dateText(memories.columns.created[place]))));
}

/** How to settle a question: buttons where the page is live, else the commands. */
function settleQuestion(question) {
  if (page.live?.acts) return answerButtons(question);
  if (question.number === null) return null;
  const ways = [["The newer one replaced it:", "--replaced"], ["Both hold:", "--both"],
    ["Both hold, the newer one only in a situation that you write:", "--both-when SITUATION"]];
  return make("div", { class: "together" }, ways.map(([text, option]) => [
    make("span", { class: "dim" }, text), commandLine("recall conflicts " + question.number + " " + option)]));
}

function answerButtons(question) {
  const button = (text, onclick) => make("button", { type: "button", class: "quiet", onclick }, text);
  const buttons = make("div", { class: "buttons" }, button("Replaced", () => answerQuestion(question, "replaced")),
    button("Both hold", () => answerQuestion(question, "both")), button("Both hold when…", () => askSituation(question, buttons)));
  return buttons;
}

/** Ask in which situation the newer one holds. */
function askSituation(question, buttons) {
  const situation = make("input", { type: "text", required: true, maxlength: 80, dir: "auto", autocomplete: "off" });
  const cancel = () => {
    form.replaceWith(buttons);
    buttons.lastChild.focus();
  };
  const form = make("form", { class: "edit" }, make("label", {}, make("span", {}, "The newer one holds (for example: in staging)"), situation),
    make("div", { class: "buttons" }, make("button", {}, "Save"), make("button", { type: "button", class: "quiet", onclick: cancel }, "Cancel")),
    make("p", { class: "dim" }, "The older one holds everywhere else. Both texts then say so."));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answerQuestion(question, "both-when", situation.value);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    cancel();
  });
  buttons.replaceWith(form);
  situation.focus();
}

/** Answer a question, and go on with the next one. */
async function answerQuestion(question, answer, situation = "") {
  const cards = () => [...document.querySelectorAll("#cards .question")];
  const at = Math.max(0, cards().findIndex((card) => card.contains(document.activeElement)));
  if (!(await act("answer", { question: question.number, answer, situation }))) return;
  showSection();
  (cards()[at] ?? cards().at(-1) ?? document.querySelector("[data-section=contested]")).focus();
}

/** The other sides of the open questions about a memory. */
function askedAbout(place, moment) {
  const questions = questionsAt(moment).filter((question) => question.newer === place || question.older === place);
  if (!questions.length) return null;
  return [make("ul", { class: "plain" }, questions.map((question) => make("li", {},
    make("span", { class: "dim" }, question.newer === place ? "it perhaps replaced: " : "perhaps replaced by: "),
    memoryLink(question.newer === place ? question.older : question.newer),
    question.reason ? make("span", { class: "reason" }, visible(question.reason)) : null))),
    make("button", { type: "button", class: "quiet", onclick: () => openSection("contested") }, "See how to settle it")];
}
