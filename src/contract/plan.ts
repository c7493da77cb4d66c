import type { Operation } from "../openapi/operation.js";
import type { Case, Kind } from "./case.js";
import { credentialCases } from "./cases/credentials.js";
import { exampleCases } from "./cases/examples.js";
import { listedCases } from "./cases/listed.js";
import { methodCases } from "./cases/methods.js";
import { pagingCases } from "./cases/paging.js";
import { refusedCases } from "./cases/refused.js";
import { sequenceCases } from "./cases/sequences.js";
import { survivalCases } from "./cases/survives.js";
import { unknownCases } from "./cases/unknown.js";
import type { Environment } from "./environment.js";
import { grouped } from "./grouped.js";
import { RULES } from "./rules/all.js";

/** A case, and why it is not sent, if it is not. */
export interface PlannedCase {
  planned: Case;
  notSent: string | undefined;
}

/** What a server without state can be held to: a mock admits any key, knows every id, and forgets what it is told. */
const STATELESS: readonly Kind[] = ["example", "refused"];

/** All cases of a document, by operation in its order; a rule stands with the operation that it speaks of. */
export function plan(environment: Environment): PlannedCase[] {
  const { operations, target } = environment;
  const rules = grouped(
    RULES.flatMap((rule) => rule(environment)),
    (each) => each.operation,
  );
  const cases = operations.flatMap((operation) => [
    ...derivedCases(environment, operation),
    ...(rules.get(operation) ?? []),
  ]);
  return unique(cases)
    .filter(({ kind }) => target.hasState || STATELESS.includes(kind))
    .map((planned) => ({
      planned,
      notSent:
        planned.writes && !target.writes ? "writes are not allowed (writes: allow, or --allow-writes)" : undefined,
    }));
}

function derivedCases(environment: Environment, operation: Operation): Case[] {
  return [
    ...exampleCases(environment, operation),
    ...refusedCases(environment, operation),
    ...unknownCases(environment, operation),
    ...survivalCases(operation),
    ...credentialCases(environment, operation),
    ...pagingCases(environment, operation),
    ...sequenceCases(environment, operation),
    ...listedCases(environment, operation),
    ...methodCases(environment, operation),
  ];
}

/** Gives a name that comes twice a number, since reports tell cases by their names. */
function unique(cases: readonly Case[]): Case[] {
  const seen = new Map<string, number>();
  return cases.map((each) => {
    const count = (seen.get(each.name) ?? 0) + 1;
    seen.set(each.name, count);
    return count === 1 ? each : { ...each, name: `${each.name} (${count})` };
  });
}
