// Shows the page anew as soon as something is chosen, in place and without moving the focus;
// without this script a button does it. live.js is loaded before.
"use strict";

let asked = 0;

async function preview() {
  // A number that cannot be is refused by the answer, in words.
  const form = document.getElementById("order");
  const mine = ++asked;
  const chosen = () => String(new URLSearchParams(new FormData(form)));
  const wanted = chosen();
  const address = `/print?${wanted}`;
  try {
    const answer = await fetch(address, { credentials: "same-origin" });
    const html = await answer.text();
    away(false);
    if (mine !== asked) return;
    if (chosen() !== wanted) { preview(); return; } // somebody types meanwhile, and the answer would take it away
    if (show(html, form)) history.replaceState(null, "", address);
  } catch {
    away(true);
  }
}

// Whether a sheet plays fairly takes a moment to find out; the page does not wait for it.
async function judge(place) {
  if (!place.isConnected || !place.dataset.ask) return;
  try {
    const told = await (await fetch(place.dataset.ask, { credentials: "same-origin" })).json();
    if (told.known) {
      delete place.dataset.ask;
      place.hidden = !told.text;
      place.textContent = told.text;
      return;
    }
  } catch { /* the server is back in a moment */ }
  setTimeout(judge, 1000, place);
}

function ready() {
  document.getElementById("update").hidden = true;
  judge(document.getElementById("fairness"));
}

document.addEventListener("change", (event) => {
  if (event.target.closest("#order")) preview();
});
document.addEventListener("live", ready);
ready();
