import { measure } from "./measure.js";
import { readByPeers } from "./peers.js";

// A process of its own, so that its memory is freed, and that it can be ended. Each line of the output is a part of the
// result of one document.
const { specs, peers } = JSON.parse(process.argv[2] ?? "{}");
for (const spec of specs) {
  const done = (part: object) => console.log(JSON.stringify({ spec, part }));
  if (peers === undefined) await measure(spec, done);
  else await readByPeers(spec, peers, done);
}
