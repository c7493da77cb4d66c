import type { PrismHttpComponents } from "@stoplight/prism-http";
import { validateInput } from "@stoplight/prism-http/dist/validator/index.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import type { SchemaValidator } from "#openapi/schema/validator.js";
import { TimeOver, withinTime } from "#openapi/schema/within-time.js";
import { MalformedJson } from "../malformed-json.js";
import type { OperationLookup } from "./documented-operations.js";
import { MALFORMED_JSON } from "./rejection.js";
import { requestViolations, violation } from "./request-rules.js";

/** The time of Prism for a request, in milliseconds. Compiling the schemas does not count. */
const LIMIT = 1000;

/** Prism's own validation. It matches patterns, and compares the items of long lists, without a time limit. */
const prismValidation: PrismHttpComponents["validateInput"] = (input) => {
  // The limit itself takes a tenth of a millisecond.
  if (!mayTakeLong(input.resource)) return validateInput(input);
  compileSchemas(input);
  try {
    return withinTime(LIMIT, () => validateInput(input));
  } catch (error) {
    if (!(error instanceof TimeOver)) throw error;
    const text =
      "could not be validated within 1 s: a pattern of the contract takes too long, or a list is too long for uniqueItems.";
    return { _tag: "Left", left: [violation(["request"], "pattern", text)] };
  }
};

type Input = Parameters<PrismHttpComponents["validateInput"]>[0];

const compiled = new WeakMap<Input["resource"], Set<string>>();

/** Prism compiles schemas when it first needs them, which takes up to seconds for large ones: an empty request needs them. */
function compileSchemas({ resource, element: { method, headers = {}, body } }: Input): void {
  const type = headers["content-type"] ?? "";
  const kinds = compiled.get(resource) ?? new Set();
  compiled.set(resource, kinds);
  const kind = body === undefined ? "" : `${typeof body} ${type.split(";")[0]}`;
  if (kinds.has(kind)) return;
  kinds.add(kind);
  const empty = typeof body === "string" ? " " : body === undefined ? undefined : {};
  validateInput({
    resource,
    element: { method, url: { path: resource.path, query: {} }, headers: { "content-type": type }, body: empty },
  });
}

const slow = new WeakMap<object, boolean>();

function mayTakeLong({ request }: { request?: unknown }): boolean {
  if (typeof request !== "object" || request === null) return false;
  const known = slow.get(request) ?? /"(pattern|patternProperties|uniqueItems)":/.test(JSON.stringify(request));
  slow.set(request, known);
  return known;
}

/** Makes the component that validates requests: Prism's own validation, and the rules that Prism lacks. */
export function requestValidator(
  document: OpenApiDocument,
  lookup: OperationLookup,
  validator: SchemaValidator,
): PrismHttpComponents["validateInput"] {
  return ({ resource, element: request }) => {
    if (request.body instanceof MalformedJson) {
      return { _tag: "Left", left: [violation(["body"], MALFORMED_JSON, request.body.detail)] };
    }
    const checked = prismValidation({ resource, element: request });
    const { operation, pathValues } = lookup(resource);
    const added = requestViolations({
      document,
      operation,
      request,
      pathValues: pathValues(request.url.path),
      validator,
    });
    const [first, ...rest] = [...(checked._tag === "Left" ? checked.left : []), ...added];
    return first ? { _tag: "Left", left: [first, ...rest] } : checked;
  };
}
