import type { OpenApiDocument } from "../openapi/document/document.js";
import { pointerNames } from "../openapi/document/pointer.js";
import { wordsOf } from "../openapi/document/words.js";
import { isSuccessKey } from "../openapi/operations/methods.js";
import { operationsOf } from "../openapi/operations/operations.js";
import { fieldsOf } from "../openapi/schema/fields.js";
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

/** Words of an operation that makes or changes an account, and may respond with a token too. Each run would do that. */
const OF_ACCOUNTS =
  /\b(registers?|registration|registering|sign ?up|signs up|enroll?|join|invit\w*|reset\w*|forgot\w*|recover\w*|chang\w*|confirm\w*|activat\w*)\b/;

/** Words of an operation that may make an account, a session or a token. */
const OF_CREATIONS = /\b(creates?|add|new|updates?|set|users?|accounts?|members?)\b/;

/** Words of a login. */
const OF_LOGIN = /\b(log ?[io]n|logs in|sign ?in|signs in|authenticat\w*|tokens?|sessions?)\b/;

/**
 * Finds the login of a document by its structure. It is a POST to a path without parameters. Its body has a password, and
 * its response a token. Names alone show which fields these are. Of several, one that speaks of a login comes first. One that
 * makes an account is none.
 *
 * @returns undefined if no operation has both
 */
export function loginOperation(document: OpenApiDocument): LoginSuggestion | undefined {
  const all = suggestionsOf(document).filter(({ words }) => !OF_ACCOUNTS.test(words));
  const others = all.filter(({ words }) => !OF_CREATIONS.test(words));
  return (all.find(({ words }) => OF_LOGIN.test(words)) ?? others[0])?.login;
}

function suggestionsOf(document: OpenApiDocument): { words: string; login: LoginSuggestion }[] {
  return operationsOf(document).flatMap(({ id, operationId = "", method, path, requestBody, responses }) => {
    if (method !== "post" || path.includes("{")) return [];
    const fields = namesIn(document, requestBody?.content[0]?.schemaPointer).filter((at) => at.length === 1);
    const success = responses.find(({ status }) => isSuccessKey({ status }));
    const token = namesIn(document, success?.content[0]?.schemaPointer).find((at) => TOKEN.test(at.at(-1) ?? ""));
    if (!token || !fields.some(([name = ""]) => PASSWORD.test(name))) return [];
    const body = Object.fromEntries(fields.map(([name = ""]) => [name, `\${LOGIN_${variableFor(name)}}`]));
    const words = wordsOf(`${path} ${operationId}`).join(" ");
    return [{ words, login: { operation: id, body, token: `/${token.join("/")}` } }];
  });
}

function namesIn(document: OpenApiDocument, schemaPointer: string | undefined): string[][] {
  if (schemaPointer === undefined) return [];
  return fieldsOf(document, schemaPointer)
    .map(({ at }) => pointerNames(at))
    .filter((names) => names.length > 0 && !names.includes("*"));
}
