import { anyKey } from "#mock/example-request.js";
import { startMock } from "#mock/mock.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import type { FaultName } from "#state/faults.js";
import { Contract } from "#verify/model/contract.js";
import { singleCredential } from "#verify/model/target/target.js";
import type { Report } from "#verify/report/report.js";
import { verify } from "#verify/verify.js";
import { warningsOf } from "../verify/failures.js";
import { ownOperations } from "../verify/own-operations.js";
import { testTarget } from "../verify/target.js";

/** The documents of the services of this project, and public ones, by their names. */
export const JUDGED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...["cabins", "tickets", "bookings", "feed", "payments", "stories", "orders", "archive"],
    ...["appwrite", "vestorly", "stripe", "sync", "gitea", "airflow"].map((name) => `public/${name}`),
  ].map((name) => [name, `test/servers/${name}/${name.split("/").at(-1)}.yaml`]),
);

interface Judging {
  faults?: readonly FaultName[];
  /** Whether another team has a key, and data of its own (default: false). */
  hasOtherTeam?: boolean;
  /** How many resources each collection has at the start (default: 0). */
  rows?: number | undefined;
  /** How many requests an exploration sends (default: none). */
  explore?: number | undefined;
  /** The time limit of the run, in milliseconds (default: that of verify). */
  maxTime?: number;
  /** Broken rules that are usual: the run ends with the first other one (default: it ends at its end). */
  usual?: ReadonlySet<string>;
}

/** Contracts of documents that are judged more than once: each is read once. */
const contracts = new Map<string, Promise<Contract>>();

function contractOf(spec: string): Promise<Contract> {
  const contract = contracts.get(spec) ?? loadDocument(spec).then((document) => new Contract(document));
  contracts.set(spec, contract);
  return contract;
}

/** Verifies the stateful mock of a document by the document: two readings of it judge each other. */
export async function judge(spec: string, judging: Judging = {}): Promise<Report> {
  return judged(await contractOf(spec), judging);
}

/** The same for a document in memory. */
export function judgeDocument(document: OpenApiDocument, judging: Judging = {}): Promise<Report> {
  return judged(new Contract(document), judging);
}

async function judged(
  contract: Contract,
  { faults, hasOtherTeam = false, rows, explore, maxTime, usual }: Judging,
): Promise<Report> {
  const { document } = contract;
  const key = anyKey(document);
  const others = hasOtherTeam ? [`other-${key}`] : [];
  const mock = await startMock({ document, port: 0, state: true, keys: [key, ...others], faults, rows });
  const [otherTeam] = others.map((other) => singleCredential(other, "OTHER"));
  const stop = new AbortController();
  try {
    return await verify({
      contract,
      signal: stop.signal,
      onEvent: (event) => {
        if (usual === undefined || event.type !== "case-ended") return;
        if ([...brokenRules({ cases: [event.result] })].some((rule) => !usual.has(rule))) stop.abort();
      },
      target: testTarget(mock.url, {
        credentials: { own: singleCredential(key, "KEY"), ...(otherTeam && { otherTeam }) },
        hasExampleData: false,
        allowed: ownOperations(contract.operations),
      }),
      explore: explore === undefined ? undefined : { requests: explore },
      ...(maxTime === undefined ? {} : { maxTime }),
    });
  } finally {
    await mock.close();
  }
}

/** The rules that responses break, of failures and of warnings, each with the operation. */
export function brokenRules({ cases }: Pick<Report, "cases">): Set<string> {
  const failed = cases.flatMap(({ operation, outcome }) =>
    outcome.verdict === "failed" ? outcome.findings.map(({ rule }) => `${operation} ${rule}`) : [],
  );
  return new Set([...failed, ...warningsOf(cases).map(({ operation, rule }) => `${operation} ${rule}`)]);
}
