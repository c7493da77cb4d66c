import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { onEachDatabase } from "./databases.js";
import { type TestSandbox, testSandbox } from "./sandbox.js";

onEachDatabase((make) => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await testSandbox(make, { rows: 30 });
  });
  afterAll(() => sandbox.stop());

  /** A call of each operation with the other team's key, for resources of the first team. */
  const attempts: Record<string, () => Promise<void>> = {
    revokeOauthGrant: async () => {
      const { id } = (await sandbox.control("POST", "/grants", {})).body;
      const { status } = await sandbox.call("DELETE", `/oauth/grants/${id}`, { key: sandbox.keys.otherTeam });
      expect(status).toBe(404);
      expect((await sandbox.control("GET", `/grants/${id}`)).body.revoked_at).toBeNull();
    },
    addSuppression: async () => {
      const json = { email: `${randomUUID()}@example.com` };
      const own = await sandbox.call("POST", "/suppressions", { json });
      const theirs = await sandbox.call("POST", "/suppressions", { json, key: sandbox.keys.otherTeam });
      expect(theirs.status).toBe(201);
      expect(theirs.body.id).not.toBe(own.body.id);
      expect((await sandbox.call("GET", `/suppressions/${own.body.id}`)).status).toBe(200);
    },
    listSuppressions: async () => {
      const first = new Set((await sandbox.list("limit=100")).ids);
      const { ids } = await sandbox.list("limit=100", sandbox.keys.otherTeam);
      expect(ids.filter((id) => first.has(id))).toEqual([]);
      for (const cursor of ["after", "before"]) {
        const [id] = [...first];
        const path = `/suppressions?${cursor}=${id}`;
        const theirs = await sandbox.call("GET", path, { key: sandbox.keys.otherTeam });
        const unknown = await sandbox.call("GET", `/suppressions?${cursor}=${randomUUID()}`, {
          key: sandbox.keys.otherTeam,
        });
        expect(theirs.status).toBe(422);
        // The error does not show whether the suppression exists.
        expect(theirs.body.detail).toBe(unknown.body.detail);
      }
    },
    retrieveSuppression: async () => {
      const { data } = await sandbox.list("limit=5&origin=bounce");
      for (const each of data.flatMap(({ id, email }) => [String(id), String(email), String(email).toUpperCase()])) {
        const { status } = await sandbox.call("GET", `/suppressions/${encodeURIComponent(each)}`, {
          key: sandbox.keys.otherTeam,
        });
        expect(status, each).toBe(404);
      }
    },
    retrieveContactImport: async () => {
      const { id } = (await sandbox.control("POST", "/imports", {})).body;
      const { status } = await sandbox.call("GET", `/contacts/imports/${id}`, { key: sandbox.keys.otherTeam });
      expect(status).toBe(404);
    },
  };

  test("a team cannot read, list, page through, change or revoke another team's resources", async () => {
    for (const attempt of Object.values(attempts)) await attempt();
  });

  test("a team gets a 404 for each example that names a resource of another team", async () => {
    const requests = operationsOf(sandbox.document).flatMap((operation) => {
      return examplePairs(operation).flatMap(({ parameters, body, response }) => {
        const named = parameters.find(({ parameter }) => parameter.in === "path");
        return named && isSuccessKey(response) ? [{ operation, value: String(named.value), body }] : [];
      });
    });
    expect(requests.length).toBeGreaterThan(5);
    for (const { operation, value, body } of requests) {
      const path = operation.path.replace(/\{\w+\}/, encodeURIComponent(value));
      const key = sandbox.keys.otherTeam;
      const { status } = await sandbox.call(
        operation.method.toUpperCase(),
        path,
        body ? { key, json: body.value } : { key },
      );
      expect(status, `${operation.id} ${value}`).toBe(404);
    }
  });

  test("the database contains no key, and no token in plain text", async () => {
    const { access_tokens, refresh_tokens } = (await sandbox.control("POST", "/grants", {})).body;
    const tables = await sandbox.db.introspection.getTables();
    expect(tables.map(({ name }) => name)).not.toContain("api_keys");
    const rows = [
      ...(await sandbox.db.selectFrom("oauth_tokens").selectAll().execute()),
      ...(await sandbox.db.selectFrom("teams").selectAll().execute()),
    ];
    const stored = JSON.stringify(rows);
    for (const secret of [Object.values(sandbox.keys), access_tokens, refresh_tokens].flat()) {
      expect(stored).not.toContain(String(secret));
    }
  });
});
