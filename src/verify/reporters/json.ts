import { jsonPieces } from "../report/json-pieces.js";
import type { Reporter } from "./reporter.js";

/** `report.json`: the whole report as data. */
export const json: Reporter<Iterable<string>> = {
  id: "json",
  fileName: "report.json",
  *render(report) {
    yield* jsonPieces(report);
    yield "\n";
  },
};
