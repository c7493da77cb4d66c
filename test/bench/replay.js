// Sends recorded requests again by bare fetch: the least time that `verify` can take.
import { EventEmitter, once } from "node:events";
import { readFile } from "node:fs/promises";

/** @typedef {{ method: string, path: string, headers: Record<string, string>, body: string | null, after: number }} Recorded */

const [file = "", baseUrl = "", parallel = ""] = process.argv.slice(2);
/** @type {Recorded[]} */
const recorded = JSON.parse(await readFile(file, "utf8"));
const responses = new EventEmitter();
let ended = 0;

/** @param {Recorded} request */
async function send({ method, path, headers, body }) {
  const response = await fetch(baseUrl + path, { method, headers, body, redirect: "manual" });
  await response.text();
  ended += 1;
  responses.emit("ended");
}

/** Whether the next request has to wait. Without a number, as many are sent at once as `verify` had: each request waits for
 * as many responses as it waited for there.
 * @param {Recorded} request
 * @param {number} begun how many were sent before
 */
function mustWait({ after }, begun) {
  return parallel === "" ? ended < after : begun - ended >= Number(parallel);
}

const sent = [];
for (const request of recorded) {
  while (mustWait(request, sent.length)) await once(responses, "ended");
  sent.push(send(request));
}
await Promise.all(sent);
