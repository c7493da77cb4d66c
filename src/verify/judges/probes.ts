import type { Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import type { About } from "../model/finding/about.js";
import type { Breach } from "../model/finding/breach.js";
import type { Judgment } from "../model/finding/finding.js";
import { type Exchange, isServerError } from "../model/request/exchange.js";
import { NoResponse } from "../model/test-case/skipped.js";
import { broken, unrepeated } from "../rules/sentence.js";

/** Server errors by which a server says that it does not do a thing, or not now (RFC 9110, 15.6.2 and 15.6.4). */
const REJECTIONS = [501, 503];

/** Whether a response is a server error by which the server does not reject the request as the document says. */
export function isFailure(operation: Operation, exchange: Exchange): boolean {
  const documented = responseFor(operation, exchange.status)?.status;
  const isDocumented = REJECTIONS.includes(exchange.status) && documented === String(exchange.status);
  return isServerError(exchange) && !isDocumented;
}

/** Equal for responses that fail in the same way. */
export function failureOf(response: Exchange | NoResponse): string {
  return response instanceof NoResponse ? "no response" : String(response.status);
}

/** A failure of the target, and how it was seen. */
export interface ProbeFailure {
  operation: Operation;
  response: Exchange | NoResponse;
  /** The request in words. */
  why: string;
  /** The unusual part of the request; undefined if it has usual values alone. */
  fault: About["fault"];
  /** Whether it was seen again. */
  isRepeated: boolean;
  /** Whether the server responds to nothing more after it. */
  isDead: boolean;
}

/** A request that the document leaves open causes no server error, and no end of the connection. */
export function failedProbe({ operation, response, why, fault, isRepeated, isDead }: ProbeFailure): Judgment {
  const isSilent = response instanceof NoResponse;
  const finding = {
    ...breachOf(response, why, { isRepeated, isDead }),
    operation: operation.id,
    about: { wanted: "any", why, ...(fault ? { fault } : {}) },
    place: operation.pointer,
    expected: `a status below 500 (${why})`,
    received: isSilent ? response.reason : `${response.status} ${response.body}`.trim(),
  } as const;
  return { finding, exchange: isSilent ? response.exchange : response };
}

function breachOf(
  response: Exchange | NoResponse,
  request: string,
  { isRepeated, isDead }: Pick<ProbeFailure, "isRepeated" | "isDead">,
): Breach {
  if (isDead) return broken("no-response-afterwards", { request });
  const breach =
    response instanceof NoResponse
      ? broken("no-response", { request })
      : broken("server-error", { status: response.status });
  return isRepeated ? breach : unrepeated(breach);
}
