/** Marks in Contents the section that is being read, the last one whose heading is in the upper third or above.
 *
 * The theme marks a section when its heading passes through the upper third, which none does on a page that is paged down.
 */
(() => {
  const links = [...document.querySelectorAll("#pst-page-toc-nav a[href^='#']")];
  const sections = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  if (!links.length) return;

  const show = (link, isRead) => {
    link.classList.toggle("active", isRead);
    if (isRead) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  };

  const mark = () => {
    const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const line = atEnd ? innerHeight : innerHeight / 3;
    const read = links[sections.findLastIndex((section) => section && section.getBoundingClientRect().top <= line)];
    for (const link of links) show(link, link === read);
    for (const entry of document.querySelectorAll("#pst-page-toc-nav .toc-entry")) entry.classList.toggle("active", entry.contains(read ?? null));
  };

  let waits = false;
  addEventListener("scroll", () => {
    if (waits) return;
    waits = true;
    setTimeout(() => { waits = false; mark(); }, 100); // after the theme's own marks
  }, { passive: true });
  mark();
})();
