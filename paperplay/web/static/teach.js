// Corners of a board in its first photo, dragged there; without this script the outline is looked for.
"use strict";

(() => {
  const form = document.getElementById("teach-board");
  if (!form) return;
  const stage = form.querySelector(".stage");
  const svg = stage.querySelector("svg");
  const SVG = "http://www.w3.org/2000/svg";
  let size = null, corners = [];

  const folds = () => (form.folds.value.match(/[\d.]+/g) || []).map(Number);

  form.photos.addEventListener("change", show);
  form.folds.addEventListener("change", () => { if (size) place(); });
  form.addEventListener("submit", () => { form.querySelector("button.big").disabled = true; });
  addEventListener("pageshow", () => { form.querySelector("button.big").disabled = false; });

  async function show() {
    stage.hidden = true;
    form.corners.value = "";
    size = null;
    const file = form.photos.files[0];
    if (!file) return;
    const image = new Image();
    image.src = URL.createObjectURL(file);
    try { await image.decode(); } catch { return; } // a kind that this browser cannot show
    size = [image.naturalWidth, image.naturalHeight];
    svg.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    const shown = document.createElementNS(SVG, "image");
    shown.setAttribute("href", image.src);
    shown.setAttribute("width", size[0]);
    shown.setAttribute("height", size[1]);
    svg.replaceChildren(shown);
    stage.hidden = false;
    place();
  }

  function place() {
    form.corners.value = "";
    const width = Number(form.width.value) || 1;
    const along = [0, ...folds().map((at) => at / width), 1];
    const at = (x, y) => [(0.1 + 0.8 * Math.min(x, 1)) * size[0], (0.1 + 0.8 * y) * size[1]];
    corners = [...along.map((x) => at(x, 0)), ...along.reverse().map((x) => at(x, 1))];
    draw();
  }

  function draw() {
    svg.querySelectorAll("circle, polygon").forEach((old) => old.remove());
    const outline = document.createElementNS(SVG, "polygon");
    outline.setAttribute("points", corners.join(" "));
    outline.setAttribute("fill", "none");
    outline.setAttribute("stroke", "#b34700");
    outline.setAttribute("stroke-width", size[0] / 400);
    svg.append(outline);
    corners.forEach((corner, number) => {
      const dot = document.createElementNS(SVG, "circle");
      dot.setAttribute("class", "handle");
      dot.setAttribute("cx", corner[0]);
      dot.setAttribute("cy", corner[1]);
      dot.setAttribute("r", size[0] / 40);
      dot.setAttribute("stroke-width", size[0] / 400);
      dot.dataset.number = number;
      svg.append(dot);
    });
  }

  // Before anything was dragged nothing is said: the outline is looked for.
  function tell() {
    form.corners.value = corners.map((corner) => corner.map(Math.round).join(",")).join(" ");
  }

  svg.addEventListener("pointerdown", (event) => {
    const number = event.target.dataset.number;
    if (number === undefined) return;
    event.preventDefault();
    svg.setPointerCapture(event.pointerId);
    const move = (each) => {
      const point = new DOMPoint(each.clientX, each.clientY).matrixTransform(svg.getScreenCTM().inverse());
      corners[number] = [Math.min(Math.max(point.x, 0), size[0]), Math.min(Math.max(point.y, 0), size[1])];
      draw();
      tell();
    };
    const end = () => { svg.removeEventListener("pointermove", move); };
    svg.addEventListener("pointermove", move);
    svg.addEventListener("pointerup", end, { once: true });
    svg.addEventListener("pointercancel", end, { once: true });
  });
})();
