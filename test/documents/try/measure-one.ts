import { measure } from "./measure.js";
import { readByPeers } from "./peers.js";

// A process for each document, so that its memory is freed, and that it can be ended. Each line of the output is a part of
// the result.
const [spec = "", installed] = process.argv.slice(2);
const done = (part: object) => console.log(JSON.stringify(part));
if (installed === undefined) await measure(spec, done);
else done(await readByPeers(spec, installed));
