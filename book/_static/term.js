// On a page of an earlier term: a notice that leads to the newest. `make site` writes the list of terms beside them.
(async () => {
  const term = document.querySelector('meta[name="book-term"]').content;
  const root = new URL(document.documentElement.dataset.content_root, location.href);
  if (!location.protocol.startsWith("http") || !decodeURI(root.pathname).endsWith(`/${term}/`)) return;
  const answer = await fetch(new URL("../versions.json", root));
  if (!answer.ok) return;
  const newest = (await answer.json())[0];
  if (newest.term === term) return;
  const page = location.pathname.slice(root.pathname.length) || "index.html";
  const there = newest.pages.includes(page) ? page : "index.html";
  const notice = document.createElement("p");
  notice.className = "earlier-term";
  notice.setAttribute("role", "note");
  notice.textContent = `This is the book of ${term}. The newest is `;
  const link = document.createElement("a");
  link.href = new URL(`../${encodeURIComponent(newest.term)}/${there}`, root);
  link.textContent = there === page ? `this page in ${newest.term}` : `the book of ${newest.term}`;
  notice.append(link, ".");
  document.getElementById("main-content").prepend(notice);
})();
