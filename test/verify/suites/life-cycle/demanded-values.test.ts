import { expect, test } from "vitest";
import { parseJson } from "#http/body/parse-json.js";
import { isObject, type JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

const TEXT: JsonObject = { type: "string", minLength: 1, maxLength: 40 };
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });

/** A demand on a field that the document does not state. */
interface Demand {
  field: string;
  schema: JsonObject;
  fits: RegExp;
  message: string;
}

const DEMANDS: Demand[] = [
  { field: "level", schema: TEXT, fits: /^(wild|sown)$/, message: "level must be one of wild, sown" },
  { field: "height", schema: { type: "integer" }, fits: /^[5-9]\d{4}$/, message: "height must be at least 50000" },
  { field: "code", schema: TEXT, fits: /^[A-Z]{3}-\d{2}$/, message: 'code must match "^[A-Z]{3}-\\d{2}$"' },
];

/** The findings of a server that demands something of a field. @param isKept whether changes are not stored */
async function findingsWith({ field, schema, fits, message }: Demand, isKept: boolean): Promise<string[]> {
  const plant: JsonObject = { type: "object", properties: { id: { type: "integer" }, name: TEXT, [field]: schema } };
  const responses = (status: number): JsonObject => ({
    [status]: { description: "Done.", ...content(plant) },
    "4XX": REJECTED,
  });
  const body = {
    required: true,
    ...content({ type: "object", required: ["name", field], properties: { name: TEXT, [field]: schema } }),
  };
  const id: JsonObject = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const paths: JsonObject = {
    "/plants": { post: { requestBody: body, responses: responses(201) } },
    "/plants/{id}": {
      parameters: [id],
      get: { responses: responses(200) },
      put: { requestBody: body, responses: responses(200) },
    },
  };
  const plants = new Map<number, JsonObject>();
  const { results } = await verifyServer(
    paths,
    ({ method, url, body: text }, response) => {
      const key = Number(url.split("/")[2] ?? Number.NaN);
      const sent = text === "" ? {} : parseJson(text)?.value;
      const stored = plants.get(key);
      if (url !== "/plants" && !stored) return json(response, 404, { message: "Not found." });
      if (method === "GET" && stored) return json(response, 200, stored);
      if (!isObject(sent) || typeof sent.name !== "string" || sent.name === "" || sent.name.length > 40)
        return json(response, 422, { message: "The name is wrong." });
      if (typeof sent[field] !== (schema.type === "integer" ? "number" : "string"))
        return json(response, 422, { message: "The type is wrong." });
      if (!fits.test(String(sent[field]))) return json(response, 422, { message });
      const now = stored ?? { id: plants.size + 1 };
      const changed = { ...now, name: sent.name, [field]: sent[field] ?? "" };
      plants.set(Number(now.id), stored && isKept ? stored : changed);
      json(response, stored ? 200 : 201, changed);
    },
    { hasExampleData: false, settle: 20 },
    { only: ["POST /plants › the created resource lives"] },
  );
  return [...failuresOf(results), ...results.flatMap(({ warnings }) => warnings.map((each) => each.message))];
}

test.each(DEMANDS)(
  "a change has the values that the server demands of $field: a change that is not stored is seen",
  async (demand) => {
    const findings = await findingsWith(demand, true);
    expect(findings.join("\n")).toMatch(
      /PUT \/plants\/\{id\} (succeeded, but the resource does not have|confirmed another)/,
    );
  },
);

test.each(DEMANDS)(
  "a server that demands more of $field than the document, and stores changes, has no finding",
  async (demand) => {
    expect(await findingsWith(demand, false)).toEqual([]);
  },
);
