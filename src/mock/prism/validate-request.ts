import type { PrismHttpComponents } from "@stoplight/prism-http";
import { validateInput } from "@stoplight/prism-http/dist/validator/index.js";
import type { OpenApiDocument } from "../../openapi/document.js";
import type { SchemaValidator } from "../../openapi/validator.js";
import type { OperationLookup } from "./documented-operations.js";
import { requestViolations } from "./request-rules.js";

/** Makes the component that validates requests: Prism's own validation, and the rules that Prism lacks. */
export function requestValidator(
  document: OpenApiDocument,
  lookup: OperationLookup,
  validator: SchemaValidator,
): PrismHttpComponents["validateInput"] {
  return ({ resource, element: request }) => {
    const checked = validateInput({ resource, element: request });
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
