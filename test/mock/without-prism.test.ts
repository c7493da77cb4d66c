import type { IHttpRequest } from "@stoplight/prism-http";
import { expect, test } from "vitest";
import type { Json } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { createValues } from "#values/values.js";
import { isRelease } from "../sample.js";

await import("#mock/prism/install-stand-ins.js");
const { createPrism } = await import("#mock/prism/prism.js");

const DOCUMENTS = [
  "openapi/openapi.yaml",
  ...["cabins", "orders", "archive"].map((name) => `test/servers/${name}/${name}.yaml`),
];
const REQUESTS = isRelease ? 2500 : 100;

/** Numbers from 0 to 1 that are the same in each run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;
const KEYS = ["Bearer a", "Basic YTpi", "Basic a", "Token a", "a", "Bearer ", ""];
const ACCEPTS = [undefined, undefined, "*/*", "application/json", "text/html, application/json;q=0.5", "image/png"];
const PREFERS = [
  undefined,
  undefined,
  undefined,
  "code=404",
  "code=299",
  "example=nothing",
  "code=x",
  "dynamic=true, seed=a",
];
const TYPES = [
  "application/json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=b",
];

/** Makes requests, valid ones and others, to an operation. */
function requestMaker(document: Awaited<ReturnType<typeof loadDocument>>, random: () => number) {
  const values = createValues(document, { seed: 1 });
  const one = <Value>(list: readonly Value[]): Value | undefined => list[Math.floor(random() * list.length)];
  const value = (schemaPointer: string): Json => {
    const made = values.value({ schemaPointer }, { lifelike: true, documented: random() < 0.5 });
    return "value" in made ? made.value : null;
  };
  const textOf = (parameter: Parameter): string => {
    if (random() < 0.1) return one(["", "%", "a b", "-1", "null", "99999999999"]) ?? "";
    const made = value(parameter.schemaPointer);
    return typeof made === "string" ? made : JSON.stringify(made);
  };
  return (operation: Operation): IHttpRequest => {
    const [query, headers]: Record<string, string>[] = [{}, {}];
    let path = operation.path;
    for (const parameter of operation.parameters) {
      const { name, in: place, required } = parameter;
      if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(textOf(parameter) || "x"));
      else if (random() < (required ? 0.9 : 0.3) && place !== "cookie") {
        Object.assign(place === "query" ? (query ?? {}) : (headers ?? {}), {
          [place === "header" ? name.toLowerCase() : name]: textOf(parameter),
        });
      }
    }
    if (random() < 0.05) path += one(["/", "/x", ""]);
    const content = operation.requestBody?.content ?? [];
    const described = one(content);
    const isSent = described !== undefined && random() < 0.9;
    const body = isSent
      ? JSON.stringify(value(described.schemaPointer)).slice(0, random() < 0.1 ? 5 : undefined)
      : undefined;
    const type = random() < 0.9 ? described?.name : one(TYPES);
    const [accept, prefer] = [one(ACCEPTS), one(PREFERS)];
    return {
      method: (random() < 0.05 ? one(METHODS) : METHODS.find((method) => method === operation.method)) ?? "get",
      url: { path, query: query ?? {} },
      headers: {
        ...headers,
        authorization: (random() < 0.8 ? KEYS[0] : one(KEYS)) ?? "",
        ...(accept === undefined ? {} : { accept }),
        ...(prefer === undefined ? {} : { prefer }),
        ...(body !== undefined && type !== undefined ? { "content-type": type } : {}),
      },
      body,
    };
  };
}

test.each(DOCUMENTS)(
  "each request to %s gets the same response with and without the pipeline of Prism",
  async (spec) => {
    const document = await loadDocument(spec);
    const operations = operationsOf(document);
    const random = numbersFrom(7);
    const make = requestMaker(document, random);
    const [direct, piped] = [createPrism(document), createPrism(document, { isPiped: true })];
    const answer = (prism: ReturnType<typeof createPrism>, request: IHttpRequest) =>
      prism
        .respond(request)
        .catch((error: unknown) => ({ statusCode: 0, error: { ...Object(error) }, detail: String(error) }));
    const statuses = new Map<number, number>();
    for (let count = 0; count < REQUESTS; count += 1) {
      const request = make(operations[count % operations.length] as Operation);
      const [one, other] = [await answer(direct, { ...request }), await answer(piped, { ...request })];
      expect(one, JSON.stringify(request)).toEqual(other);
      statuses.set(other.statusCode, (statuses.get(other.statusCode) ?? 0) + 1);
    }
    const successes = [...statuses].reduce(
      (sum, [status, count]) => sum + (status >= 200 && status < 300 ? count : 0),
      0,
    );
    expect(successes).toBeGreaterThan(REQUESTS / 5);
    expect(REQUESTS - successes).toBeGreaterThan(REQUESTS / 20);
  },
);
