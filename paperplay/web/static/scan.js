// Send photos one by one with a progress bar, and show what was read as soon as it is there.
"use strict";

(() => {
  const form = document.getElementById("hand-in");
  const list = document.getElementById("uploads");
  const progress = document.getElementById("progress");
  const camera = document.getElementById("camera");
  const token = form.elements.csrf.value;
  const queue = [];
  let sending = false;
  let holding = false;
  let storing = 0;

  // The address may not be a secure one, where randomUUID is missing.
  const newId = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join("");

  function take(input) {
    if (!input.files.length) return;
    for (const file of input.files) add(file, form.elements.player.value);
    input.value = "";
    if (form.elements.instead.value) list.querySelector(`[data-instead="${form.elements.instead.value}"]`)?.closest("article").remove();
    form.elements.instead.value = "";
    // A guest's photos are the guest's; the host's next one is somebody else's.
    if ("host" in form.dataset) form.elements.player.value = "";
    next();
  }

  // A photo that could not be read is replaced by the next one.
  list.addEventListener("click", (event) => {
    const link = event.target.closest("[data-instead]");
    if (!link) return;
    event.preventDefault();
    form.elements.instead.value = link.dataset.instead;
    camera.click();
  });
  camera.addEventListener("cancel", () => { form.elements.instead.value = ""; });

  form.addEventListener("photo", (event) => {
    add(event.detail, form.elements.player.value);
    next();
  });

  function add(file, player) {
    const photo = { id: newId(), file, player, instead: form.elements.instead.value, at: Date.now() };
    const stored = kept("readwrite", (photos) => photos.put(photo));
    storing += 1;
    stored.then(() => { storing -= 1; });
    queue.push({ ...photo, stored, line: newLine(file.name) });
  }

  // What is not sent yet survives a reload; where the browser keeps nothing, it does not.
  function kept(mode, work) {
    return new Promise((done) => {
      const opening = indexedDB.open("paperplay", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("photos", { keyPath: "id" });
      opening.onsuccess = () => {
        try {
          const turn = opening.result.transaction("photos", mode);
          turn.oncomplete = turn.onabort = done;
          work(turn.objectStore("photos"));
        } catch { done(); /* the page works without */ }
        opening.result.close();
      };
      opening.onerror = (event) => { event.preventDefault(); done(); };
    }).catch(() => { /* a browser that has no such thing */ });
  }

  const forget = (id) => kept("readwrite", (photos) => photos.delete(id));

  function takeUp() {
    kept("readonly", (photos) => {
      const all = photos.getAll();
      all.onsuccess = () => {
        for (const photo of all.result.sort((one, other) => one.at - other.at)) {
          if (Date.now() - photo.at > 12 * 3600 * 1000) { forget(photo.id); continue; }
          queue.push({ ...photo, line: newLine(photo.file.name) });
        }
        next();
      };
    });
  }

  addEventListener("beforeunload", (event) => { if (sending || queue.length || storing) event.preventDefault(); });

  function newLine(name) {
    const line = document.createElement("li");
    line.className = "upload";
    const card = line.appendChild(document.createElement("div"));
    card.className = "card waiting";
    card.appendChild(document.createElement("p")).appendChild(document.createElement("strong")).textContent = name;
    card.appendChild(document.createElement("p")).className = "said";
    card.appendChild(document.createElement("progress")).max = 1;
    list.prepend(line);
    return line;
  }

  function say(job, text) {
    job.line.querySelector(".said").textContent = text;
    progress.textContent = text;
  }

  function next() {
    if (sending || !queue.length) return;
    sending = true;
    send(queue.shift());
  }

  function done() {
    sending = false;
    next();
  }

  function send(job, tries = 0) {
    if (job.file.size > Number(form.dataset.most)) {
      forget(job.id);
      fail(job, form.dataset.large);
      return done();
    }
    const bar = job.line.querySelector("progress");
    const body = new FormData();
    body.append("id", job.id);
    body.append("player", job.player);
    body.append("instead", job.instead || "");
    body.append("photos", job.file);
    const request = new XMLHttpRequest();
    request.open("POST", "/photos");
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("X-CSRF-Token", token);
    request.timeout = 120000 + job.file.size / 200; // a film is on its way for minutes
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) bar.value = event.loaded / event.total;
    });
    // The same id again is no second photo, so that trying again does no harm.
    const again = (seconds) => setTimeout(() => send(job, tries + 1), seconds * 1000);
    request.addEventListener("load", () => {
      if (request.status === 503) {
        say(job, form.dataset.busy);
        again(Number(request.getResponseHeader("Retry-After")) || 2);
      } else if (request.status === 202) {
        forget(job.id);
        bar.removeAttribute("value");
        say(job, job.file.type.startsWith("video/") ? form.dataset.watching : form.dataset.reading);
        watch(job.id, job.line);
        done();
      } else {
        // Only what was looked at and refused is forgotten: who has to come in again by a new code still
        // has the photo then, and so has everybody after a fault or on a full disk, which has room again.
        const isFault = request.status >= 500;
        if (!isFault && request.status !== 403) forget(job.id);
        fail(job, told(request), isFault && (() => { bar.hidden = false; send(job); }));
        done();
      }
    });
    const lost = () => {
      if (tries < 5) again(1 + tries);
      else {
        fail(job, form.dataset.failed, () => { bar.hidden = false; send(job); });
        done();
      }
    };
    request.addEventListener("error", lost);
    request.addEventListener("timeout", lost);
    say(job, form.dataset.sending);
    request.send(body);
  }

  function told(request) {
    try { return JSON.parse(request.responseText).told || form.dataset.failed; }
    catch { return form.dataset.failed; }
  }

  async function fail(job, text, retry) {
    await job.stored; // who goes elsewhere when this is said finds the photo again
    say(job, text);
    job.line.querySelector(".card").classList.add("unreadable");
    job.line.querySelector("progress").hidden = true;
    if (!retry) return;
    const button = job.line.querySelector(".card").appendChild(document.createElement("button"));
    button.type = "button";
    button.textContent = form.dataset.again;
    button.addEventListener("click", () => { button.remove(); retry(); });
  }

  // The server holds one answer back until there is something to say; a browser has few connections, so that the
  // others are asked for again and again.
  async function asked(id) {
    const mine = !holding;
    holding = true;
    try { return await fetch(`/photos/${id}${mine ? "?wait" : ""}`, { headers: { Accept: "application/json" } }); }
    finally { if (mine) holding = false; }
  }

  async function watch(id, line) {
    for (let wait = 200, pause = 0; ; wait = Math.min(wait * 1.1, 2500)) {
      await new Promise((go) => setTimeout(go, pause));
      pause = wait;
      const began = Date.now();
      try {
        const answer = await asked(id);
        if (Date.now() - began > 1000) pause = 0; // it was held back
        if (!answer.ok) { if (answer.status === 404) return line.remove(); continue; }
        const state = await answer.json();
        if (state.waiting) continue;
        show(state, line);
        progress.textContent = form.dataset.done;
        renew(id);
        return;
      } catch { /* the network is back in a moment, or the server after a restart */ }
    }
  }

  function show(state, line) {
    const made = document.createElement("template");
    made.innerHTML = state.html;
    line.replaceWith(made.content);
  }

  // A photo may answer what one shortly before left open.
  async function renew(id) {
    const open = [...list.querySelectorAll(".sheet-card.review")].map((card) => card.closest("[data-upload]"));
    for (const line of new Set(open.filter((each) => each.dataset.upload !== id).slice(0, 5))) {
      try {
        const answer = await fetch(`/photos/${line.dataset.upload}`, { headers: { Accept: "application/json" } });
        if (answer.ok) show(await answer.json(), line);
      } catch { return; }
    }
  }

  takeUp();
  for (const input of form.querySelectorAll("input[type=file]")) {
    input.addEventListener("change", () => take(input));
    take(input); // chosen before this script was there
  }
  for (const line of list.querySelectorAll("[data-waiting]")) watch(line.dataset.upload, line);
})();
