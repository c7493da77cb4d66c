import { UserError } from "#cli/user-error.js";
import { parseJson } from "#http/body/parse-json.js";
import { contentFor, isForm } from "#http/media-type.js";
import { concreteType, isJsonOffer, preferredOffer } from "#http/negotiate.js";
import { type RequestContent, serializeBody } from "#http/serialize.js";
import { asObject, asText, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";
import type { Login, Secret } from "../model/target/target.js";
import { settingPath } from "../model/test-case/need.js";
import { redact } from "../report/redaction/redact.js";
import { requestIssuer } from "../transport/token-request.js";
import { requireOperation } from "./file/operations.js";
import type { IssuedToken, Issuing } from "./issued-token.js";
import { isHeaderText, isVariable, type SettingsReader } from "./settings.js";

/**
 * Reads the login of a target file: a key whose value is not fetched yet. Each scheme that sends a token and has no key of
 * its own gets one.
 */
export function loginOf(settings: JsonObject, reader: SettingsReader): Record<string, Secret> {
  const { document, fail } = reader;
  const names = Object.entries(securitySchemes(document)).flatMap(([name, { type }]) =>
    type === "basic" ? [] : [name],
  );
  if (names.length === 0) {
    fail(
      ["login"],
      "the contract has no security scheme that sends a token. Add one to its components, for example by an overlay.",
    );
  }
  const secret = loginSecret(settings, ["login"], "LOGIN_TOKEN", reader);
  return Object.fromEntries(names.map((name) => [name, secret]));
}

/**
 * Reads one login: a key whose value is not fetched yet.
 *
 * @param setting its place in the target file
 * @param variable stands for the token in reports
 */
export function loginSecret(
  settings: JsonObject,
  setting: readonly string[],
  variable: string,
  reader: SettingsReader,
): Secret {
  const at = (name: string) => [...setting, name];
  const operation = requireOperation(String(settings.operation), at("operation"), reader);
  const fail = (problem: string) => reader.fail(at("operation"), problem);
  if (/[{}]/.test(operation.path)) fail(`the path of ${operation.id} has parameters. Use an operation without them.`);
  const type = mediaTypeOf(operation) ?? fail(`${operation.id} has no body of JSON or of a form, which a login needs.`);
  const secrets: Secret[] = [];
  const body = asObject(withVariables(settings.body ?? {}, at("body"), reader, secrets));
  const login: Login = {
    ...{ setting: settingPath(...setting), operation, type, body, secrets, token: String(settings.token) },
  };
  return { value: "", variable, login };
}

/** The media type of the body that is sent: JSON, or a form. */
function mediaTypeOf({ requestBody }: Operation): string | undefined {
  const offer = preferredOffer(requestBody?.content ?? []);
  return offer && (isForm(offer.name) || isJsonOffer(offer)) ? concreteType(offer.name, "structured") : undefined;
}

/** A value with the values of its variables, which are added to the secrets. */
function withVariables(value: Json, setting: readonly string[], reader: SettingsReader, secrets: Secret[]): Json {
  const inside = (name: string | number, part: Json) =>
    withVariables(part, [...setting, String(name)], reader, secrets);
  if (Array.isArray(value)) return value.map((item, index) => inside(index, item));
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inside(name, part ?? null)]));
  }
  if (typeof value !== "string" || !isVariable(value)) return value;
  const secret = reader.secret(value, setting);
  secrets.push(secret);
  return secret.value;
}

/**
 * Sends the request of a login, and reads the token from the response.
 *
 * @throws UserError, one line without a secret: what the server did, and what to check
 */
export async function loginToken(login: Login, target: Issuing, file: string): Promise<IssuedToken> {
  const { setting, operation, type, body, secrets, token: pointer } = login;
  const fail = (message: string): never => {
    const own = Object.fromEntries(secrets.map((secret) => [secret.variable, secret]));
    throw new UserError(redact(`${file}: ${setting}: ${message}`, { credentials: { own }, headers: {} }));
  };
  const encoding = contentFor(operation.requestBody?.content ?? [], type)?.encoding;
  const content: RequestContent = serializeBody(body, type, encoding);
  const headers = new Headers({
    accept: "application/json",
    ...(content instanceof FormData ? {} : { "content-type": type }),
  });
  const request = {
    url: `${target.baseUrl}${operation.path}`,
    method: operation.method.toUpperCase(),
    headers,
    body: content,
  };
  const received = await requestIssuer(request, target).catch((error: unknown) => {
    if (error instanceof UserError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return fail(`${operation.id} did not respond (${reason}). Check baseUrl, and proxy if there is one.`);
  });
  const { status } = received;
  if (status < 200 || status > 299) {
    return fail(
      `${operation.id} responded with ${status}. Check ${setting}.body: its variables, and the fields that the contract requires.`,
    );
  }
  const json = parseJson(received.body.toString("utf8"));
  if (!json)
    return fail(`${operation.id} responded with a body that is not JSON. Use an operation that responds with a token.`);
  const token = valueAt(json.value, pointer);
  if (typeof token !== "string" || token === "" || !isHeaderText(token)) {
    const names = Object.keys(asObject(json.value)).map((name) => pointerTo("", name));
    const known = names.length > 0 ? ` It has ${names.slice(0, 10).join(", ")}.` : "";
    return fail(
      `the response of ${operation.id} has no text at ${pointer} that a header can carry.${known} Write the place of the token: ${setting}.token.`,
    );
  }
  return { token, lifetime: lifetimeBeside(json.value, pointer) };
}

/** The number `expires_in` beside a token, as in RFC 6749, 5.1. */
function lifetimeBeside(body: Json, pointer: string): number | undefined {
  const around = asObject(valueAt(body, pointerTo("", ...pointerNames(pointer).slice(0, -1))));
  const seconds = around.expires_in ?? around.expiresIn;
  const number = typeof seconds === "number" ? seconds : Number(asText(seconds) ?? Number.NaN);
  return number > 0 ? number : undefined;
}
