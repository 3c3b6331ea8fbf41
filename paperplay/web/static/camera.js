// The live camera: small frames go to the server, which says what is in the way. When two frames in a
// row are good, the photo is taken; the next one only after the sheet has left the picture.
"use strict";

(() => {
  const box = document.getElementById("live-camera");
  const form = document.getElementById("hand-in");
  if (!box || !window.isSecureContext || !navigator.mediaDevices) return;
  const video = box.querySelector("video");
  const finder = box.querySelector(".finder");
  const corners = box.querySelector("svg");
  const told = box.querySelector("[role=status]");
  const canvas = document.createElement("canvas");
  const WIDTH = 960;
  let stream = null, good = 0, armed = true;

  box.querySelector(".elsewhere")?.remove();
  const button = box.querySelector("[data-open]");
  button.hidden = false;
  button.addEventListener("click", open);
  box.querySelector("[data-close]").addEventListener("click", close);
  box.querySelector("[data-shoot]").addEventListener("click", () => shoot());

  async function open() {
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment", width: { ideal: 4096 }, height: { ideal: 3072 } },
      });
    } catch { told.textContent = box.dataset.refused; return; }
    video.srcObject = stream;
    await video.play();
    finder.hidden = false;
    button.hidden = true;
    box.scrollIntoView({ block: "start" });
    watch();
  }

  function close() {
    for (const track of stream ? stream.getTracks() : []) track.stop();
    stream = null;
    finder.hidden = true;
    button.hidden = false;
  }

  function drawn(width) {
    const scale = Math.min(1, width / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/jpeg", width > WIDTH ? .92 : .7));
  }

  async function watch() {
    while (stream) {
      try { await look(); } catch { /* the network is back in a moment */ }
      await new Promise((go) => setTimeout(go, 250));
    }
  }

  async function look() {
    if (document.hidden || !video.videoWidth) return;
    const body = new FormData();
    body.append("frame", await drawn(WIDTH), "frame.jpg");
    body.append("width", video.videoWidth);
    const answer = await fetch("/camera/look", {
      method: "POST", body, headers: { Accept: "application/json", "X-CSRF-Token": form.elements.csrf.value },
    });
    if (!answer.ok || !stream) return;
    const seen = await answer.json();
    if (seen.hint === "no-sheet") armed = true;
    if (armed && told.textContent !== seen.text) told.textContent = seen.text;
    corners.replaceChildren(
      ...seen.corners.map(([x, y]) => drawing("circle", { cx: x * 100, cy: y * 100, r: 2 })),
      ...seen.codes.map((code) => drawing("polygon", { points: code.map(([x, y]) => `${x * 100},${y * 100}`).join(" ") })),
    );
    finder.classList.toggle("good", seen.hint === "good");
    good = seen.hint === "good" ? good + 1 : 0;
    if (armed && good >= 2) await shoot();
  }

  function drawing(kind, facts) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
    for (const [name, value] of Object.entries(facts)) made.setAttribute(name, value);
    return made;
  }

  async function shoot() {
    armed = false;
    good = 0;
    const photo = await drawn(100000);
    form.dispatchEvent(new CustomEvent("photo", { detail: new File([photo], "camera.jpg", { type: "image/jpeg" }) }));
    told.textContent = box.dataset.taken;
    navigator.vibrate?.(80);
  }
})();
