import { expect, test } from "vitest";
import { parseJson } from "#http/body/parse-json.js";
import { isObject, type JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

const PLANT: JsonObject = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer" }, name: { type: "string" }, place: { type: "string" } },
};
const TEXT: JsonObject = { type: "string", minLength: 1, maxLength: 40 };
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const responses = (status: number): JsonObject => ({
  [status]: { description: "Done.", ...content(PLANT) },
  "4XX": REJECTED,
});
const bodyOf = (required: string[], isRequired: boolean): JsonObject => ({
  required: isRequired,
  ...content({ type: "object", required, properties: { name: TEXT, place: TEXT } }),
});
const ID: JsonObject = { name: "id", in: "path", required: true, schema: { type: "integer" } };

/** The failures of a server whose plants are changed by a method. @param isKept whether it keeps what was stored */
async function failuresWith(method: "post" | "put", isBodyRequired: boolean, isKept: boolean): Promise<string[]> {
  const paths: JsonObject = {
    "/plants": { post: { requestBody: bodyOf(["name"], true), responses: responses(201) } },
    "/plants/{id}": {
      parameters: [ID],
      get: { responses: responses(200) },
      [method]: { requestBody: bodyOf(method === "put" ? ["name"] : [], isBodyRequired), responses: responses(200) },
    },
  };
  const plants = new Map<number, JsonObject>();
  const { results } = await verifyServer(
    paths,
    ({ method: sent, url, headers, body: text }, response) => {
      const id = Number(url.split("/")[2] ?? Number.NaN);
      const body = text === "" ? {} : parseJson(text)?.value;
      const stored = plants.get(id);
      if (url !== "/plants" && !stored) return json(response, 404, {});
      if (sent === "GET" && stored) return json(response, 200, stored);
      if (text !== "" && headers["content-type"] !== "application/json") return json(response, 415, {});
      const isText = (value: unknown) =>
        value === undefined || (typeof value === "string" && value.length > 0 && value.length < 41);
      if (!isObject(body) || !isText(body.name) || !isText(body.place)) return json(response, 422, {});
      if (!stored) {
        if (body.name === undefined) return json(response, 422, {});
        const plant = { id: plants.size + 1, ...body };
        plants.set(plant.id, plant);
        return json(response, 201, plant);
      }
      if (method === "put" && text !== "" && body.name === undefined) return json(response, 422, {});
      const changed = method === "put" && text !== "" ? { ...body, id } : { ...stored, ...body, id };
      if (!isKept) plants.set(id, changed);
      json(response, 200, changed);
    },
    { hasExampleData: false, settle: 20 },
    { only: ["POST /plants › the created resource lives"] },
  );
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual([isKept ? expect.any(String) : "passed"]);
  return [...failuresOf(results), ...results.flatMap(({ warnings }) => warnings.map(({ message }) => message))];
}

const METHODS = [
  ["POST to an item, with a body that it needs", "post", true],
  ["POST to an item, with a body that it may have", "post", false],
  ["PUT with a body that it may have", "put", false],
] as const;

test.each(METHODS)("%s changes a resource: an honest server has no finding", async (_, method, isRequired) => {
  expect(await failuresWith(method, isRequired, false)).toEqual([]);
});

test.each(METHODS)("%s that changes nothing is seen", async (_, method, isRequired) => {
  const findings = await failuresWith(method, isRequired, true);
  const said = "(succeeded, but the resource does not have the sent value of|confirmed another)";
  expect(findings.join("\n")).toMatch(new RegExp(`${method.toUpperCase()} /plants/\\{id\\} ${said}`));
});
