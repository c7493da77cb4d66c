import { loadDocument } from "#openapi/load/load.js";
import { createState } from "#state/create-state.js";
import { reasonOf } from "#verify/model/test-case/outcome.js";
import { failuresOf } from "../verify/failures.js";
import { judge } from "./judge.js";

// A process of its own for each document, so that one without an end can be ended. The output is a line of JSON.

/** The suites whose skipped test cases should be few: resources of a mock with state live, and are listed. */
const LIVING = ["life-cycle", "lists"];

const [spec = "", seconds = "90"] = process.argv.slice(2);
const { families } = createState(await loadDocument(spec));
const { cases, counts } = await judge(spec, { explore: 100, maxTime: Number(seconds) * 1000 });
const skipped = cases.filter(({ outcome }) => outcome.verdict === "skipped");
const late = skipped.filter(({ outcome }) => /time/.test(reasonOf(outcome) ?? "")).length;
console.log(
  JSON.stringify({
    families: families.length,
    living: families.filter(({ create, retrieve, list }) => create && (retrieve || list)).length,
    ...counts,
    cases: cases.length,
    late,
    failures: failuresOf(cases),
    skips: skipped.flatMap(({ name, suite, outcome }) =>
      LIVING.includes(suite) ? [`${name}: ${reasonOf(outcome)}`] : [],
    ),
  }),
);
