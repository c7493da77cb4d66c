import { type IHttpRequest, ProblemJsonError } from "@stoplight/prism-http";
import { namesText } from "#cli/names-text.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { type Operation, writtenPath } from "#openapi/operations/operation.js";
import { type SecurityScheme, securitySchemes } from "#openapi/operations/security.js";
import { lackedKey } from "../responder/sent-keys.js";
import { problem } from "../server/problem.js";

/**
 * Writes the errors of Prism in words of ours, which say what the request has, and what the contract wants. Any other error is
 * returned unchanged.
 *
 * @param operations all operations of the contract, and those that the path of the request fits
 */
export function ownProblem(
  error: Error,
  { method, url: { path }, headers }: IHttpRequest,
  contract: OpenApiDocument,
  { operations, served }: Record<"operations" | "served", readonly Operation[]>,
): Error {
  // Prism writes some errors into the text of another one.
  const [, kind] = /#([A-Z_]+)/.exec(error instanceof ProblemJsonError ? error.name : error.message) ?? [];
  const additional = error instanceof ProblemJsonError ? error.additional : undefined;
  const operation = served.find((candidate) => candidate.method === method);
  const sent = `${method.toUpperCase()} ${path}`;
  switch (kind) {
    case "UNAUTHORIZED": {
      const lacked = lackedKey(new Headers(headers));
      const detail = `${sent}: ${lacked}. ${keysOf(contract, operation)}`;
      return problem(401, "A key is missing", detail, additional);
    }
    case "UNKNOWN_KEY":
      return problem(401, "The key is unknown", `${sent} has a key that the mock was not started with.`, additional);
    case "UNPROCESSABLE_ENTITY":
      return problem(422, "The request violates the contract", violationsOf(additional), additional);
    case "INVALID_CONTENT_TYPE":
      return problem(
        415,
        "The request violates the contract",
        `${error instanceof ProblemJsonError ? error.detail : error.message}.`,
      );
    case "NO_METHOD_MATCHED_ERROR": {
      const methods = [...new Set(served.map((candidate) => candidate.method.toUpperCase()))].join(", ");
      const detail = `The contract has no ${method.toUpperCase()} for ${path}. It has ${methods}.`;
      // RFC 9110, 15.5.6.
      return problem(405, "Method not allowed", detail, { headers: { allow: methods } });
    }
    case "NO_PATH_MATCHED_ERROR":
    case "NO_RESOURCE_PROVIDED_ERROR":
      return problem(404, "Unknown path", `The contract has no path that ${path} fits. ${pathsText(operations)}`);
    default:
      return error;
  }
}

function pathsText(operations: readonly Operation[]): string {
  const paths = [...new Set(operations.map(writtenPath))];
  return paths.length === 0 ? "It has none." : `It has ${namesText(paths)}.`;
}

function violationsOf(additional: ProblemJsonError["additional"]): string {
  const { validation } = additional ?? {};
  const messages = Array.isArray(validation) ? validation.map((violation) => String(violation?.message)) : [];
  return `${messages.join("; ")}.`;
}

/** The keys that an operation requires, as a sentence. */
function keysOf(contract: OpenApiDocument, operation: Operation | undefined): string {
  const schemes = securitySchemes(contract);
  const alternatives = (operation?.security ?? []).flatMap((names) => {
    const keys = names.flatMap((name) => schemes[name] ?? []).map(keyText);
    return keys.length > 0 ? [keys.join(" and ")] : [];
  });
  return `The contract requires ${alternatives.join(", or ") || "one"}.`;
}

function keyText(scheme: SecurityScheme): string {
  if (scheme.type === "apiKey") return `a key in the ${scheme.in} parameter ${scheme.name}`;
  if (scheme.type === "basic") return "the header Authorization: Basic and user:password in Base64";
  return `the header Authorization: ${scheme.scheme ?? "Bearer"} and a key`;
}
