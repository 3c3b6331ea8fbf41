// Without this script every page works; with it, answers come in place.
//   form[data-send]     is sent in the background
//   a[href] in [data-swap], or with data-go, is opened in place
//   [data-swap][id]     is taken over from the answer
//   [data-refresh=5]    is asked for again every five seconds
"use strict";

(() => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let newest = 0;

  async function open(url, options) {
    const mine = ++newest;
    const answer = await fetch(url, options);
    const type = answer.headers.get("Content-Type") || "";
    if (!type.startsWith("text/html")) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== newest) return; // overtaken by a later answer
    if (!takeOver(page)) {
      // A page of another kind; a refusal has no address of its own.
      if (answer.ok) location.assign(answer.url);
      else document.querySelector("main").replaceWith(document.importNode(page.querySelector("main"), true));
      return;
    }
    const address = new URL(answer.url);
    address.searchParams.delete("said");
    history.replaceState(null, "", address);
    tell(page);
    settle();
  }

  function takeOver(page) {
    const parts = [...document.querySelectorAll("[data-swap][id]")];
    if (!parts.length || !parts.every((part) => page.getElementById(part.id))) return false;
    for (const part of parts) part.replaceWith(document.importNode(page.getElementById(part.id), true));
    document.title = page.title;
    return true;
  }

  function tell(page) {
    const live = document.getElementById("live");
    const said = page.getElementById("said");
    if (live && said) live.textContent = said.textContent.replace(/\s+/g, " ").trim();
  }

  function settle() {
    const focus = document.querySelector("[data-swap] [data-focus]");
    if (focus) focus.focus({ preventScroll: true });
    const editor = document.getElementById("editor");
    if (editor && editor.getBoundingClientRect().top < 0) {
      editor.scrollIntoView({ behavior: calm.matches ? "auto" : "smooth", block: "start" });
    }
    centre();
  }

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-send]");
    if (!form) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form));
    if (event.submitter && event.submitter.name) body.set(event.submitter.name, event.submitter.value);
    for (const button of form.querySelectorAll("button")) button.disabled = true;
    open(form.action, { method: "POST", body }).catch(() => {
      for (const button of form.querySelectorAll("button")) button.disabled = false;
      form.submit();
    });
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-swap] a[href*='at='], a[data-go], .jump a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    // A mark that is already asked about is turned to its next state.
    const turn = document.querySelector("[data-turn]");
    if (link.classList.contains("asked") && turn) { turn.click(); return; }
    const url = link.getAttribute("href").split("#")[0];
    open(url).catch(() => location.assign(url));
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input:not([type=checkbox]), textarea, select, .sheet")) return;
    const wanted = /^[0-9]$/.test(event.key) ? `[data-key="${event.key}"]`
      : event.key === "ArrowLeft" ? "[data-go=left]"
      : event.key === "ArrowRight" ? "[data-go=right]"
      : null;
    const found = wanted && document.querySelector(wanted);
    if (found) { event.preventDefault(); found.click(); }
  });

  // ---- the sheet: larger, smaller, with or without what was read

  const sheet = document.getElementById("sheet");
  const steps = [1, 2, 4];
  let zoom = 0;

  function centre() {
    if (!sheet || !zoom) return;
    const asked = sheet.querySelector(".asked .touch");
    if (!asked) return;
    const place = asked.getBoundingClientRect();
    const frame = sheet.getBoundingClientRect();
    sheet.scrollTo({
      left: sheet.scrollLeft + place.left - frame.left - (frame.width - place.width) / 2,
      top: sheet.scrollTop + place.top - frame.top - (frame.height - place.height) / 2,
      behavior: calm.matches ? "auto" : "smooth",
    });
  }

  if (sheet) {
    document.querySelector(".zoomer").hidden = false;
    for (const button of document.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => {
        sheet.classList.remove(`zoom-${steps[zoom]}`);
        zoom = Math.min(Math.max(zoom + Number(button.dataset.zoom), 0), steps.length - 1);
        sheet.classList.add(`zoom-${steps[zoom]}`);
        centre();
      });
    }
    document.getElementById("show-marks").addEventListener("change", (event) => {
      sheet.classList.toggle("bare", !event.target.checked);
    });
  }

  // ---- a picture is shared where the phone can; elsewhere it is saved

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-share]");
    if (!link || !navigator.canShare) return;
    event.preventDefault();
    try {
      const picture = await (await fetch(link.href)).blob();
      const files = [new File([picture], "paperplay.png", { type: picture.type })];
      if (navigator.canShare({ files })) await navigator.share({ files });
      else location.assign(link.href);
    } catch { /* somebody thought better of it */ }
  });

  // ---- what others do meanwhile

  for (const part of document.querySelectorAll("[data-refresh]")) {
    setInterval(async () => {
      if (document.hidden || document.querySelector("details[open] input:focus")) return;
      try {
        const answer = await fetch(location.href);
        if (!answer.ok) return;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const old = document.getElementById(part.id);
        const fresh = page.getElementById(part.id);
        if (old && fresh && old.innerHTML !== fresh.innerHTML && !old.contains(document.activeElement)) {
          const open = [...old.querySelectorAll("details")].map((each) => each.open);
          const next = document.importNode(fresh, true);
          next.querySelectorAll("details").forEach((each, n) => { each.open = open[n] || false; });
          old.replaceWith(next);
        }
      } catch { /* the server is back in a moment */ }
    }, Number(part.dataset.refresh) * 1000);
  }

  // A question is answered by the next key; where there is none, nothing is taken hold of.
  const first = document.querySelector("[data-swap] form [data-focus]");
  if (first && location.hash !== "#main") first.focus({ preventScroll: true });
})();
