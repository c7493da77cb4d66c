import type { OperationDescriptor } from "#client/operation.js";
import type { ParameterStyle } from "#http/serialize.js";
import { jointOf } from "#http/styles.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { type SecurityScheme, securitySchemes } from "#openapi/operations/security.js";
import { literal, propertyKey } from "../names.js";
import type { ValueTypes } from "../types/value-types.js";
import { callType, optionsType } from "./client-file.js";
import { type Conversion, conversionOf, itemReader, jsonCodec } from "./conversion.js";
import { operationDescriptor, type Sequence, sequenceOf } from "./descriptor.js";
import { partsOf } from "./extras-of.js";
import { type NamedOperation, namedOperations } from "./named-operations.js";
import { block } from "./operation-doc.js";
import { ownServer } from "./own-server.js";
import { pagedList, stepFunctions } from "./paging.js";

/** The functions that write a query without the names of styles. */
const JOINING = ["listQuery", "deepQuery", "deepMemberQuery", "objectQuery"];

/** The list that most responses have. No operation has this name, because its function would be in camelCase. */
const JSON_LIST = "$json";

/**
 * Generates `operations.ts`: one function for each operation, which gets the connection as its first argument. A bundler leaves
 * out those that a page does not import, so its size does not grow with the document.
 *
 * @param runtime the module of the runtime, as the file imports it
 * @param types those of texts and numbers of some formats. With others than those of JSON, responses are always read by their schemas
 */
export function operationsFile(document: OpenApiDocument, runtime: string, types: ValueTypes = {}): string {
  const conversion = conversionOf(document, types);
  const named = namedOperations(document);
  const operations = named.map(({ operation }) => operation);
  const calls = named.map((operation) => functionOf(document, operation, conversion));
  const text = calls.join("\n");
  const makers = ["singleCall", "singlePagedCall", "singleStreamedCall"].filter((name) => text.includes(` ${name}(`));
  const callTypes = [
    "SingleCall",
    "SingleChoosingCall",
    "SinglePagedCall",
    "SingleStreamedCall",
    "Input",
    "OnlyOne",
  ].filter((name) => text.includes(`${name}<`));
  const extras = new Set(operations.flatMap((operation) => Object.values(partsOf(document, operation))));
  const readers = new Set(
    operations.flatMap((operation) => {
      const { by, again } = sequenceOf(document, operation) ?? {};
      return [by, again].filter((name) => name !== undefined);
    }),
  );
  const sources = ["operations", "paths"].filter((name) => text.includes(`${name}[`));
  const { source: placers, functions } = keyPlacers(document);
  const imports = [
    ...functions,
    "connect",
    ...[...extras].toSorted(),
    ...stepFunctions(document, operations),
    ...readers,
    ...makers,
  ];
  const typeImports = ["ClientOptions", "Connection", ...callTypes].map((name) => `type ${name}`);
  const given = conversion.isNeeded
    ? "{ ...options, validate: async () => ({ validated: schemas.validated }) }"
    : "options";
  return `import { ${[...imports, ...typeImports].join(", ")} } from ${JSON.stringify(runtime)};
${sources.length > 0 ? `import type { ${sources.join(", ")} } from "./schema.js";\n` : ""}${conversion.isNeeded ? 'import * as schemas from "./schemas.js";\n' : ""}
export { CallFailure, unwrap } from ${JSON.stringify(runtime)};

/** Connects the functions of this module to a server. */
export function connectTo(options: ${optionsType(document, types)}): Connection {
  return connect(${given}, ${placers}, loadValidation);
}

/** Bundlers do not follow this import, so that pages are small. */
const loadValidation = (file = "./validate.js") => import(/* webpackIgnore: true */ /* @vite-ignore */ file);
${text.includes(JSON_LIST) ? `\n/** Responses, and bodies of requests, that are JSON. */\nconst ${JSON_LIST} = ["application/json"];\n` : ""}${text}`;
}

/** The functions that place the keys of a document, by the names of the schemes. */
function keyPlacers(document: OpenApiDocument): { source: string; functions: string[] } {
  const calls = Object.entries(securitySchemes(document)).map(([name, scheme]) => ({
    name,
    call: keyPlacer(scheme),
  }));
  const members = calls.map(({ name, call: [placer, args] }) => `${propertyKey(name)}: ${placer}(${args})`);
  return {
    source: members.length > 0 ? `{ ${members.join(", ")} }` : "{}",
    functions: [...new Set(calls.map(({ call: [placer] }) => placer))].toSorted(),
  };
}

function keyPlacer(scheme: SecurityScheme): [placer: string, args: string] {
  if (scheme.type === "basic") return ["basicKey", ""];
  if (scheme.type === "bearer") return ["bearerKey", scheme.scheme === undefined ? "" : literal(scheme.scheme)];
  if (scheme.in === "header") return ["headerKey", literal(scheme.name)];
  return ["keyIn", `${literal(scheme.in)}, ${literal(scheme.name)}`];
}

function functionOf(document: OpenApiDocument, { operation, single }: NamedOperation, conversion: Conversion): string {
  const { summary, description, method, path } = operation;
  const paging = pagedList(document, operation);
  const words = [summary, description, `\`${method.toUpperCase()} ${path}\``, paging?.statement]
    .map((part) => part?.trim())
    .filter(Boolean);
  const sequence = sequenceOf(document, operation);
  const maker = paging ? "singlePagedCall" : sequence ? "singleStreamedCall" : "singleCall";
  return `
${block(words.join("\n\n"))}
export const ${single}: ${callType(document, operation, "Single")} = /* @__PURE__ */ ${maker}(${callArguments(document, operation, conversion)});
`;
}

/** The arguments of the function that makes a call: the descriptor of the operation, and of its paging. */
function callArguments(document: OpenApiDocument, operation: Operation, conversion: Conversion): string {
  const json = jsonCodec(conversion, operation);
  const parts = { ...partsOf(document, operation), ...(json && { json }) };
  const facts = { ...operationDescriptor(document, operation), ...ownServer(operation) };
  const written = literal(JOINING.includes(parts.query ?? "") ? withJoints(facts) : facts);
  const plain = written.replaceAll(': ["application/json"]', `: ${JSON_LIST}`);
  const extras = Object.entries(parts).map(([part, name]) => (part === name ? part : `${part}: ${name}`));
  const descriptor = extras.length > 0 ? plain.replace(/ \}$/, `, extras: { ${extras.join(", ")} } }`) : plain;
  const sequence = sequenceOf(document, operation);
  const second =
    pagedList(document, operation)?.source ?? (sequence && sequenceSource(sequence, conversion, operation));
  return second ? `${descriptor}, ${second}` : descriptor;
}

/** The same, with the text between items in place of the style of a list in the query. */
function withJoints({ styles = {}, ...facts }: OperationDescriptor): OperationDescriptor {
  const [inQuery, others] = [new Map<string, string>(), new Map<string, ParameterStyle>()];
  for (const [key, style] of Object.entries(styles)) {
    const joint = key.startsWith("query.") ? jointOf(style) : undefined;
    if (!key.startsWith("query.")) others.set(key, style);
    else if (joint !== undefined) inQuery.set(key.replace("query.", ""), joint);
  }
  return {
    ...facts,
    ...(others.size > 0 && { styles: Object.fromEntries(others) }),
    ...(inQuery.size > 0 && { joints: Object.fromEntries(inQuery) }),
  };
}

function sequenceSource({ by, again, ...facts }: Sequence, conversion: Conversion, operation: Operation): string {
  const functions = Object.entries({ by, again, read: itemReader(conversion, operation) });
  const named = functions.flatMap(([part, name]) => (name === undefined ? [] : [`${part}: ${name}`]));
  return `{ ${literal(facts).slice(2, -2)}, ${named.join(", ")} }`;
}
