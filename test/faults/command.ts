import { loadDocument } from "../../src/openapi/load.js";
import { accusations } from "../contract/accusations.js";
import { FAULTS } from "./faults.js";
import { isCaught, type Score, score } from "./score.js";
import { VARIANTS } from "./variants.js";

// How good verification is: every server with one fault is to be found broken, and no legal variant. Prints the misses
// and the false alarms, and ends with 1 if there is any. Arguments pick changes by their id.

const wanted = process.argv.slice(2);
const chosen = (id: string) => wanted.length === 0 || wanted.some((each) => id.includes(each));
const document = await loadDocument("openapi/openapi.yaml");
const begun = Date.now();

const faults: Score[] = [];
for (const change of FAULTS.filter(({ id }) => chosen(id))) faults.push(await score(document, change));
const variants: Score[] = [];
for (const change of VARIANTS.filter(({ id }) => chosen(id))) variants.push(await score(document, change));

const missed = faults.filter((each) => !isCaught(each));
const alarms = variants.filter(({ verdict }) => verdict === "broken");
for (const { change } of missed)
  console.log(`missed       ${change.id}: ${change.title} (${change.breaks?.join(", ")})`);
for (const { change, reports } of alarms) {
  console.log(`false alarm  ${change.id}: ${change.title} (${change.open})`);
  for (const finding of [...new Set(accusations(reports))].slice(0, 3)) console.log(`             ${finding}`);
}
const all = [...faults, ...variants];
const [most] = all.toSorted((one, other) => other.requests - one.requests);
const mean = Math.round(all.reduce((sum, { requests }) => sum + requests, 0) / Math.max(1, all.length));
console.log(`Faults caught: ${faults.length - missed.length} of ${faults.length}.`);
console.log(`False alarms: ${alarms.length} of ${variants.length}.`);
console.log(
  `Requests a run: ${mean} on average, ${most?.requests ?? 0} at most (${most?.change.id}). ${Math.round((Date.now() - begun) / 1000)} s in all.`,
);
process.exitCode = missed.length + alarms.length > 0 ? 1 : 0;
