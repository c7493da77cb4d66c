import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { shipped } from "../installation.js";
import { asObject, asText, isObject, type JsonObject, type OpenApiDocument } from "../openapi/document.js";
import { examplePairs } from "../openapi/example-pairs.js";
import { operationsOf } from "../openapi/operations.js";
import { securitySchemes } from "../openapi/security.js";
import { requirePeers } from "../peers.js";
import type { Connection } from "./connection.js";
import type { Holder, Keys, Secret, Target, Values } from "./target.js";

/** What a target file says, its variables read. */
export interface TargetFile {
  baseUrl: string;
  keys: Target["keys"];
  values: Values;
  writes: boolean;
  timeout: number | undefined;
  rate: number | undefined;
  parallel: number | undefined;
  headers: Target["headers"];
  connection: Connection;
  /** Absolute path. */
  provision: string | undefined;
}

const HOLDERS: readonly Exclude<Holder, "own">[] = ["sameTeam", "otherTeam", "outsideBeta"];
const VARIABLE = /^\$\{([A-Za-z_]\w*)\}$/;

/**
 * Reads a target file.
 *
 * @param document what is verified: names in the file must stand in it
 * @throws Error that says in a line what is wrong, where, and what there is instead; it repeats no value of the file
 */
export async function readTargetFile(
  file: string,
  document: OpenApiDocument,
  environment: NodeJS.ProcessEnv,
): Promise<TargetFile> {
  const shown = relative(process.cwd(), resolve(file)) || file;
  const fail = (message: string): never => {
    throw new Error(`${shown}: ${message}`);
  };
  const text = await readFile(file, "utf8").catch(() => fail("is not there. Name a target file: --target FILE"));
  const content = await contentOf(text, fail);
  await checkForm(content, fail);

  const variable = (value: string, at: string): Secret => {
    const [, name = ""] = VARIABLE.exec(value) ?? [];
    const held = environment[name];
    if (!held) return fail(`${at}: the environment variable ${name} is not set.`);
    if (/[^\x21-\x7e]/.test(held)) {
      return fail(
        `${at}: ${name} holds a character that no header can carry: a space, a line break or a letter beyond ASCII.`,
      );
    }
    return { variable: name, value: held };
  };
  const plain = (value: string, at: string): string => (VARIABLE.test(value) ? variable(value, at).value : value);
  const folder = dirname(resolve(file));
  const { credentials, values, headers, clientCertificate, provision, proxy } = content;
  const certificate = asObject(clientCertificate);
  const path = (name: string) => {
    const value = asText(certificate[name]);
    return value === undefined ? undefined : resolve(folder, value);
  };
  return {
    baseUrl: plain(String(content.baseUrl), "baseUrl"),
    keys: keysOf(asObject(credentials), document, variable, fail),
    values: valuesOf(asObject(values), document, fail),
    writes: content.writes === "allow",
    timeout: numberOf(content.timeout),
    rate: numberOf(content.rate),
    parallel: numberOf(content.parallel),
    headers: headersOf(asObject(headers), document, variable, fail),
    connection: {
      proxy: typeof proxy === "string" ? proxyOf(plain(proxy, "proxy"), fail) : undefined,
      cert: path("cert"),
      key: path("key"),
      ca: path("ca"),
      passphrase:
        typeof certificate.passphrase === "string"
          ? variable(certificate.passphrase, "clientCertificate.passphrase").value
          : undefined,
    },
    provision: typeof provision === "string" ? resolve(folder, provision) : undefined,
  };
}

async function contentOf(text: string, fail: (message: string) => never): Promise<JsonObject> {
  requirePeers("documents");
  // Its YAML alone: the whole bundler takes a third of a second to load.
  const { parseYaml } = await import("@redocly/openapi-core/lib/js-yaml/index.js");
  let content: unknown;
  try {
    content = parseYaml(text);
  } catch (error) {
    // The parser's message repeats lines of the file, which may hold a secret that does not belong there.
    const line = /\((\d+):\d+\)/.exec(error instanceof Error ? error.message : "")?.[1];
    return fail(`is no YAML${line ? ` (line ${line})` : ""}.`);
  }
  return isObject(content) ? content : fail("holds no settings. Begin with baseUrl: https://…");
}

async function checkForm(content: JsonObject, fail: (message: string) => never): Promise<void> {
  const schema: unknown = JSON.parse(await readFile(shipped("src/contract/target.schema.json"), "utf8"));
  // The schema is ours: to hold it against its own meta-schema takes longer than all the rest of reading a file.
  const validate = new Ajv2020({ strict: false, validateSchema: false }).compile(Object(schema));
  if (validate(content)) return;
  const [error] = validate.errors ?? [];
  if (error) fail(describe(error));
}

function describe({ instancePath, keyword, message = "is not valid", params }: ErrorObject): string {
  const at = instancePath.slice(1).replaceAll("/", ".") || "the file";
  if (keyword === "additionalProperties") return `${at} has no setting ${JSON.stringify(params.additionalProperty)}.`;
  if (keyword === "pattern" && instancePath.startsWith("/credentials/")) {
    return `${at} is no variable. Write it as \${NAME}, and set NAME in the environment: a secret does not belong in a file.`;
  }
  if (keyword === "const") return `${at} must be ${JSON.stringify(params.allowedValue)}, or left out.`;
  return `${at} ${message}.`;
}

/** One key may serve several schemes, and the other team may be the one outside the beta. */
function whose(name: string): "own" | "sameTeam" | "another team" {
  if (name === "sameTeam") return name;
  return HOLDERS.some((holder) => holder === name) ? "another team" : "own";
}

function keysOf(
  credentials: JsonObject,
  document: OpenApiDocument,
  variable: (value: string, at: string) => Secret,
  fail: (message: string) => never,
): Target["keys"] {
  const schemes = Object.keys(securitySchemes(document));
  const own: Record<string, Secret> = {};
  const keys: Partial<Record<Holder, Keys>> = {};
  const read = Object.entries(credentials).map(
    ([name, value]) => [name, variable(String(value), `credentials.${name}`)] as const,
  );
  for (const [name, secret] of read) {
    const [twin] = read.find(([other, { value }]) => value === secret.value && whose(other) !== whose(name)) ?? [];
    if (twin !== undefined) {
      fail(
        `credentials.${name} and credentials.${twin} are the same key, which proves nothing. Give each a key of its own, or leave one out.`,
      );
    }
    const holder = HOLDERS.find((each) => each === name);
    if (holder) keys[holder] = { "*": secret };
    else if (schemes.includes(name)) own[name] = secret;
    else
      fail(
        `credentials.${name}: the contract has no security scheme of this name. It has ${list(schemes)}; sameTeam, otherTeam and outsideBeta may stand beside.`,
      );
  }
  return Object.keys(own).length > 0 ? { own, ...keys } : keys;
}

/**
 * Headers that say what a message holds, how it is framed, and to whom the connection belongs (RFC 9110, 7.6.1 and 8.3;
 * RFC 9112, 6).
 */
const OF_THE_MESSAGE = [
  ...["accept", "content-type", "content-length", "connection", "keep-alive"],
  ...["te", "trailer", "transfer-encoding", "upgrade"],
];

function headersOf(
  headers: JsonObject,
  document: OpenApiDocument,
  variable: (value: string, at: string) => Secret,
  fail: (message: string) => never,
): Target["headers"] {
  const schemes = Object.values(securitySchemes(document));
  const ofKeys = [
    "authorization",
    ...schemes.flatMap((scheme) => (scheme.type === "apiKey" ? [headerOf(scheme)] : [])),
  ];
  const ofParameters = operationsOf(document).flatMap(({ parameters }) =>
    parameters.flatMap((each) => (each.in === "header" || each.in === "cookie" ? [headerOf(each)] : [])),
  );
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const at = `headers.${name}`;
      // A token (RFC 9110, 5.6.2), and the visible characters of a field value (5.5).
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return fail(`${JSON.stringify(at)}: no header can have this name.`);
      if (ofKeys.includes(name.toLowerCase())) {
        return fail(`${at}: keys stand under credentials, by the name of their security scheme.`);
      }
      if (ofParameters.includes(name.toLowerCase())) {
        return fail(`${at}: the contract has a parameter of this name, which each case gives by itself. Leave it out.`);
      }
      if (OF_THE_MESSAGE.includes(name.toLowerCase()))
        return fail(`${at}: each request has one of its own. Leave it out.`);
      const text = String(value);
      if (VARIABLE.test(text)) return [name, variable(text, at)];
      return /^[\x20-\x7e]*$/.test(text)
        ? [name, text]
        : fail(`${at} holds a character that no header can carry: a line break or a letter beyond ASCII.`);
    }),
  );
}

/** The header that carries something, in lower case; empty for what no header carries. */
function headerOf({ in: place, name }: { in: string; name: string }): string {
  if (place === "cookie") return "cookie";
  return place === "header" ? name.toLowerCase() : "";
}

/** The value is not shown: it may hold a password. */
function proxyOf(value: string, fail: (message: string) => never): string {
  const { protocol } = URL.canParse(value) ? new URL(value) : {};
  return protocol === "http:" || protocol === "https:"
    ? value
    : fail("proxy is no URL of a proxy. Write http://host:port, or https://.");
}

function valuesOf(values: JsonObject, document: OpenApiDocument, fail: (message: string) => never): Values {
  const operations = operationsOf(document);
  return Object.fromEntries(
    Object.entries(values).map(([id, parameters]) => {
      const operation = operations.find((each) => each.id === id);
      if (!operation)
        return fail(
          `values.${id}: the contract has no operation ${id}. It has ${list(operations.map((each) => each.id))}.`,
        );
      const keys = examplePairs(operation).map(({ key }) => key);
      return [
        id,
        Object.fromEntries(
          Object.entries(asObject(parameters)).map(([name, examples]) => {
            if (!operation.parameters.some((each) => each.name === name)) {
              return fail(
                `values.${id}.${name}: ${id} has no parameter ${name}. It has ${list(operation.parameters.map((each) => each.name))}.`,
              );
            }
            for (const key of Object.keys(asObject(examples))) {
              if (!keys.includes(key))
                fail(`values.${id}.${name}.${key}: ${id} has no example ${key}. It has ${list(keys)}.`);
            }
            return [name, asObject(examples)];
          }),
        ),
      ];
    }),
  );
}

function list(names: readonly string[]): string {
  return names.length > 0 ? [...new Set(names)].join(", ") : "none";
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
