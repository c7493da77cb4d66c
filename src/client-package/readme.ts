import { basename, isAbsolute } from "node:path";
import { isLoopback } from "../cli/loopback.js";
import { clientCall, clientCreation } from "../generate/client/client-sample.js";
import { pagedList } from "../generate/client/paging.js";
import { functionName } from "../generate/names.js";
import { asObject, asText, type OpenApiDocument } from "../openapi/document/document.js";
import { firstServer } from "../openapi/document/first-server.js";
import { examplePairs } from "../openapi/operations/example-pairs.js";
import { isSafe } from "../openapi/operations/methods.js";
import type { Operation } from "../openapi/operations/operation.js";
import { operationsOf } from "../openapi/operations/operations.js";
import { installLine } from "./lines.js";

/**
 * The README of a client package: how the operations of its document are called. It names the path of the package. By its
 * name, npm would install what anybody registers under it.
 *
 * @param out the folder of the package. Of an absolute one, only the last part is shown, as the README may be committed
 */
export function clientReadme(document: OpenApiDocument, name: string, out: string): string {
  const path = isAbsolute(out) ? `./${basename(out)}` : out;
  return `# ${name}

Types and a typed fetch client of the ${titleOf(document)}, generated from its contract. It works in browsers and in Node.

It is not published under its name. Install the folder, or its tarball, by the path:

\`\`\`sh
${installLine(path)}
\`\`\`
${sample(document, name)}
A call never rejects: \`result.ok\` and \`result.status\` narrow \`data\` and \`error\`. \`result.failure\` is a network failure, an unreadable response, or another undocumented one. \`unwrap(result)\` returns the data, or throws.

| import | content |
|---|---|
| \`${name}\` | the client, constants of closed sets, \`unwrap\` |
| \`${name}/operations\` | \`connectTo\`, and one function for each operation: a page contains those that it imports |
| \`${name}/types\` | types only: nothing is loaded at run time |
| \`${name}/tanstack-query\` | options of TanStack Query for every operation |
| \`${name}/openapi-fetch\` | a client of openapi-fetch, by paths: \`createFetchClient<paths>({ baseUrl })\` |
| \`${name}/msw\` | handlers of Mock Service Worker for every operation (\`npm install -D msw ajv ajv-formats\`) |
| \`${name}/schemas\` | schemas of valibot for every component, which implement Standard Schema (\`npm install valibot\`) |
| \`${name}/validation\` | validates responses by Ajv: \`createClient({ validate: () => import("${name}/validation"), … })\` |
| \`${name}/openapi.json\` | the contract, bundled |

Options of the client are \`fetch\`, \`headers\`, \`timeout\` (default: 30 s), \`retry\`, \`validate\` and those of \`fetch\`, such as \`credentials\`; of a call the same without \`validate\`, and \`signal\` and \`middleware\`. Every middleware for openapi-fetch works: \`api.use(…)\`. Your editor shows the rest.
`;
}

/** The title of a document, on one line. */
export function titleOf(document: OpenApiDocument): string {
  return asText(asObject(document.info).title)?.trim().replace(/\s+/g, " ") || "API";
}

/** A call of one operation, and the items of a list. Empty for a document without operations. */
function sample(document: OpenApiDocument, name: string): string {
  const operations = operationsOf(document);
  // A sample that someone tries should change nothing.
  const reading = operations.filter(isSafe);
  const shown =
    reading.find(hasExample) ??
    reading.find(needsNoInput) ??
    operations.find((operation) => hasExample(operation) && !needsNoInput(operation));
  const [first] = operations;
  if (!first) return "";
  const server = firstServer(document);
  const client = {
    module: name,
    baseUrl: isPublic(server) ? server : "https://api.example.com",
    keyVariable: `${name
      .toUpperCase()
      .replace(/[^A-Z\d]+/g, "_")
      .replace(/^[_\d]+/, "")}_KEY`,
  };
  const list = operations.find((operation) => pagedList(document, operation) && needsNoInput(operation));
  const loop = list ? `\nfor await (const item of api.${functionName(list)}.items()) console.log(item);` : "";
  const call = shown ? `\n${clientCall(shown)}` : "";
  return `\n\`\`\`ts\n${clientCreation(document, withKey(operations, shown) ?? first, client)}${call}${loop}\n\`\`\`\n`;
}

/**
 * An operation that needs a key: the shown one, or else the first. Often, what reads is public and what writes is not, and
 * the created client is for both.
 */
function withKey(operations: readonly Operation[], shown: Operation | undefined): Operation | undefined {
  const needsKey = ({ security }: Operation) => (security[0] ?? []).length > 0;
  return shown && needsKey(shown) ? shown : operations.find(needsKey);
}

function isPublic(url: string): boolean {
  return URL.canParse(url) && /^https?:/.test(url) && !isLoopback(new URL(url).hostname);
}

/** Whether a sample of an operation has all that is required. */
function hasExample(operation: Operation): boolean {
  const pair = examplePairs(operation).find(({ response }) => response.status.startsWith("2"));
  const given = new Set(pair?.parameters.map(({ parameter }) => parameter));
  const isGiven = operation.parameters.every((parameter) => !parameter.required || given.has(parameter));
  return pair !== undefined && isGiven && (pair.body !== undefined || !operation.requestBody?.required);
}

function needsNoInput({ parameters, requestBody }: Operation): boolean {
  return !parameters.some(({ required }) => required) && !requestBody?.required;
}
