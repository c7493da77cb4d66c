import type { JsonObject } from "#openapi/document/document.js";

/** A message or an enum of Protocol Buffers 3, as a definition of Swagger 2.0. */
type Definitions = Record<string, JsonObject>;

/** The JSON of the scalar types (Protocol Buffers, JSON mapping): a number of 64 bits is a text. */
const SCALARS: Readonly<Record<string, JsonObject>> = {
  bool: { type: "boolean" },
  bytes: { type: "string", format: "byte" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "string", format: "int64" },
  string: { type: "string" },
  uint32: { type: "integer", format: "int64" },
  uint64: { type: "string", format: "uint64" },
};

/**
 * The document that the gateway of gRPC serves by: a POST for each procedure with an annotation, whose body is its message.
 *
 * @param sources the texts of the `.proto` files
 */
export function protoDocument(sources: readonly string[], info: JsonObject): JsonObject {
  const plain = sources.map(withoutComments);
  const definitions: Definitions = Object.assign({}, ...plain.map((source) => definitionsOf(source, "")));
  const paths = Object.assign({}, ...plain.map(pathsOf));
  return { swagger: "2.0", info, schemes: ["http"], consumes: [JSON_TYPE], produces: [JSON_TYPE], paths, definitions };
}

const JSON_TYPE = "application/json";

function withoutComments(source: string): string {
  return source.replace(/\/\/.*$/gm, "").replace(/\/\*[\s\S]*?\*\//g, "");
}

/** A named block, and the text in its braces. */
function blocksOf(source: string, keyword: string): { name: string; content: string; end: number; start: number }[] {
  const found: { name: string; content: string; end: number; start: number }[] = [];
  for (const match of source.matchAll(new RegExp(`\\b${keyword}\\s+(\\w+)\\s*\\{`, "g"))) {
    const start = match.index;
    if (found.some((block) => start < block.end)) continue;
    let depth = 1;
    let end = start + match[0].length;
    while (depth > 0 && end < source.length) {
      if (source[end] === "{") depth += 1;
      if (source[end] === "}") depth -= 1;
      end += 1;
    }
    found.push({ name: match[1] ?? "", content: source.slice(start + match[0].length, end - 1), start, end });
  }
  return found;
}

function definitionsOf(source: string, around: string): Definitions {
  const definitions: Definitions = {};
  for (const { name, content } of blocksOf(source, "message")) {
    Object.assign(definitions, definitionsOf(content, `${around}${name}`));
    definitions[around + name] = { type: "object", properties: propertiesOf(content, around + name) };
  }
  const outside = blocksOf(source, "message").reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end),
    source,
  );
  for (const { name, content } of blocksOf(outside, "enum")) {
    const members = [...content.matchAll(/^\s*(\w+)\s*=\s*\d+/gm)].map(([, member = ""]) => member);
    definitions[around + name] = { type: "string", enum: members };
  }
  return definitions;
}

/** The fields of a message, those of a `oneof` included. */
function propertiesOf(content: string, message: string): JsonObject {
  const inner = [...blocksOf(content, "message"), ...blocksOf(content, "enum")];
  const nested = inner.map(({ name }) => name);
  const own = inner
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), content);
  const fields = [...own.matchAll(/(repeated\s+)?([\w.]+)\s+(\w+)\s*=\s*\d+/g)];
  return Object.fromEntries(
    fields.map(([, repeated, type = "", name = ""]) => {
      const single = SCALARS[type] ?? {
        $ref: `#/definitions/${nested.includes(type) ? message : ""}${type.split(".").at(-1)}`,
      };
      return [name, repeated === undefined ? single : { type: "array", items: single }];
    }),
  );
}

/** The procedures of the services that have a path. */
function pathsOf(source: string): JsonObject {
  const procedures = source.matchAll(
    /rpc\s+(\w+)\s*\(\s*(?:stream\s+)?(\w+)\s*\)\s*returns\s*\(\s*(?:stream\s+)?(\w+)\s*\)\s*\{\s*option[^{]*\{\s*post:\s*"([^"]+)"/g,
  );
  return Object.fromEntries(
    [...procedures].map(([, name = "", request, response, path = ""]) => [
      path,
      {
        post: {
          operationId: name,
          parameters: [{ name: "body", in: "body", required: true, schema: { $ref: `#/definitions/${request}` } }],
          responses: { "200": { description: "(empty)", schema: { $ref: `#/definitions/${response}` } } },
        },
      },
    ]),
  );
}
