import { beforeAll, describe, expect, test } from "vitest";
import { CHECKS } from "../../src/contract/checks/all.js";
import { openPointsOf, promisesOf } from "../../src/contract/promises.js";
import { asObject, isObject, type Json, type OpenApiDocument } from "../../src/openapi/document.js";
import { examplePairs } from "../../src/openapi/example-pairs.js";
import { loadDocument } from "../../src/openapi/load.js";
import type { Operation } from "../../src/openapi/operation.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { valueAt } from "../../src/openapi/pointer.js";

let document: OpenApiDocument;
let operations: Operation[];
beforeAll(async () => {
  document = await loadDocument("openapi/openapi.yaml");
  operations = operationsOf(document);
});

const PROMISES = "G1 G2 G3 V1 V2 V3 V4 V5 V6 V7 V8 V9 A1 A2 A3 S1 S2 S3 L1 L2 L3 L4 L5 L6 L7 L8 R1 R2 I1 I2 I3".split(
  " ",
);
const OPEN_POINTS = "U1 U2 U3 U4 U5 U6 U7 U8 U9 U10 U11".split(" ");

describe("the contract", () => {
  test("describes the five operations of the API under their names", () => {
    expect(operations.map(({ id, method, path }) => `${id} ${method.toUpperCase()} ${path}`).toSorted()).toEqual([
      "addSuppression POST /suppressions",
      "listSuppressions GET /suppressions",
      "retrieveContactImport GET /contacts/imports/{id}",
      "retrieveSuppression GET /suppressions/{suppression}",
      "revokeOauthGrant DELETE /oauth/grants/{oauth_grant_id}",
    ]);
  });

  test("marks the suppressions as beta for tools and for readers, and nothing else", () => {
    for (const { id, stability, description } of operations) {
      const suppressions = id.toLowerCase().includes("suppression");
      expect(stability, id).toBe(suppressions ? "beta" : undefined);
      expect(/private beta/i.test(description), id).toBe(suppressions);
    }
  });

  test("names no success status, no error body and no error status but the 404 of a revoked grant", () => {
    for (const { id, responses } of operations) {
      expect(
        responses.map(({ status }) => status),
        id,
      ).toEqual(id === "revokeOauthGrant" ? ["404", "2XX", "4XX"] : ["2XX", "4XX"]);
      for (const { status, content } of responses) expect(content.length > 0, `${id} ${status}`).toBe(status === "2XX");
    }
  });

  test("has examples for every origin, by id and by address, for first, later and empty pages, and for a revoked grant", () => {
    const keys = Object.fromEntries(
      operations.map((operation) => [operation.id, examplePairs(operation).map(({ key }) => key)]),
    );
    expect(keys).toEqual({
      revokeOauthGrant: ["alreadyRevoked", "unknown", "active"],
      addSuppression: ["manual"],
      listSuppressions: ["firstPage", "nextPage", "previousPage", "emptyPage", "bounces", "complaints", "manual"],
      retrieveSuppression: ["bounce", "complaint", "manual", "byEmail"],
      retrieveContactImport: ["completed"],
    });
  });

  test("tells one story in its examples: an item of a list is what retrieving it brings", () => {
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
    for (const item of listed) expect(single.get(String(item.id))).toEqual(item);
  });
});

describe("promises and open points", () => {
  test("list every id of the reference, each with a sentence and its operations", () => {
    expect(promisesOf(document).map(({ id }) => id)).toEqual(PROMISES);
    expect(openPointsOf(document).map(({ id }) => id)).toEqual(OPEN_POINTS);
    const ids = operations.map(({ id }) => id);
    for (const { id, operations: own, promise } of promisesOf(document)) {
      expect(promise, id).toMatch(/\.$/);
      expect(own.length, id).toBeGreaterThan(0);
      expect(ids, id).toEqual(expect.arrayContaining(own));
    }
    for (const { id, open } of openPointsOf(document)) expect(open, id).toMatch(/\.$/);
  });

  test("stand where they say: every place of a promise is there in the contract", () => {
    for (const { id, stated, runtime } of promisesOf(document)) {
      expect(stated.length > 0 || runtime !== undefined, `${id} is stated nowhere and not marked as runtime`).toBe(
        true,
      );
      for (const pointer of stated) expect(valueAt(document, pointer), `${id} at ${pointer}`).toBeDefined();
    }
  });

  test("are in step with the marks: every open point is marked somewhere, and every mark is an open point", () => {
    const marked = new Set<string>();
    const visit = (node: Json): void => {
      if (typeof node !== "object" || node === null) return;
      if (isObject(node)) for (const id of Object.keys(asObject(node["x-unspecified"]))) marked.add(id);
      for (const member of Object.values(node)) visit(member);
    };
    visit(document);
    expect([...marked].toSorted()).toEqual(OPEN_POINTS.toSorted());
  });

  test("checks have stable ids, each once", () => {
    expect(CHECKS.map(({ id }) => id)).toEqual(["status", "media-type", "headers", "body", "identity", "returned"]);
  });
});
