// Shows the page anew as soon as something is chosen; without this script a button does it.
"use strict";

const order = document.getElementById("order");
document.getElementById("update").hidden = true;
order.addEventListener("change", (event) => {
  if (event.target.closest("textarea") || order.checkValidity()) order.requestSubmit();
});
