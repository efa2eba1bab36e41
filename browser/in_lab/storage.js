/**
 * The reader's notebooks, which JupyterLite stores by path in the store `files` of a database in IndexedDB. Only read
 * here.
 */

const SIZE = 500_000; // characters
const NAME = /^(ps\d+)(?:-(\d{4}-[a-z]+)-[0-9a-f]{8})?.*\.ipynb$/;

/** Return the stored notebooks of all problem sets: {set, term, path, changed, file()}. */
export async function storedNotebooks(name) {
  const database = await openExisting(name);
  if (database === null || !database.objectStoreNames.contains("files")) return [];
  const kept = await promised(database.transaction("files").objectStore("files").getAll());
  database.close();
  return kept.filter(({ type }) => type === "notebook").map(describe).filter(Boolean);
}

function describe({ path, content, last_modified: changed }) {
  const [, set, term] = path.split("/").at(-1).match(NAME) ?? [];
  if (!set) return null;
  const text = typeof content === "string" ? content : JSON.stringify(content, null, 1);
  const file = () => URL.createObjectURL(new Blob([text], { type: "application/x-ipynb+json" }));
  return { set, term: term ?? "", path, changed: new Date(changed), file };
}

/** Store something of a notebook's size for a moment, or throw the error that prevents it. */
export async function checkStorage(name) {
  const trial = `${name}, a trial`;
  const request = indexedDB.open(trial);
  request.onupgradeneeded = () => request.result.createObjectStore("files");
  const database = await promised(request);
  try {
    const transaction = database.transaction("files", "readwrite");
    transaction.objectStore("files").put("x".repeat(SIZE), "trial.ipynb");
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
    indexedDB.deleteDatabase(trial);
  }
}

/** Open the database, or return null if JupyterLite hasn't created it yet. */
async function openExisting(name) {
  const request = indexedDB.open(name);
  let absent = false;
  request.onupgradeneeded = () => {
    absent = true;
    request.transaction.abort();
  };
  try {
    return await promised(request);
  } catch (error) {
    if (absent) return null;
    throw error;
  }
}

function promised(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
