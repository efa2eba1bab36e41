// An address of a passage that is on a later page of its chapter now: go there. Each page knows the next one.
(() => {
  const passage = decodeURIComponent(location.hash.slice(1));
  const next = document.querySelector(".chapter-end.continued > p:last-child a");
  if (passage && next && !document.getElementById(passage)) location.replace(new URL(location.hash, next.href));
})();
