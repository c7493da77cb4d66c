import type { Cost } from "./bounded-process.js";
import { measure } from "./measure.js";
import { readByPeers } from "./peers.js";

// A process of its own, so that its memory is freed, and that it can be ended. Each line of the output is a part of the
// result of one document.
const { specs, commands, peers } = JSON.parse(process.argv[2] ?? "{}");
for (const spec of specs) {
  const done = (part: object) => console.log(JSON.stringify({ spec, part }));
  const before = process.cpuUsage();
  if (peers === undefined) await measure(spec, commands, done);
  else await readByPeers(spec, peers, done);
  done({ cost: costSince(before) });
}

/** The cost of a document: the memory is the most that the process had so far. */
function costSince(before: NodeJS.CpuUsage): Cost {
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1_000_000, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) };
}
