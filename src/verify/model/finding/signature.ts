import type { Finding } from "./finding.js";

/** The facts by which two findings are the same. One that does not matter to the caller is left out. */
type Facts = Partial<Pick<Finding, "check" | "basis" | "place" | "message">> & { operation?: string | undefined };

/**
 * Equal for findings that say the same. Numbers in messages do not count, such as indexes and lengths, except for the status
 * that a message about a status begins with; nor does the number of further violations.
 */
export function signatureOf({ operation, check, basis = "stated", place, message = "" }: Facts): string {
  const statement = message
    .replace(/ \(and .*\)$/, "")
    .replace(/\d+/g, (number, at: number) => (check === "status" && at === 0 ? number : "#"));
  return JSON.stringify([operation, check, basis, place, statement]);
}
