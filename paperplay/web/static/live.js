// Forms marked data-live are sent without leaving the page; pages marked data-poll look every
// second whether somebody else has changed something. Without this script both work by reloading.
"use strict";

const EVERY = 1000;
let pending = Promise.resolve();
let sent = 0;

const live = () => document.getElementById("live");

function say(text) {
  const place = document.getElementById("said");
  if (place) place.textContent = text;
}

// Says that the table cannot be reached; after a tap, also that the tap may be lost.
function away(isAway, tap = false) {
  const place = document.getElementById("away");
  if (!place || (isAway && !tap && !place.hidden)) return;
  place.hidden = !isAway;
  place.textContent = isAway ? (tap && live().dataset.lost) || live().dataset.away : "";
}

// What is renewed under a thumb would take its tap away.
let held = 0;
const hold = (more) => () => { held = performance.now() + more; };
addEventListener("pointerdown", hold(5000), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, hold(400), true);

// What is typed, chosen or ticked and not sent yet; a choice with an id stays also after it was sent.
const fields = () => [...live().querySelectorAll("input:not([type=hidden]), textarea, select")];
const isBox = (each) => each.type === "checkbox" || each.type === "radio";
const nameOf = (each) => each.id || [each.form?.action, each.name, isBox(each) && each.value].join(" ");

function isTouched(each) {
  if (isBox(each)) return each.checked !== each.defaultChecked;
  if (!each.matches("select")) return each.value !== each.defaultValue;
  return Boolean(each.id) || !each.options[each.selectedIndex]?.defaultSelected && each.selectedIndex > 0;
}

function enter(kept) {
  const now = new Map(fields().map((each) => [nameOf(each), each]));
  for (const [name, was] of kept) {
    const again = now.get(name);
    if (!again) continue;
    if (isBox(again)) again.checked = was.checked;
    else if (again.type === "file") again.files = was.files;
    else if (!again.matches("select") || [...again.options].some((each) => each.value === was.value)) again.value = was.value;
  }
}

// What somebody has folded or unfolded stays so.
const folded = new Map();
document.addEventListener("click", (event) => {
  const details = event.target.closest("summary")?.parentElement;
  if (details?.id) folded.set(details.id, details.open); // it turns after this
});

// Puts the new state in the place of the old one; focus, scrolling, what was unfolded and entered stay.
function show(html, sentForm = null) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const next = fresh.getElementById("live");
  if (!next) return false;
  const focused = document.activeElement && live().contains(document.activeElement) ? document.activeElement.id : "";
  const kept = fields()
    .filter((each) => isTouched(each) && (each.form !== sentForm || each.matches("select[id]")))
    .map((each) => [nameOf(each), each]);
  const news = next.dataset.said !== live().dataset.said ? next.dataset.said : "";
  live().replaceWith(document.adoptNode(next));
  if (news) say(news);
  document.title = fresh.title;
  for (const [id, wasOpen] of folded) document.getElementById(id)?.toggleAttribute("open", !wasOpen);
  enter(kept);
  const again = focused && document.getElementById(focused);
  if (again) again.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("live"));
  return true;
}

async function send(form, button, data) {
  const address = button && button.hasAttribute("formaction") ? button.formAction : form.action;
  const mine = ++sent;
  const before = pending;
  let answer;
  pending = (async () => {
    await before;
    answer = await fetch(address, { method: "POST", body: data, credentials: "same-origin" });
    const html = await answer.text();
    away(false);
    if (mine !== sent) return; // a later tap is on its way and will show more
    if (!show(html, form)) { location.assign(answer.url); return; }
    if (answer.redirected) history.replaceState(null, "", answer.url);
    if (form.hasAttribute("data-top")) document.querySelector("h1")?.scrollIntoView();
    const counted = button && /^(.+)-(more|less)$/.exec(button.id);
    const count = counted && document.getElementById(`${counted[1]}-count`);
    if (count) say(`${count.getAttribute("aria-label")}: ${count.textContent}`);
  })().catch(() => away(true, true));
  await pending;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.hasAttribute("data-live")) return;
  event.preventDefault();
  const data = new FormData(form);
  if (event.submitter && event.submitter.name) data.append(event.submitter.name, event.submitter.value);
  send(form, event.submitter, data);
});

async function look() {
  const place = live();
  if (!place || !place.dataset.poll || document.hidden) return;
  const before = sent;
  try {
    const answer = await fetch(place.dataset.poll, { credentials: "same-origin" });
    if (!answer.ok) { location.reload(); return; }
    const version = String((await answer.json()).version);
    away(false);
    if (before !== sent || version === live().dataset.version) return;
    const page = await fetch(live().dataset.page || location.href, { credentials: "same-origin" });
    const html = await page.text();
    if (before === sent && performance.now() > held) show(html); // else it is seen a second later
  } catch {
    away(true);
  }
}

async function watch() {
  await pending;
  await look();
  setTimeout(watch, EVERY);
}

// ---- the two minutes of a night

let ends = 0;
let told = 0;
let audio = null;

function wind() {
  const timer = document.getElementById("timer");
  if (!timer) return;
  ends = performance.now() + Number(timer.dataset.left);
  told = Number(timer.dataset.left) / 1000;
  tick();
}

function tick() {
  const timer = document.getElementById("timer");
  if (!timer) return;
  const runs = timer.dataset.runs === "yes";
  const left = runs ? Math.max(0, ends - performance.now()) : Number(timer.dataset.left);
  const seconds = Math.ceil(left / 1000);
  timer.querySelector("[data-clock]").textContent =
    `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  timer.querySelector("progress").value = left;
  timer.classList.toggle("late", runs && seconds <= 10);
  timer.querySelector("[data-time-up]").hidden = left > 0;
  if (!runs) return;
  for (const mark of [60, 30, 10, 0]) {
    if (told > mark && seconds <= mark) say(mark ? timer.dataset.said.replace("#", mark) : timer.dataset.up);
    if (told > mark && seconds <= mark && mark <= 10) ring(mark ? 1 : 3);
  }
  told = seconds;
}

// The dreamer's eyes are shut, so that the end is heard and felt.
function ring(times) {
  navigator.vibrate?.(Array(times).fill([300, 200]).flat());
  if (!audio) return;
  for (let n = 0; n < times; n++) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = 740;
    volume.gain.value = .2;
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + n * .5);
    tone.stop(audio.currentTime + n * .5 + .3);
  }
}

// Phones let a page sound that was made ready by a tap.
document.addEventListener("click", () => {
  const Audio = window.AudioContext || window.webkitAudioContext;
  if (!Audio || !document.getElementById("timer")) return;
  audio ??= new Audio();
  audio.resume();
});

document.addEventListener("live", wind);
wind();
setInterval(tick, 200);
if (live()?.dataset.poll) setTimeout(watch, EVERY);
