import { allNames } from "#cli/names-text.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { type ExamplePair, examplePairs } from "#openapi/operations/example-pairs.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { constraintWords, typeWords } from "../constraints.js";
import { literal } from "../names.js";
import { pagedList } from "./paging.js";

/** With more examples, a tooltip in an editor becomes unreadable. */
const EXAMPLES = 2;

/** The JSDoc of a client function: everything that the contract says to its caller, indented for an interface member. */
export function operationDoc(document: OpenApiDocument, operation: Operation, name: string): string {
  const { summary, description, method, path, parameters, mutuallyExclusive, requestBody, responses } = operation;
  const body = requestBody?.content.map(({ name: mediaType }) => `\`${mediaType}\``).join(" or ");
  const exclusive = mutuallyExclusive.map(
    (names) => `- ${allNames(names.map((parameter) => `\`query.${parameter}\``))} cannot be combined.`,
  );
  const sections = [
    summary,
    description,
    `\`${method.toUpperCase()} ${path}\``,
    list("Parameters:", [...parameters.map((parameter) => parameterLine(document, parameter)), ...exclusive]),
    requestBody && `Body: ${body}${requestBody.required ? "" : ", optional"}. ${oneLine(requestBody.description)}`,
    list(
      "Responses:",
      responses.map((response) => `- \`${response.status}\` ${oneLine(response.description)}`),
    ),
    pagedList(document, operation)?.statement,
    ...examplePairs(operation)
      .filter(({ response }) => response.status.startsWith("2"))
      .slice(0, EXAMPLES)
      .map((pair) => `@example\nawait client.${name}(${exampleArgument(operation, pair)});`),
    operation.stability && stabilityTag(operation.stability),
    operation.deprecated ? "@deprecated The contract marks this operation as deprecated." : "",
  ];
  const text = sections
    .map((section) => section?.trim())
    .filter(Boolean)
    .join("\n\n");
  return block(text, "  ");
}

/** A JSDoc block. A text that would close it early is escaped. */
export function block(text: string, indent = ""): string {
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join("\n");
}

function parameterLine(document: OpenApiDocument, parameter: Parameter): string {
  const schema = parameter.schema;
  const lines = [
    typeWords(document, schema),
    parameter.required ? "required" : "",
    ...constraintWords(document, schema, true),
    parameter.deprecated ? "deprecated" : "",
  ];
  return `- \`${parameter.in}.${parameter.name}\`: ${lines.filter(Boolean).join(", ")}. ${oneLine(parameter.description)}`.trim();
}

function exampleArgument(operation: Operation, pair: ExamplePair): string {
  const input = exampleInput(operation, pair);
  return Object.keys(input).length > 0 ? literal(input) : "";
}

/** The argument of a client function that sends an example; empty if the example has no values. */
export function exampleInput(operation: Operation, { parameters, body }: ExamplePair): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const place of ["path", "query", "header", "cookie"]) {
    const here = parameters.filter(({ parameter }) => parameter.in === place);
    if (here.length > 0) input[place] = Object.fromEntries(here.map(({ parameter, value }) => [parameter.name, value]));
  }
  if (body) {
    input.body = body.value;
    if ((operation.requestBody?.content.length ?? 0) > 1) input.contentType = body.mediaType.name;
  }
  return input;
}

/** TSDoc has tags for alpha, beta and experimental. Every other level is written in words. */
function stabilityTag(stability: string): string {
  return /^(alpha|beta|experimental)$/.test(stability) ? `@${stability}` : `Stability: ${stability}.`;
}

function list(title: string, lines: string[]): string {
  return lines.length > 0 ? [title, ...lines].join("\n") : "";
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
