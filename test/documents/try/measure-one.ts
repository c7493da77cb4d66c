import { errorText } from "#cli/user-error.js";
import { type Measurement, measure } from "./measure.js";
import { type PeerResult, readByPeers } from "./peers.js";

/** A measurement, or why there is none. */
export type Measured = Measurement | { loadError: string };

/** What other tools do with a document; by name. */
export type PeerResults = Record<string, PeerResult>;

// A process for each document, so that its memory is freed. The last line of the output is the result.
const [spec = "", installed] = process.argv.slice(2);
const result = installed === undefined ? await measured() : await readByPeers(spec, installed);
console.log(JSON.stringify(result));

function measured(): Promise<Measured> {
  return measure(spec).catch((error: unknown) => ({ loadError: errorText(error) }));
}
