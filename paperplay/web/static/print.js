// Shows the page anew as soon as something is chosen, in place and without moving the focus;
// without this script a button does it. live.js is loaded before.
"use strict";

let asked = 0;

async function preview() {
  const form = document.getElementById("order");
  if (!form.checkValidity()) return;
  const mine = ++asked;
  const address = `/print?${new URLSearchParams(new FormData(form))}`;
  try {
    const answer = await fetch(address, { credentials: "same-origin" });
    const html = await answer.text();
    away(false);
    if (mine === asked && show(html)) history.replaceState(null, "", address);
  } catch {
    away(true);
  }
}

function ready() {
  document.getElementById("update").hidden = true;
}

document.addEventListener("change", (event) => {
  if (event.target.closest("#order")) preview();
});
document.addEventListener("live", ready);
ready();
