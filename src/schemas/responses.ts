import { CallFailure } from "../client/failure.js";
import type { ValidationModule } from "../client/options.js";
import { failed } from "../client/sending/response.js";
import type { StreamDescriptor } from "../client/streaming/stream.js";
import { includesType, mediaTypeOf } from "../http/media-type.js";
import type { Issue, Rule } from "./rule.js";

/** The bodies of an operation that have a schema: by status, range or `default`, by media type. Null is a body for Ajv. */
export type DocumentedBodies = Readonly<Record<string, Readonly<Record<string, Rule | null>>>>;

/**
 * Makes the validation of responses.
 *
 * @param operations by method and path: `get /pets`
 * @param byAjv validates bodies whose schemas no rule can express
 */
export function responsesBy(
  operations: Readonly<Record<string, DocumentedBodies>>,
  byAjv?: ValidationModule["validated"],
): ValidationModule["validated"] {
  return (result, operation, call) => {
    const { method, path } = operation;
    const { response } = result;
    const responses = operations[`${method.toLowerCase()} ${path}`];
    if (!responses || !response || (!result.ok && result.failure)) return result;
    const { status } = response;
    const content = responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses.default ?? {};
    const body = result.ok ? result.data : result.error;
    const documented = Object.keys(content);
    const type = mediaTypeOf(response.headers.get("content-type") ?? documented[0] ?? "");
    const rule = content[documented.find((name) => includesType(name, type)) ?? ""];
    if (rule === null && byAjv) return byAjv(result, operation, call);
    // The items of a sequence are read when they arrive.
    if (!rule || body instanceof Blob || body instanceof Response) return result;
    const issues: Issue[] = [];
    const output = rule(body, [], issues);
    if (issues.length === 0) return result.ok ? { ...result, data: output } : { ...result, error: output };
    const message = `the response violates the contract: ${wordsOf("body", issues)}.`;
    return failed(new CallFailure("InvalidResponse", call, message, { status, response, body }));
  };
}

/** Makes the reader of the items of a sequence. */
export function itemBy(rule: Rule): NonNullable<StreamDescriptor["read"]> {
  return (item, failure) => {
    const issues: Issue[] = [];
    const value = rule(item, [], issues);
    if (issues.length === 0) return value;
    throw failure("InvalidResponse", `an item violates the contract: ${wordsOf("item", issues)}.`, { body: item });
  };
}

function wordsOf(noun: string, issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => `the ${noun}${path.map((key) => `/${key}`).join("")} ${message}`).join("; ");
}
