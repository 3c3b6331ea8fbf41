// What is marked on a board, as the marks file has it (docs/boards.md), and every way to change it.
// Nothing here knows the page.
"use strict";

const SINGLE = ["name", "solo", "total"];
const LISTS = ["clouds", "rows", "objects", "bonuses", "leaves", "thorns", "polaroids", "constellation", "notes", "chain", "frames", "places"];
const BOXES = { cloud: "clouds", leaf: "leaves", polaroid: "polaroids" };
const USUAL = {
  cloud: [11, 10], leaf: [6, 9], polaroid: [12, 13], name: [50, 9], solo: [5, 5], total: [28, 11],
  number: [18, 11], box: [5, 5], ring: 2.4,
  dot: 2, sun: 2.4, bonus: 2.1, note: 1.6, moon: 5, link: 2.2, reward: 2.6, star: 2.3,
};
const FAR = 30; // mm; a row's two symbols are not further apart

export const PAIRS = new Set(["bonus", "thorn"]);
export const RUNS = { point: "objects", note: "notes", reward: "frames" };

export function opened(told) {
  const marks = structuredClone(told);
  for (const name of LISTS) marks[name] ??= [];
  return marks;
}

/** Every place that is marked: what it belongs to, and which of its fields says where it is. */
export function* places(marks) {
  for (const [kind, list] of Object.entries(BOXES)) for (const each of marks[list]) yield { kind, list, entry: each, place: each, key: "center" };
  for (const row of marks.rows) for (const kind of ["dot", "sun"]) if (row[kind]) yield { kind, list: "rows", entry: row, place: row[kind], key: "center" };
  for (const thing of marks.objects) for (const point of thing.points) yield { kind: "point", list: "objects", entry: thing, place: point, key: "at" };
  for (const bonus of marks.bonuses) for (const part of ["line", "leaf"]) yield { kind: "bonus", list: "bonuses", entry: bonus, place: bonus[part], key: "center" };
  for (const thorn of marks.thorns) for (const key of ["from", "to"]) yield { kind: "thorn", list: "thorns", entry: thorn, place: thorn, key };
  for (const star of marks.constellation) yield { kind: "star", list: "constellation", entry: star, place: star, key: "at" };
  for (const note of marks.notes) for (const head of note.heads) yield { kind: "note", list: "notes", entry: note, place: head, key: "center" };
  for (const moon of marks.chain) {
    yield { kind: "moon", list: "chain", entry: moon, place: moon, key: "center" };
    if (moon.link) yield { kind: "link", list: "chain", entry: moon, place: moon.link, key: "center" };
  }
  for (const frame of marks.frames) for (const reward of frame.rewards) yield { kind: "reward", list: "frames", entry: frame, place: reward, key: "center" };
  for (const each of marks.places) {
    if (each.center) yield { kind: "place", list: "places", entry: each, place: each, key: "center" };
    for (const point of each.points ?? []) yield { kind: "place", list: "places", entry: each, place: point, key: "at" };
  }
  for (const kind of SINGLE) if (marks[kind]) yield { kind, list: null, entry: marks[kind], place: marks[kind], key: "center" };
}

export const at = (each) => each.place[each.key];
export const reach = (each) => each.place.size ? Math.max(...each.place.size) / 2 : each.place.radius ?? 1.2;
const far = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** What of an own sheet's places is not marked yet, or not to its end. */
export function open(marks, wanted) {
  const count = new Map(marks.places.map((each) => [each.id, each.points?.length ?? 0]));
  return wanted.filter((each) => !count.has(each.id) || count.get(each.id) < each.points);
}

/** Mark a place of an own sheet; a line takes one point after the other. */
export function addPlace(marks, { id, kind, points }, where, shape) {
  const entry = marks.places.find((each) => each.id === id);
  if (points) return (entry ?? push(marks.places, { id, points: [] })).points.push({ at: where });
  const room = shape ? shape.size.map((side) => Math.max(side * .94, .6)) : null;
  if (kind === "ring") return push(marks.places, { id, center: where, radius: shape ? Math.min(Math.max(Math.max(...shape.size) * .62, .8), 40) : USUAL.ring });
  return push(marks.places, { id, center: where, size: room ?? USUAL[kind] });
}

/** Of shapes within each other the one that is about as large as what is marked of a kind so far, or as is usual. */
export function fitting(marks, kind, shapes) {
  const known = lastSize(marks, kind) ?? USUAL[kind];
  if (!known) return shapes[0];
  const usual = Array.isArray(known) ? Math.max(...known) : 2 * known;
  const unlike = (shape) => Math.abs(Math.log(Math.max(...shape.size) / usual));
  return shapes.reduce((best, each) => unlike(each) < unlike(best) ? each : best);
}

/** Mark something. `shape` is what was proposed there, `run` what a series goes on with, `value` a number. */
export function add(marks, kind, where, { shape, run, value, first, alone } = {}) {
  const usual = lastSize(marks, kind) ?? USUAL[kind];
  const size = shape ? shape.size.map((side) => Math.max(side * .94, .6)) : usual;
  const radius = shape ? Math.min(Math.max(Math.max(...shape.size) * .62, .8), 40) : usual;
  const disc = { center: where, radius };
  if (BOXES[kind]) return push(marks[BOXES[kind]], { center: where, size });
  if (SINGLE.includes(kind)) return (marks[kind] = { center: where, size });
  if (kind === "dot" || kind === "sun") return alone ? push(marks.rows, { [kind]: disc }) : addSymbol(marks, kind, disc);
  if (kind === "bonus") return push(marks.bonuses, { line: { center: first, radius }, leaf: disc });
  if (kind === "thorn") return push(marks.thorns, { from: first, to: where });
  if (kind === "star") return push(marks.constellation, { at: where, star: true, radius: USUAL.star });
  if (kind === "moon") return push(marks.chain, disc);
  if (kind === "link") return addLink(marks, disc, value);
  const list = marks[RUNS[kind]];
  let entry = list.includes(run) ? run : null;
  if (kind === "point") {
    entry ??= push(list, { points: [], closed: false });
    entry.points.push({ at: where, sun: false });
  } else if (kind === "note") {
    entry ??= push(list, { heads: [] });
    entry.heads.push(disc);
  } else {
    entry ??= push(list, { rewards: [], clouds: [] });
    entry.rewards.push({ center: where, radius, value });
  }
  return entry;
}

function push(list, entry) {
  list.push(entry);
  return entry;
}

function lastSize(marks, kind) {
  const last = [...places(marks)].filter((each) => each.kind === kind).pop();
  return last && structuredClone(last.place.size ?? last.place.radius);
}

/** A symbol belongs to the row that lacks it and whose other symbol is nearest. */
function addSymbol(marks, kind, disc) {
  const other = kind === "dot" ? "sun" : "dot";
  const lacking = marks.rows.filter((row) => row[other] && !row[kind] && far(row[other].center, disc.center) < FAR);
  lacking.sort((a, b) => far(a[other].center, disc.center) - far(b[other].center, disc.center));
  const row = lacking[0] ?? push(marks.rows, {});
  row[kind] = disc;
  return row;
}

/** Join symbols that are alone in their rows, the nearest first. */
export function joinSymbols(marks) {
  for (;;) {
    let best = null, least = FAR;
    for (const one of marks.rows) for (const other of marks.rows) {
      if (!one.dot || one.sun || !other.sun || other.dot) continue;
      const off = far(one.dot.center, other.sun.center);
      if (off < least) [best, least] = [[one, other], off];
    }
    if (!best) return;
    const [kept, gone] = best.sort((a, b) => marks.rows.indexOf(a) - marks.rows.indexOf(b));
    for (const [name, value] of Object.entries(gone)) kept[name] ??= value;
    marks.rows.splice(marks.rows.indexOf(gone), 1);
  }
}

/** A number belongs to the moon behind it. */
function addLink(marks, disc, value) {
  const near = [...marks.chain].sort((a, b) => far(a.center, disc.center) - far(b.center, disc.center)).slice(0, 2);
  const moon = near.sort((a, b) => marks.chain.indexOf(b) - marks.chain.indexOf(a))[0];
  if (moon) Object.assign(moon, { link: disc, value });
  return moon;
}

/** Change what a thing is: a cloud's symbol, a leaf's circle, a point's or a star's sun. */
export function turn({ kind, entry, place }) {
  if (kind === "cloud") {
    const next = { undefined: "star", star: "moon", moon: undefined }[place.symbol ?? undefined];
    if (next) place.symbol = next; else delete place.symbol;
  } else if (kind === "leaf") place.circled = !place.circled;
  else if (kind === "point") place.sun = !place.sun;
  else if (kind === "star") place.star = !place.star;
}

export function toggleCloud(frame, marks, cloud) {
  const name = `c${marks.clouds.indexOf(cloud) + 1}`;
  frame.clouds = frame.clouds.includes(name) ? frame.clouds.filter((each) => each !== name) : [...frame.clouds, name];
}

/** What else belongs to a thing: its clouds, or a bonus's object. `told` is what places suggest. */
export const OWNERS = { dot: "clouds", sun: "clouds", note: "clouds", reward: "clouds", polaroid: "cloud", bonus: "object" };

export function belonging(marks, { kind, list, entry }, told) {
  const said = [entry[OWNERS[kind]] ?? []].flat().filter(Boolean);
  return said.length ? said : told?.[list]?.[marks[list].indexOf(entry) + 1] ?? [];
}

/** Say that a cloud belongs to a thing, or does not; a polaroid has one, and a bonus an object. */
export function join(marks, owner, tapped, told) {
  const { kind, entry } = owner;
  const named = (list, letter) => letter + (marks[list].indexOf(tapped.entry) + 1);
  if (kind === "bonus") {
    if (tapped.kind === "point") entry.object = named("objects", "o");
  } else if (tapped.kind === "cloud" && kind === "polaroid") entry.cloud = named("clouds", "c");
  else if (tapped.kind === "cloud") {
    const before = belonging(marks, owner, told), name = named("clouds", "c");
    const now = before.includes(name) ? before.filter((each) => each !== name) : [...before, name];
    entry.clouds = inOrder(marks, now);
  }
}

/** Clouds as they are read: from the left, or from the top where they stand below each other. */
function inOrder(marks, names) {
  const place = new Map(names.map((name) => [name, marks.clouds[Number(name.slice(1)) - 1]?.center ?? [0, 0]]));
  const [wide, high] = [0, 1].map((axis) => Math.max(...[...place.values()].map((each) => each[axis])) - Math.min(...[...place.values()].map((each) => each[axis])));
  const axis = wide >= high ? 0 : 1;
  return [...names].sort((a, b) => place.get(a)[axis] - place.get(b)[axis]);
}

export function resize(each, times) {
  if (each.place.size) each.place.size = each.place.size.map((side) => Math.min(Math.max(side * times, .6), 400));
  else if (each.place.radius) each.place.radius = Math.min(Math.max(each.place.radius * times, .8), 40);
}

export function move(chosen, by) {
  for (const each of chosen) each.place[each.key] = at(each).map((side, axis) => Math.max(side + by[axis], 0));
}

/** Mirror places about the middle between them, left for right. */
export function mirror(chosen) {
  const across = chosen.map((each) => at(each)[0]);
  const sum = Math.min(...across) + Math.max(...across);
  for (const each of chosen) each.place[each.key] = [sum - at(each)[0], at(each)[1]];
}

/** Bring places into one line, upright or level, whichever they nearly are. */
export function align(chosen) {
  const spread = [0, 1].map((axis) => {
    const sides = chosen.map((each) => at(each)[axis]);
    return Math.max(...sides) - Math.min(...sides);
  });
  const axis = spread[0] < spread[1] ? 0 : 1;
  const sides = chosen.map((each) => at(each)[axis]).sort((a, b) => a - b);
  const middle = sides[Math.floor(sides.length / 2)];
  for (const each of chosen) each.place[each.key] = at(each).map((side, which) => which === axis ? middle : side);
}

/** Copy the whole of what is chosen; gives the copies' places. */
export function copy(marks, chosen, by) {
  const made = new Set();
  for (const entry of new Set(chosen.filter((each) => each.list && each.kind !== "place").map((each) => each.entry))) {
    const { list } = chosen.find((each) => each.entry === entry);
    const twin = structuredClone(entry);
    for (const named of ["cloud", "object"]) delete twin[named];
    if (list === "rows" || list === "notes") delete twin.clouds;
    marks[list].push(twin);
    made.add(twin);
  }
  const copies = [...places(marks)].filter((each) => made.has(each.entry));
  move(copies, by);
  return copies;
}

export function drop(marks, chosen) {
  for (const { kind, list, entry, place } of chosen) {
    if (!list) delete marks[kind];
    else if (kind === "point" || kind === "note" || kind === "reward" || place !== entry && kind === "place") {
      const parts = kind === "note" ? "heads" : kind === "reward" ? "rewards" : "points";
      entry[parts] = entry[parts].filter((each) => each !== place);
      if (!entry[parts].length) out(marks, list, entry);
    } else if (kind === "dot" || kind === "sun") {
      delete entry[kind];
      if (!entry.dot && !entry.sun) out(marks, list, entry);
    } else if (kind === "link") {
      delete entry.link;
      delete entry.value;
    } else out(marks, list, entry);
  }
  if (chosen.some(({ kind }) => kind === "dot" || kind === "sun")) joinSymbols(marks);
}

function out(marks, list, entry) {
  const number = marks[list].indexOf(entry) + 1;
  if (!number) return;
  marks[list].splice(number - 1, 1);
  const letter = { clouds: "c", objects: "o" }[list];
  if (letter) renumber(marks, letter, number);
}

/** Ids are given in order: after something is gone, others are called otherwise. */
function renumber(marks, letter, gone) {
  const named = (name) => {
    if (name?.[0] !== letter) return name;
    const number = Number(name.slice(1));
    return number === gone ? null : number > gone ? letter + (number - 1) : name;
  };
  for (const each of [...marks.rows, ...marks.notes, ...marks.frames]) {
    if (each.clouds) each.clouds = each.clouds.map(named).filter(Boolean);
  }
  for (const each of marks.polaroids) if (each.cloud) each.cloud = named(each.cloud) ?? "";
  for (const each of marks.bonuses) if (each.object) each.object = named(each.object) ?? "";
}

/** The file: hundredths of a mm are enough. */
export function saved(marks) {
  const plain = (value, name) => {
    if (typeof value === "number") return name === "value" ? value : Math.round(value * 100) / 100;
    if (Array.isArray(value)) return value.map((each) => plain(each));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null && each !== undefined).map(([key, each]) => [key, plain(each, key)]));
  };
  return JSON.stringify(plain(marks));
}
