import { escaped, onOneLine } from "#cli/unprintable.js";
import { isObject, type Json } from "#openapi/document/document.js";
import { jsonText, parseWithDigits } from "#openapi/document/long-integer.js";
import type { Finding } from "../../model/finding/finding.js";
import type { Replay } from "../../model/finding/replay.js";
import type { Leftover } from "../../model/target/ownership.js";
import type { Secrets } from "../../model/target/target.js";
import type { Skip } from "../../model/test-case/need.js";
import { redact } from "./redact.js";

/** Longer texts are cut. */
const MAX_LENGTH = 400;

/** How many characters are searched for secrets and controls, because a search of 10 MB blocks the run. */
const MAX_SEARCHED = 100_000;

/**
 * A text that a server may have chosen, as a report may show it. It has no secrets, is visible, on one line, and has at most
 * 400 characters.
 */
export function sanitize(text: string, secrets: Secrets): string {
  const clean = visible(redact(text.slice(0, MAX_SEARCHED), secrets));
  const rest = text.length - Math.min(text.length, MAX_SEARCHED);
  // A secret may be cut at the end of the searched part, far behind the shown part.
  if (rest > 0 && clean.length < MAX_SEARCHED / 2) return sanitize(redact(text, secrets), secrets);
  return clean.length > MAX_LENGTH
    ? `${clean.slice(0, MAX_LENGTH).toWellFormed()}… (${clean.length + rest} characters)`
    : clean;
}

/** A finding with every text sanitized: parts of each may come from the server. */
export function sanitizeFinding(finding: Finding, secrets: Secrets): Finding {
  const { check, rule, data, message, basis, requirements, place, expected, received, assumes, reproduce } = finding;
  const { replay, setting, about } = finding;
  return {
    check,
    rule,
    data: withTexts(data, (text) => sanitize(text, secrets)),
    basis,
    requirements,
    message: sanitize(message, secrets),
    place: visible(place),
    expected: sanitize(expected, secrets),
    received: sanitize(received, secrets),
    about: withTexts(about, (text) => sanitize(text, secrets)),
    assumes: assumes.map(visible),
    reproduce: reproduce.split("\n").map(visible).join("\n"),
    ...(setting ? { setting: setting.map(visible) } : {}),
    ...(replay ? { replay: redactReplay(replay, secrets) } : {}),
  };
}

/** Why a test case is skipped: the reason may quote the server, and all names are of the document. */
export function sanitizeSkip({ reason, needs }: Skip, secrets: Secrets): Skip {
  return { reason: sanitize(reason, secrets), needs: withTexts(needs, visible) };
}

/** A resource that remains, with every text sanitized: an address may come from the server. */
export function sanitizeLeftover(leftover: Leftover, secrets: Secrets): Leftover {
  const { operation, resource, reason, sent, below } = leftover;
  return {
    operation: visible(operation),
    resource: sanitize(resource, secrets),
    reason: sanitize(reason, secrets),
    ...(sent === undefined ? {} : { sent: sanitize(sent, secrets) }),
    ...(below === undefined ? {} : { below: sanitize(below, secrets) }),
  };
}

/** A copy of data whose texts are changed. */
function withTexts<Data extends object>(data: Data, change: (text: string) => string): Data {
  const copy: Data = JSON.parse(jsonText(data), (_, value: unknown) =>
    typeof value === "string" ? change(value) : value,
  );
  return copy;
}

/** The requests of a finding without secrets: a value of the target file, or of a response, may repeat one. */
export function redactReplay({ requests, unique }: Replay, secrets: Secrets): Replay {
  return {
    requests: requests.map((request) => {
      const { body, parameters } = request;
      const shown =
        parameters && Object.entries(parameters).map(([at, values]) => [at, redactedValues(values, secrets)]);
      return {
        ...request,
        ...(shown ? { parameters: Object.fromEntries(shown) } : {}),
        ...(body && "text" in body ? { body: { ...body, text: redact(body.text, secrets) } } : {}),
        ...(body && "value" in body ? { body: { ...body, value: redactedValue(body.value, secrets) } } : {}),
      };
    }),
    ...(unique ? { unique } : {}),
  };
}

function redactedValue(value: Json, secrets: Secrets): Json {
  if (typeof value === "string") return redact(value, secrets);
  if (Array.isArray(value)) return value.map((item) => redactedValue(item, secrets));
  return isObject(value) ? redactedValues(value, secrets) : value;
}

function redactedValues(values: Record<string, Json | undefined>, secrets: Secrets): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(values).map(([name, member]) => [redact(name, secrets), redactedValue(member ?? null, secrets)]),
  );
}

/** The stack of an error, whose message may come from the server. */
export function sanitizeStack(stack: string, secrets: Secrets): string {
  return stack
    .split("\n")
    .map((line) => sanitize(line, secrets))
    .join("\n");
}

/**
 * A text on one line, with escape sequences for what a terminal or a CI log would act on. These are unprintable characters,
 * and the beginnings of commands (`::error`, `##[error]`, `##vso[…]`).
 */
export function visible(text: string): string {
  return onOneLine(text)
    .replace(/##(?=\[|vso\[)/gi, `#${escaped("#")}`)
    .replace(/^\s*:(?=:)/, (colon) => colon.replace(":", escaped));
}

/** Data of a report, written and read with all digits. */
export { jsonText, parseWithDigits };
