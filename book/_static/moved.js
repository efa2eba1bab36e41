// An address of a passage that is on another page of its chapter now: go there. Each page knows the next one, and the
// last goes around to the first, once.
(() => {
  const passage = decodeURIComponent(location.hash.slice(1));
  if (!passage || document.getElementById(passage)) return;
  const next = document.querySelector(".chapter-end.continued > p:last-child a");
  const first = document.querySelector(".chapter-end.closing") && document.querySelector("nav.bd-links li.toctree-l1.current > a");
  if (next) location.replace(new URL(location.search + location.hash, next.href));
  else if (first && !new URLSearchParams(location.search).has("around")) location.replace(new URL(`?around${location.hash}`, first.href));
})();
