import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import type { ErrorObject } from "ajv/dist/2020.js";
import { UserError } from "#cli/user-error.js";
import { isFramingHeader, isToken } from "#http/headers.js";
import {
  asList,
  asObject,
  asText,
  isObject,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { readYaml } from "#openapi/load/read-yaml.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { securitySchemes } from "#openapi/operations/security.js";
import type { Connection } from "../model/request/connection.js";
import { type GivenLimits, limitsOf } from "../model/target/limits.js";
import { OTHER_ACTORS, type Secret, type Target } from "../model/target/target.js";
import { clientOf } from "./access-token.js";
import { checkedForm } from "./checked-form.js";
import { isVariable, type SettingsReader, settingsReader } from "./settings.js";
import { TARGET_FILE_SCHEMA } from "./target-schema.js";
import { sharedValuesOf, valuesOf } from "./target-values.js";

/** Headers that every request sets, beside those of its framing. */
const OWN_HEADERS = ["accept", "content-type"];

/** In place of the credentials: requests have no key. */
export const NO_KEY = "none";

/** The content of a target file, with the values of its variables. `provision` is an absolute path. */
export type TargetFile = Pick<
  Target,
  "baseUrl" | "credentials" | "withoutKey" | "values" | "parameters" | "writes" | "allowed" | "headers" | "connection"
> & { limits: GivenLimits; provision: string | undefined };

/**
 * Reads a target file.
 *
 * @param document under test: the names in the file have to exist in it
 * @throws UserError, one line: what is wrong, where, and what to write instead; it repeats no value of the file
 */
export async function readTargetFile(
  file: string,
  document: OpenApiDocument,
  environment: NodeJS.ProcessEnv,
): Promise<TargetFile> {
  const shown = relative(process.cwd(), resolve(file)) || file;
  const fail = (message: string): never => {
    throw new UserError(`${shown}: ${message}`);
  };
  const text = await readFile(file, "utf8").catch(() =>
    fail("this file does not exist. Name a target file: --target FILE"),
  );
  const content = await parseContent(text, fail);
  const checked = checkedForm(TARGET_FILE_SCHEMA, content, "setting", worded);
  if ("problem" in checked) fail(checked.problem);
  const reader = settingsReader(document, environment, fail);
  const folder = dirname(resolve(file));
  const { provision } = content;
  return {
    baseUrl: reader.text(String(content.baseUrl), "baseUrl"),
    credentials: credentialsOf(asObject(content.credentials), reader),
    withoutKey: content.credentials === NO_KEY,
    values: valuesOf(asObject(content.values), reader),
    parameters: sharedValuesOf(asObject(content.parameters), reader),
    writes: content.writes === "allow",
    allowed: allowedOf(asList(content.allowed), reader),
    limits: limitsOf(content),
    headers: headersOf(asObject(content.headers), reader),
    connection: connectionOf(content, folder, reader),
    provision: typeof provision === "string" ? resolve(folder, provision) : undefined,
  };
}

async function parseContent(text: string, fail: (message: string) => never): Promise<JsonObject> {
  const content = await readYaml(text, (problem) => fail(`this is not valid YAML${problem}.`));
  return isObject(content) ? content : fail("the file has no settings. Begin with baseUrl: https://…");
}

function worded({ instancePath, keyword, params }: ErrorObject, at: string): string | undefined {
  if (keyword === "pattern" && instancePath.startsWith("/credentials/")) {
    return `${at} is not a variable. Write it as \${NAME}, and set NAME in the environment: secrets do not belong in files.`;
  }
  if (instancePath === "/credentials") {
    return `credentials must be ${NO_KEY}, or keys by the names of their security schemes, each as \${NAME}.`;
  }
  return keyword === "const" ? `${at} must be ${JSON.stringify(params.allowedValue)}, or omitted.` : undefined;
}

/** The keys of a target file, by the actor that they belong to. */
function credentialsOf(settings: JsonObject, reader: SettingsReader): Target["credentials"] {
  const { document, fail, variable } = reader;
  const schemes = Object.keys(securitySchemes(document));
  const own: Record<string, Secret> = {};
  const credentials: Target["credentials"] = {};
  const secrets = Object.entries(settings).map(
    ([name, value]) =>
      [name, isObject(value) ? clientOf(name, value, reader) : variable(String(value), `credentials.${name}`)] as const,
  );
  for (const [name, secret] of secrets) {
    const [twin] = secrets.find(([key, held]) => isSameKey(held, secret) && roleOf(key) !== roleOf(name)) ?? [];
    if (twin !== undefined) {
      const keys = `credentials.${name} and credentials.${twin}`;
      fail(`${keys} are the same key, which proves nothing. Give each its own key, or omit one.`);
    }
    const actor = OTHER_ACTORS.find((candidate) => candidate === name);
    if (actor) credentials[actor] = { "*": secret };
    else if (schemes.includes(name)) own[name] = secret;
    else {
      const names = `${schemes.join(", ") || "none"}; ${OTHER_ACTORS.join(", ").replace(/,(?=[^,]*$)/, " and")}`;
      fail(`credentials.${name}: the contract has no security scheme of this name. It has ${names} are possible too.`);
    }
  }
  return Object.keys(own).length > 0 ? { own, ...credentials } : credentials;
}

/** The tokens of one client belong to one team. They are not fetched yet. */
function isSameKey(first: Secret, second: Secret): boolean {
  return first.value === second.value && first.client?.id === second.client?.id;
}

/** One key may serve several schemes, and the other team may be the team outside the beta. */
function roleOf(name: string): "own" | "sameTeam" | "another team" {
  if (name === "sameTeam") return name;
  return OTHER_ACTORS.some((actor) => actor === name) ? "another team" : "own";
}

/** The headers of a target file, which are sent with every request. */
function headersOf(settings: JsonObject, { document, fail, variable }: SettingsReader): Target["headers"] {
  const apiKeys = Object.values(securitySchemes(document)).filter((scheme) => scheme.type === "apiKey");
  const keyHeaders = ["authorization", ...apiKeys.map(headerNameOf)];
  const parameterHeaders = operationsOf(document).flatMap(({ parameters }) => parameters.map(headerNameOf));
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const setting = `headers.${name}`;
      const lowerCase = name.toLowerCase();
      if (!isToken(name)) return fail(`${JSON.stringify(setting)}: this is not a header name.`);
      if (keyHeaders.includes(lowerCase)) {
        return fail(`${setting}: keys belong under credentials, by the name of their security scheme.`);
      }
      if (parameterHeaders.includes(lowerCase)) {
        return fail(`${setting}: the contract has a parameter of this name, which every test case sets. Omit it.`);
      }
      if (OWN_HEADERS.includes(lowerCase) || isFramingHeader(name))
        return fail(`${setting}: every request sets this header. Omit it.`);
      const text = String(value);
      if (isVariable(text)) return [name, variable(text, setting)];
      return /^[\x20-\x7e]*$/.test(text)
        ? [name, text]
        : fail(`${setting} holds a character that a header cannot carry: a line break or a letter beyond ASCII.`);
    }),
  );
}

/** The header that carries a parameter or key, in lower case; empty for one that no header carries. */
function headerNameOf({ in: place, name }: { in: string; name: string }): string {
  if (place === "cookie") return "cookie";
  return place === "header" ? name.toLowerCase() : "";
}

/** The operations that may be sent although they name no resource. They have to exist in the contract. */
function allowedOf(ids: readonly unknown[], { document, fail }: SettingsReader): ReadonlySet<string> {
  const known = operationsOf(document).map(({ id }) => id);
  for (const id of ids) {
    if (!known.includes(String(id)))
      fail(`allowed: the contract has no operation ${String(id)}. It has ${known.join(", ")}.`);
  }
  return new Set(ids.map(String));
}

function connectionOf({ clientCertificate, proxy }: JsonObject, folder: string, reader: SettingsReader): Connection {
  const certificate = asObject(clientCertificate);
  const path = (name: string) => {
    const value = asText(certificate[name]);
    return value === undefined ? undefined : resolve(folder, value);
  };
  const passphrase = asText(certificate.passphrase);
  return {
    proxy: typeof proxy === "string" ? requireProxy(reader.text(proxy, "proxy"), reader) : undefined,
    cert: path("cert"),
    key: path("key"),
    ca: path("ca"),
    passphrase: passphrase && reader.text(passphrase, "clientCertificate.passphrase"),
  };
}

/** The message does not show the value, which may hold a password. */
function requireProxy(value: string, { fail }: SettingsReader): string {
  const isProxy = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  return isProxy ? value : fail("proxy is not the URL of a proxy. Write http://host:port, or https://.");
}
