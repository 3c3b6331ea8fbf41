// Marking a board: the flat picture, what is proposed, what is marked, and a finger on it.
"use strict";
import * as model from "./board-marks.js";

const box = document.getElementById("board");
const svg = box.querySelector(".flat");
const [proposed, marked] = [svg.querySelector(".proposed"), svg.querySelector(".marked")];
const state = box.querySelector(".state");
const TAP = 7; // px; further is a drag
const NEAR = 5; // px beside a thing that still mean it
const SVG = "http://www.w3.org/2000/svg";
let size = [1, 1], view = { x: 0, y: 0, wide: 1 }, proposals = [], marks = model.opened({});
let wanted = [], belongs = {}, owner = null;
let chosen = [], run = null, first = null, last = null, past = [], checked = 0, clean = "";

const tool = () => box.querySelector("[name=tool]:checked").value;
const value = () => Math.min(Math.max(parseInt(box.querySelector("[name=value]").value, 10) || 0, 0), 99);

// ---- drawing

function put(group, name, facts, kinds, text) {
  const shape = document.createElementNS(SVG, name);
  for (const [key, each] of Object.entries(facts)) shape.setAttribute(key, each);
  shape.setAttribute("class", kinds);
  if (text !== undefined) shape.textContent = text;
  group.append(shape);
  return shape;
}

function drawShape(group, place, where, kinds) {
  const [x, y] = where;
  if (place.size) return put(group, "rect", { x: x - place.size[0] / 2, y: y - place.size[1] / 2, width: place.size[0], height: place.size[1], rx: .8 }, `box ${kinds}`);
  return put(group, "circle", { cx: x, cy: y, r: place.radius ?? 1.1 }, `disc ${kinds}`);
}

function way(points, closed) {
  if (points.length > 1) put(marked, closed ? "polygon" : "polyline", { points: points.join(" ") }, "way");
}

const label = (where, text) => put(marked, "text", { x: where[0], y: where[1] }, "", text);

function draw() {
  marked.replaceChildren();
  for (const thing of marks.objects) way(thing.points.map((each) => each.at), thing.closed);
  for (const thorn of marks.thorns) way([thorn.from, thorn.to]);
  for (const bonus of marks.bonuses) way([bonus.line.center, bonus.leaf.center]);
  for (const note of marks.notes) way(note.heads.map((each) => each.center));
  for (const row of marks.rows) if (row.dot && row.sun) way([row.dot.center, row.sun.center]);
  way(marks.constellation.map((each) => each.at));
  way(marks.chain.map((each) => each.center));
  for (const each of model.places(marks)) {
    const { place, kind } = each;
    const looks = place.symbol ?? (place.sun || kind === "sun" || place.circled ? "sun" : kind === "star" && place.star ? "star" : "");
    const isChosen = chosen.some((one) => one.place === place && one.key === each.key);
    drawShape(marked, kind === "star" || kind === "point" ? {} : place, model.at(each), `${looks}${isChosen ? " chosen" : ""}`);
  }
  for (const each of marks.places) {
    if (each.points) way(each.points.map((point) => point.at));
    label(each.center ?? each.points[0].at, each.id);
  }
  marks.clouds.forEach((each, n) => label(each.center, `c${n + 1}`));
  marks.rows.forEach((each, n) => label((each.dot ?? each.sun).center, n + 1));
  marks.objects.forEach((each, n) => label(each.points[0].at, `o${n + 1}`));
  for (const frame of marks.frames) for (const each of frame.rewards) label(each.center, each.value);
  for (const moon of marks.chain) if (moon.link) label(moon.link.center, moon.value ?? "");
  if (tool() === "reward" && run) {
    for (const name of run.clouds ?? []) {
      const cloud = marks.clouds[Number(name.slice(1)) - 1];
      if (cloud) drawShape(marked, cloud, cloud.center, "chosen");
    }
  }
  if (owner && isThere(owner)) {
    drawShape(marked, owner.place, model.at(owner), "chosen");
    for (const name of model.belonging(marks, owner, belongs)) showOwned(name);
  }
  if (first) put(marked, "circle", { cx: first[0], cy: first[1], r: 1.4 }, "disc chosen");
}

function showOwned(name) {
  const number = Number(name.slice(1)) - 1;
  const cloud = name[0] === "c" && marks.clouds[number];
  if (cloud) drawShape(marked, cloud, cloud.center, "chosen");
  else for (const point of marks.objects[number]?.points ?? []) drawShape(marked, {}, point.at, "chosen");
}

function drawProposals() {
  proposed.replaceChildren();
  for (const each of proposals) drawShape(proposed, each.is_round ? { radius: each.size[0] / 2 } : each, each.center, "");
}

function look() {
  const shown = svg.getBoundingClientRect();
  const high = view.wide * shown.height / Math.max(shown.width, 1);
  svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.wide} ${high}`);
}

function zoom(times, around) {
  const high = view.wide * svg.clientHeight / Math.max(svg.clientWidth, 1);
  const [x, y] = around ?? [view.x + view.wide / 2, view.y + high / 2];
  const wide = Math.min(Math.max(view.wide * times, 20), 3 * Math.max(...size));
  const real = wide / view.wide;
  view = { x: x - (x - view.x) * real, y: y - (y - view.y) * real, wide };
  look();
  if (times < 1) sharpen();
}

/** Show every pixel of the board, to whom looks closer: at first its picture is a light one. */
function sharpen() {
  const shown = svg.querySelector("image[data-whole]");
  if (!shown) return;
  const whole = new Image();
  whole.onload = () => shown.setAttribute("href", whole.src);
  whole.src = shown.dataset.whole;
  delete shown.dataset.whole;
}

function whole() {
  const shape = svg.clientWidth / Math.max(svg.clientHeight, 1);
  const wide = Math.max(size[0], size[1] * shape) * 1.03;
  view = { x: (size[0] - wide) / 2, y: (size[1] - wide / shape) / 2, wide };
  look();
}

// ---- changing

function remember() {
  past.push(JSON.stringify(marks));
  if (past.length > 200) past.shift();
}

/** Offer the places of an own sheet that are not marked yet. */
function offer() {
  const picker = box.querySelector("[name=place]");
  const open = model.open(marks, wanted);
  const before = picker.value;
  picker.replaceChildren(...open.map((each) => new Option(each.id)));
  if (open.some((each) => each.id === before)) picker.value = before;
  picker.closest("label").hidden = !wanted.length;
  for (const each of box.querySelectorAll("[name=tool]")) {
    const ours = ["select", "name"].includes(each.value);
    each.closest("label").hidden = !ours && (each.value === "place") !== wanted.length > 0;
  }
}

async function learn() {
  const query = new URLSearchParams({ game: marks.game ?? "", players: marks.players ?? 0 });
  try { wanted = await (await fetch(`${box.dataset.wanted}?${query}`)).json(); } catch { wanted = []; }
  offer();
}

// What is not saved yet, beside what it was made from.
function draft(told) {
  try {
    if (told) localStorage.setItem(box.dataset.draft, told);
    else localStorage.removeItem(box.dataset.draft);
  } catch { /* a private window keeps nothing */ }
}

function changed() {
  draw();
  offer();
  const told = model.saved(marks);
  draft(told);
  state.textContent = told === clean ? "" : box.dataset.unsaved;
  clearTimeout(checked);
  checked = setTimeout(() => send(false), 700);
}

// One after the other: what is saved first does not arrive last.
let pending = Promise.resolve();
const send = (keep) => (pending = pending.catch(() => {}).then(() => sendNow(keep)));

async function sendNow(keep) {
  const told = model.saved(marks);
  const body = new FormData();
  body.set("marks", told);
  if (keep) body.set("keep", "yes");
  const headers = { Accept: "application/json", "X-CSRF-Token": document.querySelector("meta[name=csrf]").content };
  let answer;
  try {
    const response = await fetch(box.dataset.marks, { method: "POST", body, headers });
    answer = await response.json();
  } catch {
    if (keep) state.textContent = box.dataset.unsaved;
    return;
  }
  const lacks = answer.lacks ? [...answer.lacks, ...answer.hints] : [answer.told];
  if (answer.belongs && told === model.saved(marks)) {
    belongs = answer.belongs;
    draw();
  }
  box.querySelector(".lacks").replaceChildren(...(lacks.length ? lacks : [box.dataset.complete]).map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
  if (!keep || !answer.lacks) return;
  clean = told;
  draft("");
  box.dataset.draft = `board-${answer.fingerprint}`;
  if (told === model.saved(marks)) state.textContent = box.dataset.saved;
  else draft(model.saved(marks)); // changed again meanwhile, which is not saved
}

const isThere = (each) => [...model.places(marks)].some((one) => one.place === each.place && one.key === each.key);

function nearest(list, where, slack, reach) {
  let best = null, least = Infinity;
  for (const each of list) {
    const [center, room] = reach(each);
    const off = Math.hypot(center[0] - where[0], center[1] - where[1]);
    if (off <= room + slack && off < least) [best, least] = [each, off];
  }
  return best;
}

const slackOf = () => NEAR * view.wide / Math.max(svg.clientWidth, 1);
const placeAt = (where, kinds) => nearest([...model.places(marks)].filter((each) => !kinds || kinds.includes(each.kind)), where, slackOf(), (each) => [model.at(each), model.reach(each)]);
const INSIDE = 1.5; // mm between the middles of shapes that lie within each other
const BOXES = ["cloud", "leaf", "polaroid"];

function proposalAt(where, kind) {
  const best = nearest(proposals, where, slackOf(), (each) => [each.center, Math.max(...each.size) / 2]);
  if (!best) return null;
  const near = (each) => Math.hypot(each.center[0] - best.center[0], each.center[1] - best.center[1]) < INSIDE;
  return model.fitting(marks, kind, [best, ...proposals.filter((each) => each !== best && near(each))]);
}

function tapped(where) {
  const kind = tool();
  const there = placeAt(where);
  if (kind === "select") {
    const same = there && chosen.findIndex((each) => each.place === there.place && each.key === there.key);
    if (!there) chosen = [];
    else if (same >= 0) chosen.splice(same, 1);
    else chosen.push(there);
    draw();
    return;
  }
  if (kind === "belong") {
    const thing = placeAt(where, [...Object.keys(model.OWNERS), "cloud", "point"]);
    if (thing && model.OWNERS[thing.kind]) owner = thing;
    else if (thing && owner) {
      remember();
      model.join(marks, owner, thing, belongs);
      changed();
      return;
    }
    draw();
    return;
  }
  if (kind === "reward" && run && there?.kind === "cloud") {
    remember();
    model.toggleCloud(run, marks, there.place);
    changed();
    return;
  }
  if (kind === "place") {
    const next = wanted.find((each) => each.id === box.querySelector("[name=place]").value);
    if (!next) return;
    const shape = next.points ? null : proposalAt(where, next.kind);
    remember();
    model.addPlace(marks, next, [...(shape ? shape.center : where)], shape);
    changed();
    return;
  }
  const mine = placeAt(where, [kind]);
  if (mine && !model.PAIRS.has(kind)) {
    remember();
    // The first point again closes an outline; any other place is changed.
    if (kind === "point" && mine.entry === run && mine.place === run.points[0] && run.points.length > 2) {
      run.closed = true;
      run = null;
    } else model.turn(mine);
    changed();
    return;
  }
  const shape = proposalAt(where, kind);
  const center = shape ? shape.center : where;
  if (model.PAIRS.has(kind) && !first) {
    first = center;
    draw();
    return;
  }
  remember();
  const entry = model.add(marks, kind, [...center], { shape, run, value: value(), first });
  [first, last] = [null, shape && { kind, group: shape.group, inside: isInside(shape.center, kind) }];
  if (model.RUNS[kind]) run = entry;
  changed();
}

/** Whether a place lies in one that is marked as something else that is written in. */
const isInside = (where, kind) => !!placeAt(where, BOXES.filter((each) => each !== kind));

/** Mark everything that looks like what was tapped last: line by line, from the left. */
function alike() {
  if (!last?.group || model.RUNS[last.kind] || model.PAIRS.has(last.kind)) return;
  remember();
  const fits = (each) => each.group === last.group && !placeAt(each.center, [last.kind]) && isInside(each.center, last.kind) === last.inside;
  const others = proposals.filter(fits);
  const high = others.length ? others[0].size[1] : 1;
  others.sort((a, b) => Math.round((a.center[1] - b.center[1]) / high) || a.center[0] - b.center[0]);
  for (const each of others) model.add(marks, last.kind, [...each.center], { shape: each, value: value(), alone: true });
  model.joinSymbols(marks);
  changed();
}

const EDITS = {
  turn: () => chosen.forEach(model.turn),
  larger: () => chosen.forEach((each) => model.resize(each, 1.08)),
  smaller: () => chosen.forEach((each) => model.resize(each, 1 / 1.08)),
  copy: () => { chosen = model.copy(marks, chosen, [6, 6]); },
  mirror: () => model.mirror(chosen),
  align: () => model.align(chosen),
  delete: () => { model.drop(marks, chosen); chosen = []; },
};

function act(what) {
  if (what === "closer") zoom(1 / 1.5);
  else if (what === "farther") zoom(1.5);
  else if (what === "save") send(true);
  else if (what === "alike") alike();
  else if (what === "next") [run, first] = [null, null];
  else if (what === "undo") {
    if (first) first = null;
    else if (past.length) marks = JSON.parse(past.pop());
    [chosen, run, owner] = [[], null, null];
    changed();
    return;
  } else if (chosen.length) {
    remember();
    EDITS[what]();
    chosen = chosen.filter(isThere);
    changed();
    return;
  }
  draw();
}

box.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button) act(button.dataset.do);
});

box.addEventListener("change", (event) => {
  if (event.target.name === "tool") { [run, first, owner, chosen] = [null, null, null, []]; draw(); }
  if (event.target.name === "game") { remember(); marks.game = event.target.value; delete marks.version; changed(); learn(); }
});

// ---- fingers, mouse, keys

const fingers = new Map();
let grip = null;

const mm = (event) => {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
};
const span = () => {
  const [one, other] = [...fingers.values()];
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
};

svg.addEventListener("pointerdown", (event) => {
  svg.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, event);
  const where = mm(event);
  const held = tool() === "select" && placeAt(where);
  const isChosen = held && chosen.some((each) => each.place === held.place && each.key === held.key);
  grip = { from: where, x: event.clientX, y: event.clientY, moved: fingers.size > 1, held: isChosen, span: fingers.size === 2 ? span() : 0 };
});

svg.addEventListener("pointermove", (event) => {
  if (!fingers.has(event.pointerId) || !grip) return;
  fingers.set(event.pointerId, event);
  if (fingers.size === 2) {
    const now = span();
    if (grip.span && now) zoom(grip.span / now, grip.from);
    grip.span = now;
    return;
  }
  const wasMoved = grip.moved;
  grip.moved ||= Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > TAP;
  if (!grip.moved || fingers.size > 1) return;
  const where = mm(event);
  const by = [where[0] - grip.from[0], where[1] - grip.from[1]];
  if (grip.held) {
    if (!wasMoved) remember();
    model.move(chosen, by);
    grip.from = where;
    draw();
  } else {
    view = { ...view, x: view.x - by[0], y: view.y - by[1] };
    look();
  }
});

function lifted(event) {
  if (!fingers.delete(event.pointerId) || !grip) return;
  if (fingers.size) { grip.moved = true; return; }
  const inside = grip.from.every((side, axis) => side >= 0 && side <= size[axis]);
  if (event.type === "pointerup" && !grip.moved && inside) tapped(grip.from);
  else if (grip.held && grip.moved) changed();
  grip = null;
}
svg.addEventListener("pointerup", lifted);
svg.addEventListener("pointercancel", lifted);

svg.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, mm(event));
}, { passive: false });

svg.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: [-.5, 0], ArrowRight: [.5, 0], ArrowUp: [0, -.5], ArrowDown: [0, .5] }[event.key];
  if (by && chosen.length) {
    event.preventDefault();
    remember();
    model.move(chosen, by);
    changed();
  } else if (event.key === "Delete") act("delete");
});

addEventListener("resize", look);
addEventListener("beforeunload", (event) => { if (model.saved(marks) !== clean && clean) event.preventDefault(); });

async function begin() {
  const told = await (await fetch(box.dataset.marks)).json();
  ({ size, proposals, belongs } = told);
  marks = model.opened(told.marks);
  clean = model.saved(marks);
  const picture = svg.querySelector("image");
  picture.setAttribute("width", size[0]);
  picture.setAttribute("height", size[1]);
  drawProposals();
  whole();
  let left = null;
  try { left = localStorage.getItem(box.dataset.draft); } catch { /* nothing is kept */ }
  if (left && left !== clean) {
    marks = model.opened(JSON.parse(left));
    changed();
  } else draw();
  box.querySelector("[name=game]").value = marks.game ?? "";
  await learn();
  box.dataset.ready = "yes";
}
begin();
