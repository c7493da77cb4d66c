import { describe, expect, test } from "vitest";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";
import { data, isText, lifeOf, object, stored, text } from "#test/verify/small-store.js";
import type { Target } from "#verify/model/target/target.js";

const BODY = object({ name: { ...text, maxLength: 40 }, note: text }, ["name"]);
const NOTE = object({ id: text, name: text, note: text, state: text }, ["id", "name"]);

/** How a server of notes deletes: the status of DELETE, and what becomes of the note. */
interface Deletion {
  status: number;
  /** Whether it stays, is shown as deleted, or is gone. */
  after: "stays" | "marked" | "gone";
  /** The milliseconds until that shows. */
  delay?: number;
}

function notes({ status, after, delay = 0 }: Deletion) {
  let created = 0;
  const deleted = new Map<string, number>();
  const inner = stored("notes", {
    make(body, record) {
      const keys = Object.keys(body).every((name) => ["name", "note"].includes(name));
      if (!keys || !isText(body.name) || String(body.name).length > 40) return 400;
      if (body.note !== undefined && typeof body.note !== "string") return 400;
      if (!record) created += 1;
      return body;
    },
    show: (record) => (isDeleted(String(record.id)) && after === "marked" ? { ...record, state: "deleted" } : record),
  });
  const isDeleted = (id: string) => performance.now() - (deleted.get(id) ?? Number.POSITIVE_INFINITY) > delay;
  const respond: Respond = (request, response) => {
    const { method, url } = request;
    const id = url.split("/")[2] ?? "";
    const isMissing = after === "gone" && isDeleted(id);
    if (isMissing) return json(response, 404, {});
    if (method !== "DELETE") return inner(request, response);
    if (status >= 400) return json(response, status, {});
    deleted.set(id, performance.now());
    response.writeHead(status).end();
  };
  return { respond, created: () => created };
}

async function run(deletion: Deletion, settings: Partial<Target> = {}) {
  const { respond, created } = notes(deletion);
  const target = { ...data, writes: "reversible", allowed: new Set<string>(), settle: 200, ...settings } as const;
  const { results, report } = await verifyServer(lifeOf("notes", BODY, NOTE), respond, target);
  return { failures: failuresOf(results), created: created(), left: report.leftovers.length };
}

describe("a run that creates what it can remove", () => {
  test("stops creating after a removal that leaves the resource, and its test case still fails", async () => {
    const { failures, created, left } = await run({ status: 204, after: "stays" });
    expect(failures.filter((failure) => JSON.stringify(failure).includes("still exists"))).toHaveLength(1);
    expect(created).toBeLessThanOrEqual(5);
    expect(left).toBe(created);
  });

  test("stops creating after two removals that are rejected", async () => {
    const { created } = await run({ status: 403, after: "stays" });
    expect(created).toBeLessThanOrEqual(8);
  });

  test.each<[string, Deletion]>([
    ["are gone", { status: 204, after: "gone" }],
    ["are gone late", { status: 204, after: "gone", delay: 100 }],
    ["are shown as deleted", { status: 204, after: "marked" }],
  ])("goes on where deleted resources %s", async (_, deletion) => {
    const { created } = await run(deletion);
    expect(created).toBeGreaterThan(10);
  });

  test("goes on where its team lets it create what stays", async () => {
    const { created } = await run({ status: 204, after: "stays" }, { writes: "creations" });
    expect(created).toBeGreaterThan(10);
  });
});
