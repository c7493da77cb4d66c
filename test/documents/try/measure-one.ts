import { errorText } from "#cli/user-error.js";
import { type Measurement, measure } from "./measure.js";

/** A measurement, or why the document could not be loaded. */
export type Measured = Measurement | { loadError: string };

// A process for each document, so that one that never ends can be stopped. The last line of the output is the result.
const measured: Measured = await measure(process.argv[2] ?? "").catch((error: unknown) => ({
  loadError: errorText(error),
}));
console.log(JSON.stringify(measured));
