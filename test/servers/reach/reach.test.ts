import { describe, expect, test } from "vitest";
import { testLegalRows } from "../legal-rows.js";
import { succeededIn } from "./measure.js";
import { SERVICES_OF_REACH } from "./services.js";

/** Operations without a success: they change what the run does not own, and the target file does not allow them. */
const REFUSED: Record<string, readonly string[]> = {
  "orders.yaml": ["createRefund", "updateAccount"],
  "stories.yaml": ["updateUser", "followPerson", "unfollowPerson"],
};

describe.each(SERVICES_OF_REACH.map((service) => [service.file, service] as const))("%s", (file, service) => {
  test("has a success for each operation that may be sent, with at most 60 requests for each", async () => {
    const run = await service.plain.run({ settings: { settle: 50 } });
    const refused = REFUSED[file] ?? [];
    expect(run.failures).toEqual([]);
    expect(succeededIn(run).filter((operation) => refused.includes(operation))).toEqual([]);
    expect(succeededIn(run)).toHaveLength(service.operations - refused.length);
    expect(run.requests).toBeLessThanOrEqual(60 * service.operations);
  });

  describe("a server has no failures if it", () => testLegalRows(service, service.legal));
});
