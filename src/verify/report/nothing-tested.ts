import { countOperations, type OperationState } from "../model/coverage.js";
import {
  isAccessDenied,
  isGone,
  isRedirect,
  isRejection,
  isServerError,
  isSuccess,
} from "../model/request/exchange.js";
import { counted, ended, formatNumber } from "./wording.js";

/** How many of the operations that need a key rejected each request with it. */
export interface RejectedKey {
  rejected: number;
  /** The operations that need a key, and responded to a request with it. */
  asked: number;
  /** The status of most rejections: 401 or 403. */
  status: number;
}

/** The facts of a run that explain why no operation succeeded. */
export interface Circumstances {
  /** The variable that holds the key. */
  keyVariable: string;
  /** Whether requests had a key: `none` if the document has no security, `refused` if the target file says so. */
  key: "sent" | "none" | "refused";
  /** The base URL that the document's servers suggest in place of the given one; undefined if they suggest no other. */
  suggestedUrl?: string | undefined;
  /** Undefined if no operation that needs a key responded to it. */
  rejectedKey?: RejectedKey | undefined;
  /** The ids of the operations whose paths have parameters. */
  withPathParameters?: ReadonlySet<string>;
}

/**
 * Why a run with a key that every operation rejects proves nothing, whatever the open operations do. Undefined for any other
 * run.
 */
export function keyRejected(circumstances: Circumstances | undefined): string | undefined {
  const { keyVariable, key, rejectedKey } = circumstances ?? {};
  if (keyVariable === undefined || key !== "sent" || rejectedKey === undefined) return undefined;
  const { rejected, asked, status } = rejectedKey;
  if (rejected < asked) return undefined;
  const who = asked === 1 ? "operation that needs one" : "operations that need one";
  const count = `${formatNumber(rejected)} of ${formatNumber(asked)}`;
  return `Nothing could be tested: the key was rejected by ${count} ${who} (${status}). Check ${keyVariable}.`;
}

/**
 * Why a run in which no operation succeeded proves nothing. It says what the operations responded with, the likely reason,
 * and what to change.
 *
 * @param circumstances undefined where they are not known: then there is no advice
 * @param lacked the settings for want of which no valid request was sent
 */
export function nothingTested(
  operations: readonly OperationState[],
  circumstances: Circumstances | undefined,
  lacked: readonly string[] = [],
): string {
  const groups = byStatus(operations);
  const [first, ...rest] = groups;
  if (!first) return "";
  const { "not reached": unreached } = countOperations(operations);
  const others = rest.map(({ status, count }) => `, ${formatNumber(count)} with ${status}`).join("");
  const missing = unreached > 0 ? `; ${formatNumber(unreached)} not called` : "";
  const of = counted(operations.length - unreached, "operation");
  const facts = `${formatNumber(first.count)} of ${of} responded with ${first.status}${others}${missing}`;
  const isForWant = isRejected(first) && lacked.length > 0;
  const isOfPaths = circumstances !== undefined && isGone(first) && !lacksPath(operations, circumstances);
  const advice = isForWant
    ? valuesAdvice(lacked)
    : isOfPaths
      ? "The values of the paths may not exist on this server: give some that do in the target file (parameters)"
      : circumstances && adviceFor(first.status, circumstances);
  return `Nothing could be tested: ${facts}.${advice === undefined ? "" : ` ${ended(advice)}`}`;
}

/**
 * Whether 404 may come from a wrong address: nothing else came from the paths without parameters. Other paths may name what does
 * not exist.
 */
function lacksPath(
  operations: readonly OperationState[],
  { withPathParameters, suggestedUrl }: Circumstances,
): boolean {
  const plain = operations.filter(
    ({ operation, statuses }) => statuses.length > 0 && withPathParameters?.has(operation) !== true,
  );
  const isGoneAlone = plain.every(({ statuses }) => statuses.every((status) => isGone({ status })));
  return isGoneAlone && (plain.length > 0 || suggestedUrl !== undefined);
}

/** How many operations responded mostly with each status, the most frequent one first. */
function byStatus(operations: readonly OperationState[]): { status: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const { statuses } of operations) {
    const [status] = statuses;
    if (status !== undefined) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts].map(([status, count]) => ({ status, count })).toSorted((one, other) => other.count - one.count);
}

/** The most settings that are named. */
const MAX_SETTINGS = 3;

/** Requests with unknown identifiers are rejected everywhere, so the base URL may be right. */
function valuesAdvice(settings: readonly string[]): string {
  const more = settings.length > MAX_SETTINGS ? ` and ${counted(settings.length - MAX_SETTINGS, "more setting")}` : "";
  const names = settings.slice(0, MAX_SETTINGS).join(", ");
  return `The run lacks values that exist on the server. Add to the target file: ${names}${more}`;
}

/** Whether a request was rejected for another reason than its key. */
function isRejected(response: { status: number }): boolean {
  return isRejection(response) && !isAccessDenied(response);
}

/** The likely reason of a status, and what to change. */
function adviceFor(status: number, { keyVariable, key, suggestedUrl }: Circumstances): string {
  const response = { status };
  if (isAccessDenied(response)) return deniedAdvice(status, keyVariable, key);
  if (isGone(response)) {
    return suggestedUrl === undefined
      ? "The address may lack a base path such as /api/v2, or may be that of another server: check the base URL"
      : `The address may lack the base path of the document's servers. Try --base-url ${suggestedUrl}`;
  }
  if (isRedirect(response)) {
    return "The server redirects, to a login page or to another address for example: check the base URL and the key";
  }
  if (isServerError(response)) {
    return "The server may not be ready: wait until it is, or look into its log";
  }
  if (isSuccess(response)) {
    return "The document does not describe these responses, for example the page of a login or of a proxy: check the base URL and the key";
  }
  return "The server may need values or headers that the run lacks: give them in the target file (values, parameters, headers)";
}

function deniedAdvice(status: number, keyVariable: string, key: Circumstances["key"]): string {
  if (key === "refused")
    return "The server requires a key: give one in place of credentials: none, or without --no-key";
  if (key === "none") {
    return "The server denies access, but the document has no security: check the base URL, or describe the key in the document (an overlay can)";
  }
  return status === 401
    ? `The key was rejected: check ${keyVariable}`
    : `The key may lack access, or be that of another server: check ${keyVariable}`;
}
