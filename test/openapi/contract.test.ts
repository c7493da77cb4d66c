import { beforeAll, describe, expect, test } from "vitest";
import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { loadDocument } from "#openapi/load/load.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { referenceContract } from "../team-api/reference-contract.js";
import { OPERATIONS } from "../team-api/reference-parts.js";

let document: OpenApiDocument;
let operations: readonly Operation[];
beforeAll(async () => {
  document = await loadDocument("openapi/openapi.yaml");
  // Parts that are added later than the reference have no tests of their own here.
  operations = operationsOf(await referenceContract());
});

const REQUIREMENTS =
  "G1 G2 G3 V1 V2 V3 V4 V5 V6 V7 V8 V9 A1 A2 A3 S1 S2 S3 L1 L2 L3 L4 L5 L6 L7 L8 R1 R2 I1 I2 I3".split(" ");
const OPEN_POINTS = "U1 U2 U3 U4 U5 U6 U7 U8 U9 U10 U11".split(" ");

describe("the contract", () => {
  test("describes the five operations of the API by their names", () => {
    expect(operations.map(({ id, method, path }) => `${id} ${method.toUpperCase()} ${path}`).toSorted()).toEqual([
      "addSuppression POST /suppressions",
      "listSuppressions GET /suppressions",
      "retrieveContactImport GET /contacts/imports/{id}",
      "retrieveSuppression GET /suppressions/{suppression}",
      "revokeOauthGrant DELETE /oauth/grants/{oauth_grant_id}",
    ]);
  });

  test("marks only the suppressions as beta, for tools and for readers", () => {
    for (const { id, stability, description } of operations) {
      const suppressions = id.toLowerCase().includes("suppression");
      expect(stability, id).toBe(suppressions ? "beta" : undefined);
      expect(/private beta/i.test(description), id).toBe(suppressions);
    }
  });

  test("documents no exact status except the 404 of a revoked grant, and no error body", () => {
    for (const { id, responses } of operations) {
      expect(
        responses.map(({ status }) => status),
        id,
      ).toEqual(OPERATIONS[id]?.statuses);
      for (const { status, content } of responses) expect(content.length > 0, `${id} ${status}`).toBe(status === "2XX");
    }
  });

  test("has examples of every origin, by id and by address, of first, later and empty pages, and of a revoked grant", () => {
    for (const operation of operations) {
      const { id } = operation;
      expect(
        examplePairs(operation).map(({ key }) => key),
        id,
      ).toEqual(OPERATIONS[id]?.examples);
    }
  });

  test("has consistent examples: an item of a list has no other value than the response of retrieving it", () => {
    const pairs = operations.flatMap((operation) => examplePairs(operation));
    const single = new Map<string, Json>();
    for (const { responseExample } of pairs) {
      if (
        isObject(responseExample?.value) &&
        responseExample.value.object === "suppression" &&
        responseExample.value.email
      ) {
        single.set(String(responseExample.value.id), responseExample.value);
      }
    }
    const listed = pairs.flatMap(({ responseExample }) => {
      const data = asObject(responseExample?.value).data;
      return Array.isArray(data) ? data.map(asObject) : [];
    });
    expect(listed.length).toBeGreaterThan(5);
    for (const item of listed) expect(single.get(String(item.id))).toMatchObject(item);
  });
});

describe("requirements and open points", () => {
  const entries = (field: string): [id: string, entry: JsonObject][] =>
    Object.entries(asObject(document[field])).map(([id, entry]) => [id, asObject(entry)]);

  test("have every id of the reference, each with a sentence and its operations", () => {
    const ids = operationsOf(document).map(({ id }) => id);
    expect(entries("x-requirements").map(([id]) => id)).toEqual(expect.arrayContaining(REQUIREMENTS));
    expect(entries("x-open-points").map(([id]) => id)).toEqual(expect.arrayContaining(OPEN_POINTS));
    for (const [id, { operations: own, requirement }] of entries("x-requirements")) {
      expect(requirement, id).toMatch(/\.$/);
      expect(asList(own).length, id).toBeGreaterThan(0);
      expect(ids, id).toEqual(expect.arrayContaining(asList(own)));
    }
    for (const [id, { open }] of entries("x-open-points")) expect(open, id).toMatch(/\.$/);
  });

  test("name only places that the contract has, and each requirement has a place or a reason why it has none", () => {
    for (const [id, { stated, runtime }] of entries("x-requirements")) {
      expect(asList(stated).length > 0 || runtime !== undefined, `${id} has neither \`stated\` nor \`runtime\``).toBe(
        true,
      );
      for (const pointer of asList(stated).map(String)) {
        expect(valueAt(document, pointer), `${id} at ${pointer}`).toBeDefined();
      }
    }
  });

  test("agree with the marks: every open point is marked somewhere, and every mark is an open point", () => {
    const marked = new Set<string>();
    const visit = (node: Json): void => {
      if (typeof node !== "object" || node === null) return;
      if (isObject(node)) for (const id of Object.keys(asObject(node["x-unspecified"]))) marked.add(id);
      for (const member of Object.values(node)) visit(member);
    };
    visit(document);
    expect([...marked].toSorted()).toEqual(Object.keys(asObject(document["x-open-points"])).toSorted());
  });
});
