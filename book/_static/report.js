// Fills in a report of an error: which page it is about comes with the address, the rest is on this page.
document.addEventListener("DOMContentLoaded", () => {
  const report = document.getElementById("report");
  if (!report) return;
  const asked = new URLSearchParams(location.search);
  const said = (name) => document.querySelector(`meta[name="${name}"]`)?.content;
  const page = (asked.get("page") ?? "").replace(/[^\w/-]/g, "").slice(0, 100);
  const changed = (asked.get("changed") ?? "").replace(/[^\d-]/g, "").slice(0, 10);
  if (!page) return;
  const about = [
    `Page: ${page}`,
    `Last changed: ${changed || "unknown"}`,
    `Book of: ${said("book-term")}`,
    "",
    "What it says:",
    "",
    "What it should say, and why:",
    "",
  ].join("\n");
  report.value = about;
  const repository = said("book-public-url");
  if (!repository) return;
  const issue = new URL(`${repository}/issues/new`);
  issue.search = new URLSearchParams({ title: `Error on ${page}`, body: about });
  const link = document.createElement("a");
  link.href = issue;
  link.textContent = "Open an issue with this text in the book's repository";
  report.insertAdjacentElement("afterend", link);
});
