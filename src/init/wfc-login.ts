import { readFile } from "node:fs/promises";
import { UserError } from "../cli/user-error.js";
import {
  asList,
  asObject,
  asText,
  isObject,
  type JsonObject,
  type OpenApiDocument,
} from "../openapi/document/document.js";
import { readYaml } from "../openapi/files/read-yaml.js";
import { operationsOf } from "../openapi/operations/operations.js";
import { variableFor } from "../verify/report/settings-yaml.js";
import type { LoginSuggestion } from "./login-operation.js";

/**
 * Reads the login of the first user of an authentication file (Web Fuzzing Commons, `auth.yaml`). Its user and password
 * become variables: a target file holds no secret.
 *
 * @returns undefined if the user has fixed headers only, whose value is then the key
 * @throws UserError if the file is another one, or its login is not an operation of the document
 */
export async function wfcLogin(document: OpenApiDocument, file: string): Promise<LoginSuggestion | undefined> {
  const fail = (problem: string): never => {
    throw new UserError(`${file}: ${problem}`);
  };
  const text = await readFile(file, "utf8").catch((error: Error) => fail(`cannot be read: ${error.message}`));
  const content = asObject((await readYaml(text, () => fail("is not YAML."))) as JsonObject);
  const [first] = asList(content.auth);
  if (!isObject(first))
    return fail("has no list `auth` with a user, as authentication files of Web Fuzzing Commons do.");
  const user = { ...asObject(content.authTemplate), ...first };
  if (!isObject(user.loginEndpointAuth)) {
    if (Array.isArray(user.fixedHeaders)) return undefined;
    return fail("its first user has neither loginEndpointAuth nor fixedHeaders.");
  }
  const { endpoint, verb, payloadUserPwd, token } = {
    ...asObject(asObject(content.authTemplate).loginEndpointAuth),
    ...asObject(user.loginEndpointAuth),
  };
  const path = asText(endpoint);
  const operation = operationsOf(document).find((candidate) => {
    return candidate.path === path && candidate.method === (asText(verb) ?? "POST").toLowerCase();
  });
  if (!operation) return fail(`the login ${String(verb)} ${String(endpoint)} is not an operation of the document.`);
  const { usernameField, passwordField } = asObject(payloadUserPwd);
  const place = asText(asObject(token).extractFromField);
  if (typeof usernameField !== "string" || typeof passwordField !== "string" || place === undefined) {
    return fail("a login needs payloadUserPwd with two fields, and token.extractFromField. Cookies are not supported.");
  }
  const fields = [usernameField, passwordField];
  const body = Object.fromEntries(fields.map((name) => [name, `\${LOGIN_${variableFor(name)}}`]));
  return { operation: operation.id, body, token: place };
}
