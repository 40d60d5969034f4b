// Elements, texts and dates. Text from memories only ever becomes text nodes.

const DAY = 86400000;

/** An element with properties, attributes and children; strings become text nodes. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

// Characters that hide, reorder or imitate text: they are shown by their number.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** A text in which nothing is invisible. */
function visible(text) {
  return String(text).replace(HIDDEN, (sign) => "‹U+" + sign.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + "›");
}

/** A text from a memory as an element of its own: its direction cannot reach its surroundings. */
function quoted(text, words = [], tag = "bdi") {
  return make(tag, { dir: "auto" }, highlight(visible(text), words));
}

/** A text with the searched words marked. */
function highlight(text, words) {
  if (!words.length) return [text];
  const pattern = new RegExp("(" + words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|") + ")", "giu");
  return text.split(pattern).map((part, at) => (at % 2 ? make("mark", {}, part) : part));
}

/** A date as people write it; with the time of day where `time` is set. */
function dateText(moment, time = false) {
  const options = { day: "numeric", month: "short", year: "numeric" };
  if (time) Object.assign(options, { hour: "2-digit", minute: "2-digit" });
  return new Date(moment).toLocaleString("en-GB", options);
}

/** How long ago something was, coarsely. */
function ageText(moment, now) {
  const days = (now - moment) / DAY;
  if (days < 0) return dateText(moment);
  if (days < 1) return days * 24 < 1 ? "just now" : Math.floor(days * 24) + " h";
  if (days < 14) return Math.floor(days) + (days < 2 ? " day" : " days");
  if (days < 60) return Math.floor(days / 7) + " weeks";
  if (days < 730) return Math.floor(days / 30.4) + " months";
  return Math.floor(days / 365) + " years";
}

/** A number with its noun. */
function countText(count, one, many = one + "s") {
  return count.toLocaleString("en-GB") + " " + (count === 1 ? one : many);
}

/** A word for a POSIX shell, or null if it cannot be shown on one line as it is. */
function shellWord(word) {
  if (word !== visible(word) || /[\n\t]/.test(word)) return null;
  return /^[\w@%+:,./][\w@%+=:,./-]*$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
}

/** A command to copy, with a button for that. */
function commandLine(command) {
  const copy = make("button", { type: "button", class: "quiet small", "aria-label": "Copy the command " + command }, "Copy");
  copy.addEventListener("click", () => copyText(command));
  return make("div", { class: "command" }, make("code", {}, command), copy);
}

/** Copy a text, also where the page was opened from disk. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", { class: "hidden" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  showMessage("Copied.");
}

/** Say something for a short time, also to screen readers. */
function showMessage(text, isError = false, ...buttons) {
  const place = document.getElementById("message");
  place.replaceChildren(visible(text), ...buttons);
  place.classList.toggle("error", isError);
  place.classList.add("shown");
  clearTimeout(showMessage.timer);
  showMessage.timer = setTimeout(() => place.classList.remove("shown"), isError || buttons.length ? 9000 : 3500);
}
