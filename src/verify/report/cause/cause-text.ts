import { jsonText } from "#openapi/document/long-integer.js";
import type { Requirement } from "#openapi/document/requirements.js";
import type { Cause } from "../../model/cause.js";
import { shortened } from "../../model/shortened.js";
import { assumptions, kindOf, reproductionLines } from "../failure.js";
import { knownText } from "../known/known-text.js";
import { counted } from "../wording.js";

/**
 * How many operations and test cases of a cause are named, and how long a shown value may be. The reports as files have it in
 * full.
 */
const [MAX_NAMED, MAX_VALUE] = [3, 200];

/** How far a cause reaches: `18 test cases of 2 operations`. */
export function reach({ cases, operations }: Pick<Cause, "cases" | "operations">): string {
  const inOperations = operations.length > 1 ? ` of ${counted(operations.length, "operation")}` : "";
  return `${counted(cases.length, "test case")}${inOperations}`;
}

/** Test cases, or operations, by their names; the number of the others if there are many. */
function named(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED);
  const hidden = names.length - shown.length;
  // Names of test cases may have commas.
  return `${shown.join("; ")}${hidden > 0 ? `; and ${hidden} more` : ""}`;
}

/** The kind of a cause, as rules of other tools name it: `body`, `status (lenient)`, `no response`. */
export function causeKind({ check, basis }: Pick<Cause, "check" | "basis">): string {
  if (check === "no-response") return "no response";
  return check === "error" ? "error in a test case" : kindOf({ check, basis });
}

/**
 * A cause as a report to the team whose server it is, without its title. It says where the contract states it, with an
 * example. It says how far it reaches, and has a line that reproduces it.
 *
 * @param start the command that starts the server again, if it ended with the run
 */
export function causeText(
  cause: Cause,
  requirements: readonly Pick<Requirement, "id" | "requirement">[],
  start?: string,
): string {
  const { cases, operations, consequences, example } = cause;
  const { expected, received, assumes = [], says, reproduce, stack } = example;
  const shown = received === undefined ? undefined : shortened(received, MAX_VALUE);
  const row = (name: string, text: string | undefined) => (text === undefined ? [] : [`  ${name.padEnd(12)} ${text}`]);
  return [
    ...cause.requirements.flatMap((id) => {
      return row(
        "requirement",
        `${id} ${requirements.find((requirement) => requirement.id === id)?.requirement ?? ""}`,
      );
    }),
    ...row("contract", placeText(example)),
    ...row("expected", expected),
    ...row("received", shown),
    ...row("known", cause.known && knownText(cause.known)),
    ...row("server says", says === undefined || shown?.includes(says) ? undefined : jsonText(says)),
    ...row("check first", assumes.length > 0 ? assumptions(assumes) : undefined),
    ...row("operations", operations.length > 1 ? named(operations) : undefined),
    ...row("test cases", cases.length > 1 ? `${cases.length}: ${named(cases)}` : cases[0]),
    ...row(
      "consequences",
      consequences.length > 0 ? `${counted(consequences.length, "more test case")}: ${named(consequences)}` : undefined,
    ),
    ...(stack === undefined ? [] : [stack.replace(/^/gm, "  ")]),
    ...(reproduce === undefined || reproduce === "" ? [] : reproductionLines(reproduce, start)),
  ].join("\n");
}

/** The place that states the expectation, with its line if it is known; undefined without a place. */
export function placeText({ place, line }: Pick<Cause["example"], "place" | "line">): string | undefined {
  return place === undefined || line === undefined ? place : `${place} (line ${line})`;
}
