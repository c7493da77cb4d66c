// Sends recorded requests again by bare fetch: the least time that `verify` can take.
import { readFile } from "node:fs/promises";

/** @typedef {{ method: string, path: string, headers: Record<string, string>, body: string | null }} Recorded */

const [file = "", baseUrl = "", parallel = "8"] = process.argv.slice(2);
/** @type {Recorded[]} */
const recorded = JSON.parse(await readFile(file, "utf8"));

/** @param {Recorded} request */
async function send({ method, path, headers, body }) {
  const response = await fetch(baseUrl + path, { method, headers, body, redirect: "manual" });
  await response.text();
}

// Like `verify`: first the requests that read, several at once; from the first one that writes, one by one.
const first = recorded.findIndex(({ method, path }) => method !== "GET" && !path.startsWith("/_sandbox"));
const reading = recorded.slice(0, first === -1 ? recorded.length : first);
const writing = first === -1 ? [] : recorded.slice(first);
await Promise.all(
  Array.from({ length: Number(parallel) }, async () => {
    for (let next = reading.shift(); next; next = reading.shift()) await send(next);
  }),
);
for (const each of writing) await send(each);
