import { wordsOf } from "#openapi/document/words.js";
import type { Operation } from "#openapi/operations/operation.js";
import { lastNoun, speaksOfAction, wordSet } from "./action-words.js";

/** The risk of a request that nothing undoes, by the method and the words of its operation. */
export type ApparentRisk = "reads" | "unknown" | "acts";

/** Verbs of requests that read, or calculate something from what they carry. */
const COMPUTING = wordSet(`
  calculate compare compute count describe diff estimate evaluate explain fetch find format get lint list lookup parse
  peek preview query read render retrieve search show simulate validate
`);

/** For people who decide what a run may send. No request is sent because of it. */
export function apparentRisk(operation: Operation): ApparentRisk {
  const { method, path, operationId = "" } = operation;
  if (method !== "post" || speaksOfAction(operation)) return "acts";
  const [ofPath = ""] = wordsOf(lastNoun(path));
  const [ofId = ""] = wordsOf(operationId);
  return COMPUTING.has(ofPath) || COMPUTING.has(ofId) ? "reads" : "unknown";
}
