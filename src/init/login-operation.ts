import type { OpenApiDocument } from "../openapi/document/document.js";
import { pointerNames } from "../openapi/document/pointer.js";
import { isSuccessKey } from "../openapi/operations/methods.js";
import { operationsOf } from "../openapi/operations/operations.js";
import { fieldsOf } from "../openapi/schema/fields.js";
import { namesLogin } from "../statements/logins.js";
import { variableFor } from "../verify/report/settings-yaml.js";

/** An operation that exchanges a name and a password for a token, as the setting `login` of a target file. */
export interface LoginSuggestion {
  operation: string;
  /** The fields of the body, each with the variable of the environment that holds its value. */
  body: Record<string, string>;
  /** JSON pointer to the token in the response. */
  token: string;
}

const PASSWORD = /^(password|passwd|pass|secret|client_?secret)$/i;
const TOKEN = /^((access|auth|id|session|api)_?)?(token|jwt|key)$/i;

/**
 * Finds the login of a document by its structure. It is a POST to a path without parameters. Its body has a password, and
 * its response a token. Names alone show which fields these are. A registration may have both, and is not a login. One whose
 * words say that it is a login comes first.
 *
 * @returns undefined if there is none
 */
export function loginOperation(document: OpenApiDocument): LoginSuggestion | undefined {
  const posts = operationsOf(document)
    .filter(({ method, path }) => method === "post" && !path.includes("{"))
    .map((operation) => ({ operation, isNamed: namesLogin(operation) }))
    .filter(({ isNamed }) => isNamed !== false)
    .toSorted((a, b) => Number(b.isNamed === true) - Number(a.isNamed === true));
  for (const { operation } of posts) {
    const { id, requestBody, responses } = operation;
    const fields = namesIn(document, requestBody?.content[0]?.schemaPointer).filter((at) => at.length === 1);
    const success = responses.find(({ status }) => isSuccessKey({ status }));
    const token = namesIn(document, success?.content[0]?.schemaPointer).find((at) => TOKEN.test(at.at(-1) ?? ""));
    if (!token || !fields.some(([name = ""]) => PASSWORD.test(name))) continue;
    const body = Object.fromEntries(fields.map(([name = ""]) => [name, `\${LOGIN_${variableFor(name)}}`]));
    return { operation: id, body, token: `/${token.join("/")}` };
  }
  return undefined;
}

function namesIn(document: OpenApiDocument, schemaPointer: string | undefined): string[][] {
  if (schemaPointer === undefined) return [];
  return fieldsOf(document, schemaPointer)
    .map(({ at }) => pointerNames(at))
    .filter((names) => names.length > 0 && !names.includes("*"));
}
