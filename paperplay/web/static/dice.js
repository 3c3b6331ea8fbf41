// Keys for whoever rolls at a desk or a projector, and a screen full of dice.
"use strict";

const KEYS = { " ": "roll", ArrowRight: "roll", PageDown: "roll", ArrowLeft: "back", PageUp: "back" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  const on = event.target;
  if (on.closest("input, textarea, select, summary, a, .strip")) return;
  if (event.key === " " && on.closest("button")) return; // a button hears it by itself
  if (event.key === "f" || event.key === "F") { fill(); return; }
  const button = KEYS[event.key] && document.getElementById(KEYS[event.key]);
  if (!button || button.disabled) return;
  event.preventDefault();
  button.click();
});

function fill() {
  const filled = document.fullscreenElement
    ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
  filled?.catch(() => { /* the browser does not grant it */ });
}

document.addEventListener("fullscreenchange", () => {
  document.body.classList.toggle("filled", Boolean(document.fullscreenElement));
});

function offer() {
  const button = document.getElementById("full");
  if (!button || !document.documentElement.requestFullscreen) return;
  button.hidden = false;
  button.addEventListener("click", fill);
}

document.addEventListener("live", offer);
offer();
