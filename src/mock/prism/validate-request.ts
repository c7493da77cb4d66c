import type { PrismHttpComponents } from "@stoplight/prism-http";
import { DiagnosticSeverity } from "@stoplight/types";
import type { RequestViolation } from "#http/request/read-request.js";
import type { OperationLookup } from "./documented-operations.js";

/** Makes the component that validates requests, in place of Prism's own. */
export function requestValidator(lookup: OperationLookup): PrismHttpComponents["validateInput"] {
  return ({ resource, element }) => {
    const { violations } = lookup(resource).read(element);
    const unreadable = violations.filter(({ kind }) => kind === "syntax");
    const [first, ...rest] = (unreadable.length > 0 ? unreadable : violations).map(diagnostic);
    return first ? { _tag: "Left", left: [first, ...rest] } : { _tag: "Right", right: element };
  };
}

/** A violation in Prism's form. Prism chooses the response by its code. */
function diagnostic(violation: RequestViolation) {
  const { in: location, names, at, message } = violation;
  const inValue = at.split("/").slice(1);
  const subject =
    location === "body"
      ? `body${inValue.length > 0 ? ` property ${inValue.join(".")}` : ""}`
      : `${location} parameter${names.length > 1 ? "s" : ""} ${[names.join(" and "), ...inValue].join(".")}`;
  return {
    path: [location, ...names, ...inValue],
    code: codeOf(violation),
    message: `Request ${subject} ${message}`,
    severity: DiagnosticSeverity.Error,
  };
}

function codeOf({ kind, place }: RequestViolation): string | number {
  switch (kind) {
    case "combined":
      return "mutually-exclusive";
    case "media-type":
      return 415;
    case "missing":
      return "required";
    case "notation":
      return "type";
    case "schema":
      return place.split("/").at(-1) ?? "";
    case "syntax":
      return "malformed-json";
  }
}
