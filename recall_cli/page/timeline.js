// The time line: the handle chooses the moment at which everything is shown. Its far end is now.

const timeline = { first: 0, last: 0, moments: [] };
const STEPS = 1000, BINS = 100;

/** Prepare the time line for the data. */
function buildTimeline() {
  const moments = new Set(memories.columns.created);
  for (const list of memories.changes.values()) for (const change of list) moments.add(change.at);
  timeline.moments = Float64Array.from(moments).sort();
  timeline.last = page.made;
  timeline.first = Math.min(timeline.moments[0] ?? page.made, page.made - DAY);
  Object.assign(document.getElementById("day"), { min: dayText(timeline.first), max: dayText(timeline.last) });
  drawDensity();
  drawTicks();
  placeHandle();
}

/** How many memories began in each part of the time: a shape behind the handle. */
function drawDensity() {
  const counts = new Array(BINS).fill(0);
  for (const time of memories.columns.created) {
    const share = (time - timeline.first) / (timeline.last - timeline.first);
    counts[Math.min(BINS - 1, Math.max(0, Math.floor(share * BINS)))]++;
  }
  const most = Math.max(1, ...counts);
  const drawing = document.getElementById("density");
  const isWide = isUpright();
  drawing.setAttribute("viewBox", isWide ? `0 0 40 ${BINS}` : `0 0 ${BINS} 40`);
  drawing.replaceChildren(...counts.map((count, at) => {
    const size = count ? 3 + 37 * Math.sqrt(count / most) : 0;
    const box = isWide ? { x: 0, y: BINS - 1 - at, width: size, height: 0.72 } : { x: at, y: 40 - size, width: 0.72, height: size };
    const bar = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [name, value] of Object.entries(box)) bar.setAttribute(name, value);
    return bar;
  }));
}

/** Does the time line stand upright? It lies on a phone. */
function isUpright() {
  return !matchMedia("(max-width: 760px)").matches;
}

/** A few dates beside the line. */
function drawTicks() {
  const days = (timeline.last - timeline.first) / DAY;
  const many = isUpright() ? 8 : 3;
  const options = days > 900 ? { year: "numeric" } : days > 60 ? { month: "short", year: "numeric" } : { day: "numeric", month: "short" };
  const ticks = [];
  for (let at = 0; at < many; at++) {
    const share = at / (many - 1);
    const moment = timeline.first + share * (timeline.last - timeline.first);
    const text = at === many - 1 ? "now" : new Date(moment).toLocaleDateString("en-GB", options);
    if (ticks.at(-1)?.textContent === text) continue;
    const tick = make("span", {}, text);
    tick.style.setProperty("--share", share);
    ticks.push(tick);
  }
  document.getElementById("ticks").replaceChildren(...ticks);
}

/** Show everything as of a moment; null for now. */
function setMoment(moment) {
  state.moment = moment !== null && moment < page.made ? Math.max(timeline.first, moment) : null;
  placeHandle();
  showHeadline();
  requestShow();
}

function placeHandle() {
  const handle = document.getElementById("moment");
  const share = state.moment === null ? 1 : (state.moment - timeline.first) / (timeline.last - timeline.first);
  handle.value = Math.round(share * STEPS);
  handle.setAttribute("aria-valuetext", state.moment === null ? "now" : dateText(state.moment, true));
  handle.style.setProperty("--share", share);
  document.getElementById("now").disabled = state.moment === null;
  document.getElementById("day").value = dayText(shownMoment());
}

/** A day as a date field has it, in the time of this machine. */
function dayText(moment) {
  return new Date(moment).toLocaleDateString("en-CA");
}

/** The moment that is shown. */
function shownMoment() {
  return state.moment ?? page.made;
}

/** Go to the next moment at which anything changed; -1 for the one before. */
function stepMoment(direction) {
  const now = shownMoment();
  let low = 0, high = timeline.moments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (direction > 0 ? timeline.moments[middle] <= now : timeline.moments[middle] < now) low = middle + 1;
    else high = middle;
  }
  const at = direction > 0 ? low : low - 1;
  if (direction > 0 && at >= timeline.moments.length) setMoment(null);
  else setMoment(timeline.moments[Math.max(0, at)] ?? null);
}

function listenToTimeline() {
  const handle = document.getElementById("moment");
  handle.addEventListener("input", () => {
    const share = Number(handle.value) / STEPS;
    setMoment(share >= 1 ? null : timeline.first + share * (timeline.last - timeline.first));
  });
  document.getElementById("day").addEventListener("change", (event) => {
    const end = new Date(event.target.value + "T23:59:59.999").getTime();
    if (Number.isFinite(end)) setMoment(end);
  });
  document.getElementById("earlier").addEventListener("click", () => stepMoment(-1));
  document.getElementById("later").addEventListener("click", () => stepMoment(1));
  document.getElementById("now").addEventListener("click", () => setMoment(null));
  matchMedia("(max-width: 760px)").addEventListener("change", buildTimeline);
}
