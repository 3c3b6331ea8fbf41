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
      if (answer.ok && isKin(page)) become(page, answer.url);
      else if (answer.ok) location.assign(answer.url);
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

  // A page that needs nothing but what is loaded already is shown at once, without asking for it again.
  const needs = (page) => [...page.querySelectorAll("head script, head link[rel=stylesheet]")].map((each) => each.getAttribute("src") ?? each.getAttribute("href")).join();
  const isKin = (page) => needs(page) === needs(document) && !page.getElementById("sheet");

  function become(page, address) {
    document.body.replaceWith(document.importNode(page.body, true));
    document.title = page.title;
    history.replaceState(null, "", address);
    scrollTo(0, 0);
    document.querySelector("main").focus({ preventScroll: true });
    for (const part of document.querySelectorAll("[data-refresh]")) refresh(part);
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
    away(false);
    open(form.action, { method: "POST", body }).catch(() => {
      // What was tapped stays on the page, to be tapped again.
      for (const button of form.querySelectorAll("button")) button.disabled = false;
      away(true);
    });
  });

  function away(isAway) {
    const place = document.getElementById("away");
    if (!place) return;
    place.hidden = !isAway;
    place.textContent = isAway ? place.dataset.lost : "";
  }

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

  function zoomBy(more) {
    sheet.classList.remove(`zoom-${steps[zoom]}`);
    zoom = Math.min(Math.max(zoom + more, 0), steps.length - 1);
    sheet.classList.add(`zoom-${steps[zoom]}`);
    if (zoom) sharpen();
  }

  // The whole picture is heavy: it comes when somebody looks closer, and takes the place of the light one.
  function sharpen() {
    const shown = sheet.querySelector("image[data-whole]");
    if (!shown) return;
    const whole = new Image();
    whole.onload = () => shown.setAttribute("href", whole.src);
    whole.src = shown.dataset.whole;
    delete shown.dataset.whole;
  }

  // A thumb is wider than a mark on a small screen: the first tap brings its place nearer.
  const THUMB = 40;
  const isSmall = () => sheet.querySelector(".touch")?.getBoundingClientRect().width < THUMB;

  function nearer(event) {
    if (!event.detail || !matchMedia("(pointer: coarse)").matches || !isSmall()) return;
    const svg = sheet.querySelector("svg");
    const was = svg.getBoundingClientRect();
    const [across, down] = [(event.clientX - was.left) / was.width, (event.clientY - was.top) / was.height];
    const before = zoom;
    while (zoom < steps.length - 1 && isSmall()) zoomBy(1);
    if (zoom === before) return;
    event.preventDefault();
    event.stopPropagation();
    const { width, height } = svg.getBoundingClientRect();
    sheet.scrollTo(across * width - sheet.clientWidth / 2, down * height - sheet.clientHeight / 2);
    // What was tapped stays under the thumb, also where the sheet has grown out of the screen.
    scrollBy(0, svg.getBoundingClientRect().top + down * height - event.clientY);
  }

  if (sheet) {
    sheet.addEventListener("click", nearer, true);
    document.querySelector(".zoomer").hidden = false;
    for (const button of document.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => {
        zoomBy(Number(button.dataset.zoom));
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

  const TYPED = "input:not([type=checkbox]):not([type=radio]), textarea, select";
  const KEPT = "details, input:not([type=hidden]), textarea, select";

  function sameness(each) {
    if (!each.matches("details")) return `${each.form?.action} ${each.outerHTML}`;
    const told = each.querySelector("summary").textContent.replace(/\d+/g, "");
    return `${each.closest("section")?.querySelector("h2")?.textContent} ${told}`;
  }

  // What is unfolded, typed, ticked or focused stays so.
  function renew(old, next) {
    const before = new Map([...old.querySelectorAll(KEPT)].map((each) => [sameness(each), each]));
    for (const each of next.querySelectorAll(KEPT)) {
      const was = before.get(sameness(each));
      if (!was) continue;
      if (each.matches("details")) each.open = was.open;
      else [each.value, each.checked] = [was.value, was.checked];
    }
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const alike = (part) => [...part.querySelectorAll(focused.tagName)].filter((each) => sameness(each) === sameness(focused));
    const again = focused && alike(next)[alike(old).indexOf(focused)];
    old.replaceWith(next);
    again?.focus({ preventScroll: true });
  }

  // What is renewed under a thumb would take its tap away.
  let held = 0;
  const hold = (more) => () => { held = performance.now() + more; };
  addEventListener("pointerdown", hold(5000), true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, hold(400), true);
  const isBusy = () => performance.now() < held || document.activeElement?.matches(TYPED);

  function refresh(part) {
    let shown = part.innerHTML;
    setInterval(async () => {
      if (document.hidden || isBusy()) return;
      try {
        const answer = await fetch(location.href);
        if (!answer.ok) return;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const old = document.getElementById(part.id);
        const fresh = page.getElementById(part.id);
        if (!old || !fresh || shown === fresh.innerHTML || isBusy()) return;
        shown = fresh.innerHTML;
        renew(old, document.importNode(fresh, true));
        document.title = page.title;
      } catch { /* the server is back in a moment */ }
    }, Number(part.dataset.refresh) * 1000);
  }

  for (const part of document.querySelectorAll("[data-refresh]")) refresh(part);

  // A question is answered by the next key; where there is none, nothing is taken hold of.
  const first = document.querySelector("[data-swap] form [data-focus]");
  if (first && location.hash !== "#main") first.focus({ preventScroll: true });
})();
