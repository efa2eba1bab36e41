/* Walks through the machine's proofs: a fold under a theorem loads its walks when it is opened for the first time. */

for (const fold of document.querySelectorAll("details.walk-fold")) {
  fold.addEventListener("toggle", () => open(fold.querySelector(".walk"), fold.closest(".proof")), { once: true });
}

async function open(place, theorem) {
  place.setAttribute("aria-busy", "true");
  try {
    const { show } = await import("./walk.js");
    await show(place, place.dataset.walk, proofOf(theorem, place.dataset.walk));
  } catch (error) {
    place.textContent = `The walk couldn't be loaded (${error.message}). Reload the page to try again.`;
  }
  place.removeAttribute("aria-busy");
}

/* The book's own proof: the one that says whose it is, or the block after the theorem. */
function proofOf(theorem, label) {
  const blocks = [...document.querySelectorAll("article .proof")];
  return document.querySelector(`.proof.of-${label}`) ?? blocks[blocks.indexOf(theorem) + 1];
}
