import { fileURLToPath } from "node:url";
import { Contract } from "#verify/model/contract.js";
import type { KnownCause } from "#verify/model/known.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import { singleCredential } from "#verify/model/target/target.js";
import { isAccepted, type Report } from "#verify/report/report.js";
import { verify } from "#verify/verify.js";
import { ownOperations } from "../verify/own-operations.js";
import { testTarget } from "../verify/target.js";
import { combined } from "./combined.js";
import { RequestReader } from "./request-reader.js";
import type { Subject } from "./run.js";
import type { Variation } from "./service.js";
import { startService } from "./start.js";

/** A team that accepts what it has today, and runs again. */
export interface Baseline {
  /** The faults that it accepts. */
  accepted: readonly string[];
  /** Runs once more, and returns the report. The data has grown by what every run created. */
  again(seed: number, parallel: number): Promise<Report>;
  /** Runs against a server that has one more fault. Returns whether it fails, or the fault alone does not fail a run either. */
  notices(title: string, seed: number): Promise<boolean>;
  /** Other faults of the service. */
  others: readonly string[];
  close(): Promise<void>;
}

/** How many created items come back after each run, so that lists get longer. */
const KEPT = 40;

/** Of a resource that is not there, no run can say more. */
const HIDING = /^(forgets|does not find|finds nothing)/;

/**
 * The parts of accepted faults. A server with both responds as one with the whole alone, so they are not new. One field that
 * fails is one cause, whatever its value is.
 */
const PARTS: Readonly<Record<string, RegExp>> = {
  "fails for names that are not ASCII": /^fails for the longest name$/,
  "accepts every request without looking at the token": /without a valid token$/,
  "does not store changes of customers": /^shows a change of a customer/,
};

/** The faults of a service, `count` of them, spread over its list. */
function spread<State>(
  faults: readonly Variation<State>[],
  count: number,
  from: number,
  accepted: readonly string[] = [],
): Variation<State>[] {
  const usable = faults.filter(
    ({ title, missed, warns, write, prepare }) =>
      !missed &&
      !warns &&
      !write &&
      !prepare &&
      !HIDING.test(title) &&
      !accepted.some((whole) => PARTS[whole]?.test(title)),
  );
  const step = Math.max(1, Math.floor(usable.length / count));
  return usable.filter((_, index) => index % step === from % step).slice(0, count);
}

/**
 * Accepts all that a run finds on a server with faults.
 *
 * @param keeps whether what the runs create stays: the creations that succeeded are sent again
 */
export async function baselineOf<State>(
  { service, key, values, allowed = [] }: Subject<State>,
  faults: readonly Variation<State>[],
  { count = 5, keeps = false }: { count?: number; keeps?: boolean } = {},
): Promise<Baseline> {
  const reader = await RequestReader.of(fileURLToPath(new URL(service.file, import.meta.url)));
  const contract = new Contract(reader.document);
  const accepted = spread(faults, count, 0);
  const titles = accepted.map(({ title }) => title);
  const others = spread(faults, count, 1, titles).filter((fault) => !accepted.includes(fault));
  let known: readonly KnownCause[] = [];
  const run = async (url: string, seed: number, parallel: number, updateKnown = false, entries = known) => {
    const created: Exchange[] = [];
    const report = await verify({
      contract,
      target: testTarget(url, {
        credentials: { own: singleCredential(key, "SERVICE_KEY") },
        values,
        hasExampleData: false,
        allowed: new Set([...allowed, ...ownOperations(contract.operations)]),
        settle: 50,
        seed,
      }),
      known: entries,
      updateKnown,
      parallel,
      onExchange: (exchange) => {
        if (exchange.request.method === "POST" && exchange.status < 300) created.push(exchange);
      },
    });
    if (keeps) for (const { request } of created.slice(0, KEPT)) await sendAgain(url, request, key);
    return report;
  };
  const server = await startService(service, reader, combined(accepted));
  const first = await run(server.url, 1, 8, true);
  known = first.known ?? [];
  return {
    accepted: titles,
    others: others.map(({ title }) => title),
    again: (seed, parallel) => run(server.url, seed, parallel),
    notices: async (title, seed) => {
      const fault = others.filter((other) => other.title === title);
      const fails = async (variations: readonly Variation<State>[], entries: readonly KnownCause[]) => {
        const faulty = await startService(service, reader, combined(variations));
        const { verdict } = await run(faulty.url, seed, 8, false, entries);
        await faulty.close();
        return verdict === "failed";
      };
      return (await fails([...accepted, ...fault], known)) || !(await fails(fault, []));
    },
    close: () => server.close(),
  };
}

/** Sends a request of a run again, with the key in place of its placeholders. */
async function sendAgain(base: string, { method, url, headers, body, secrets }: Exchange["request"], key: string) {
  const withKey = (text: string) =>
    secrets.reduce((shown, [placeholder, expression]) => {
      return shown.replaceAll(placeholder, expression.includes("base64") ? btoa(key) : key);
    }, text);
  const sent = headers.map(([name, value]): [string, string] => [name, withKey(value)]);
  await fetch(new URL(withKey(url), base), { method, headers: sent, ...(body === undefined ? {} : { body }) });
}

/** The titles of the causes that fail a run. */
export function newCausesOf({ causes }: Report): string[] {
  return causes
    .filter((cause) => cause.severity === "failure" && !isAccepted(cause))
    .map(({ title, known }) => (known?.spreadTo ? `${title} [spread to ${known.spreadTo.join(", ")}]` : title));
}
