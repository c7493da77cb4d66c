import { asObject, type JsonObject } from "#openapi/document/document.js";
import { Contract } from "#verify/model/contract.js";
import { documentOf, jsonResponse, REJECTED } from "../verify/small-document.js";
import { THING } from "./things.js";

const ITEM: JsonObject = {
  ...THING,
  properties: {
    ...asObject(THING.properties),
    email: { type: "string", format: "email" },
    at: { type: "string", format: "date-time" },
    tags: { type: "array", items: { type: "string" } },
    owner: { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
  },
};
const LIST = { type: "object", properties: { data: { type: "array", items: ITEM } } };
/** Operations whose responses are long. */
export const BLOCK_CONTRACT = new Contract(
  documentOf({
    "/things": {
      get: {
        operationId: "listThings",
        responses: { "200": jsonResponse(LIST, { data: [] }), "4XX": REJECTED },
      },
    },
    "/maps": {
      get: {
        operationId: "mapThings",
        responses: { "200": jsonResponse({ properties: { data: { additionalProperties: ITEM } } }, { data: {} }) },
      },
    },
    "/lists": {
      get: {
        operationId: "listLists",
        responses: { "200": jsonResponse({ properties: { data: { items: { items: ITEM } } } }, { data: [] }) },
      },
    },
    "/sets": {
      get: {
        operationId: "listSets",
        responses: { "200": jsonResponse({ properties: { data: { uniqueItems: true } } }, { data: [] }) },
      },
    },
  }),
);
