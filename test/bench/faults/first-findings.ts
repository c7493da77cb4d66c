import { TEAM_API } from "#team-api/team-api.js";
import { Contract } from "#verify/model/contract.js";
import { type CaseResult, findingsOf, isFailure } from "#verify/model/test-case/outcome.js";
import { type VerifyOptions, verify } from "#verify/verify.js";
import type { Candidate, Subject } from "./subjects.js";

/** How many servers are tested at once: some runs mostly wait. */
const LANES = 4;

/**
 * For each server, how many requests a run had sent at the end of the test case with the first finding. The test cases run
 * in the order of the plan, one at a time, and a run ends there.
 *
 * @returns undefined for a server without a finding that the honest server does not have
 */
export async function firstFindings(
  { document, honest, isOwn }: Subject,
  candidates: readonly Candidate[],
): Promise<(number | undefined)[]> {
  // Read once for all servers, because compiling its schemas takes longer than a run.
  const run = { contract: new Contract(document), api: isOwn ? TEAM_API : {} };
  const known = new Set<string>();
  await follow(run, honest, (findings) => {
    for (const each of findings) known.add(each);
    return false;
  });
  const found: (number | undefined)[] = candidates.map(() => undefined);
  const waiting = [...candidates.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, candidate] = next;
      found[index] = await follow(run, candidate, (findings) => findings.some((each) => !known.has(each)));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return found;
}

/**
 * Verifies a server until the findings of a test case are enough.
 *
 * @returns how many requests had been sent then; undefined if the findings never were
 */
async function follow(
  run: Pick<VerifyOptions, "contract" | "api">,
  candidate: Candidate,
  isEnough: (findings: readonly string[]) => boolean,
): Promise<number | undefined> {
  const server = await candidate.start();
  const stop = new AbortController();
  let requests: number | undefined;
  try {
    await verify({
      ...run,
      target: server.target,
      parallel: 1,
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type !== "case-ended" || requests !== undefined || !isEnough(findingsIn(event.result))) return;
        requests = server.requests();
        stop.abort();
      },
    });
    return requests;
  } finally {
    await server.close();
  }
}

/** The findings of a failed test case; its name, if it ended with an error. */
function findingsIn({ name, outcome }: CaseResult): string[] {
  if (!isFailure(outcome)) return [];
  const findings = findingsOf(outcome).map(({ message }) => `${name}: ${message}`);
  return findings.length > 0 ? findings : [name];
}
