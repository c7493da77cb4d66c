import { expect, test } from "vitest";
import { parseJson } from "#http/body/parse-json.js";
import { isObject, type JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

const TEXT: JsonObject = { type: "string", minLength: 1, maxLength: 40 };
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });

/** The failures of a server whose plants name what has them. @param finds whether a change finds its plant */
async function failuresWith(holder: string, finds: (isOwnHolder: boolean) => boolean): Promise<string[]> {
  const plant: JsonObject = { type: "object", properties: { id: { type: "integer" }, name: TEXT, [holder]: TEXT } };
  const responses = (status: number): JsonObject => ({
    [status]: { description: "Done.", ...content(plant) },
    "4XX": REJECTED,
  });
  const id: JsonObject = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const bodyOf = (required: string[], properties: JsonObject): JsonObject => ({
    required: true,
    ...content({ type: "object", required, properties }),
  });
  const paths: JsonObject = {
    "/plants": { post: { requestBody: bodyOf(["name"], { name: TEXT }), responses: responses(201) } },
    "/plants/{id}": {
      parameters: [id],
      get: { responses: responses(200) },
      patch: { requestBody: bodyOf([], { name: TEXT, [holder]: TEXT }), responses: responses(200) },
    },
    "/gardens/{gardenId}": {
      get: { parameters: [{ ...id, name: "gardenId", schema: TEXT }], responses: responses(200) },
    },
  };
  const plants = new Map<number, JsonObject>();
  const { results } = await verifyServer(
    paths,
    ({ method, url, body: text }, response) => {
      const key = Number(url.split("/")[2] ?? Number.NaN);
      const body = text === "" ? {} : parseJson(text)?.value;
      const stored = plants.get(key);
      const isText = (value: unknown) =>
        value === undefined || (typeof value === "string" && value.length > 0 && value.length < 41);
      if (url !== "/plants" && !stored) return json(response, 404, { message: "Not found." });
      if (method === "GET" && stored) return json(response, 200, stored);
      if (!isObject(body) || !isText(body.name) || !isText(body[holder])) return json(response, 422, {});
      if (!stored) {
        if (body.name === undefined) return json(response, 422, {});
        const created = { id: plants.size + 1, name: body.name, [holder]: "the greenhouse" };
        plants.set(created.id, created);
        return json(response, 201, created);
      }
      const isOwn = body[holder] === undefined || body[holder] === "the greenhouse";
      if (!finds(isOwn)) return json(response, 404, { message: "Not found." });
      plants.set(key, { ...stored, ...body, id: key });
      json(response, 200, plants.get(key) ?? {});
    },
    { hasExampleData: false, settle: 20 },
    { only: ["POST /plants › the created resource lives"] },
  );
  return failuresOf(results);
}

test.each(["ownGardenId", "garden", "holder"])(
  "a change that names an unknown %s is not found: the resource is not lost",
  async (holder) => {
    expect(await failuresWith(holder, (isOwnHolder) => isOwnHolder)).toEqual([]);
  },
);

test.each(["ownGardenId", "holder"])("a change that finds no resource, whatever its %s, is seen", async (holder) => {
  const [first] = await failuresWith(holder, () => false);
  expect(first).toMatch("PATCH /plants/{id} does not find the resource that POST /plants created");
});
