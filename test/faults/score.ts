import { fileURLToPath } from "node:url";
import { PLAIN } from "../../src/contract/connection.js";
import { only } from "../../src/contract/embedded.js";
import { Environment } from "../../src/contract/environment.js";
import { type PlannedCase, plan } from "../../src/contract/plan.js";
import { runAll } from "../../src/contract/run-all.js";
import { judge, type Verdict } from "../../src/contract/verdict.js";
import type { CaseReport } from "../../src/contract/verification.js";
import type { OpenApiDocument } from "../../src/openapi/document.js";
import { SchemaValidator } from "../../src/openapi/validator.js";
import type { Change } from "./change.js";
import { startFaulty } from "./server.js";

/** How verification fared on one server. */
export interface Score {
  change: Change;
  verdict: Verdict["verdict"];
  requests: number;
  /** Ids of the promises that the findings name. */
  named: Set<string>;
  reports: CaseReport[];
}

const PROVISION = fileURLToPath(new URL("../../src/sandbox/provision.ts", import.meta.url));

const validators = new WeakMap<OpenApiDocument, SchemaValidator>();

/** Schemas are compiled once for all servers: that takes longer than a run. */
function validatorOf(document: OpenApiDocument): SchemaValidator {
  const validator = validators.get(document) ?? new SchemaValidator(document);
  validators.set(document, validator);
  return validator;
}

/**
 * Milliseconds. One that hangs is given up soon, because loopback is quick; one that keeps its promises is not to be
 * accused of a machine's slowness.
 */
const patience = ({ breaks }: Change) => (breaks ? 1500 : 30_000);

/**
 * Verifies one changed server as a team would its staging: a target with keys, a mapped import, writes allowed, and a
 * provision module.
 *
 * @param whole whether the run goes on when something was found
 */
export async function score(document: OpenApiDocument, change: Change, whole = true): Promise<Score> {
  const server = await startFaulty(change);
  try {
    const { keys } = server;
    const target = {
      baseUrl: server.url,
      keys: {
        own: only(keys.first, "TEAM_API_KEY"),
        sameTeam: only(keys.sameTeam, "SAME_TEAM_KEY"),
        otherTeam: only(keys.otherTeam, "OTHER_TEAM_KEY"),
        outsideBeta: only(keys.outsideBeta, "OUTSIDE_BETA_KEY"),
      },
      values: { retrieveContactImport: { id: { completed: "c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b" } } },
      timeout: patience(change),
      writes: true,
      hasExamples: false,
      hasState: true,
      headers: {},
      rate: undefined,
      connection: PLAIN,
      provision: { module: PROVISION, url: server.controlUrl.replace(/\/_sandbox$/, "") },
      strict: false,
      seed: 1,
    };
    const environment = new Environment(document, target, validatorOf(document));
    // What proves a broken promise goes first, where one finding is enough.
    const relevant = ({ planned }: PlannedCase) => planned.proves.some((id) => change.breaks?.includes(id));
    const cases = plan(environment);
    const sorted = whole ? cases : [...cases.filter(relevant), ...cases.filter((each) => !relevant(each))];
    const reports = await runAll(environment, sorted, 4, ({ outcome }) => {
      return !whole && (outcome.verdict === "broken" || outcome.verdict === "no answer");
    });
    const named = new Set(
      reports.flatMap(({ outcome }) =>
        outcome.verdict === "broken" ? outcome.findings.flatMap(({ promises }) => promises) : [],
      ),
    );
    return { change, verdict: judge(reports, "TEAM_API_KEY").verdict, requests: server.requests(), named, reports };
  } finally {
    await server.close();
  }
}

/** Whether the verdict tells that something is wrong with the server. */
export function isCaught({ verdict }: Score): boolean {
  return verdict === "broken" || verdict === "could not run";
}
