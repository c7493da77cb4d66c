import { responseFor } from "../openapi/status.js";
import type { Case, Exchange, Target } from "./case.js";

/**
 * Why an answer says nothing of the contract: the target refused what the case takes for granted, and the document
 * allows that. A team may not be in a beta, a staging server need not have what an example names, and an address may
 * have been added before. Undefined where the answer is to be judged.
 */
export function unmetPrecondition(
  { operation, parameters, body, response }: Case,
  { status }: Exchange,
  target: Target,
): string | undefined {
  const documented = responseFor(operation, status);
  if (target.hasExamples || status < 400 || status >= 500 || !documented || documented === response) return undefined;
  if (status === 429) return "the target went on refusing with 429: its rate limit is too low for this run";
  if (status === 401 || status === 403)
    return `the key was refused with ${status}: it may lack access to this operation`;
  const asksForSuccess = response.status.startsWith("2");
  // A value that the document lists (an enum, a limit) is admitted everywhere; an identifier only where it exists.
  const named = parameters.filter(({ parameter, value }) => {
    const schema = typeof parameter.schema === "object" ? parameter.schema : {};
    return (
      typeof value === "string" && schema.enum === undefined && schema.$ref === undefined && parameter.in !== "header"
    );
  });
  if (!asksForSuccess || (named.length === 0 && body === undefined)) return undefined;
  const what =
    named.map(({ parameter, value }) => `${parameter.name} ${JSON.stringify(value)}`).join(" and ") || "the body";
  return `the target refused ${what} with ${status}: it may not have, or already have, what the example names`;
}
