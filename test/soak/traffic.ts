import { createClient, type TeamManagementApi } from "#generated/client.js";
import type { AnyResult } from "../../src/client/result.js";

/** An import of the examples, which the sandbox and the mock have. */
const IMPORT = "c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b";

/** Addresses that are added again and again, so that the data of the sandbox does not grow. */
const ADDRESSES = 50;

/** A call, and the statuses that it may get. */
type Step = readonly [call: (api: TeamManagementApi, count: number) => Promise<AnyResult>, statuses: readonly number[]];

/** Requests that succeed, that are rejected, and that find nothing, of every operation. */
const STEPS: readonly Step[] = [
  [(api) => api.listSuppressions(), [200]],
  [(api) => api.listSuppressions({ query: { origin: "bounce", limit: 5 } }), [200]],
  [(api) => api.listSuppressions({ query: { limit: 0 } }), [422]],
  [(api, count) => api.addSuppression({ body: { email: `soak-${count % ADDRESSES}@example.com` } }), [200, 201]],
  [(api) => api.addSuppression({ body: { email: "not an address" } }), [422]],
  [(api) => api.retrieveSuppression({ path: { suppression: "nobody@example.com" } }), [200, 404]],
  [(api) => api.retrieveContactImport({ path: { id: IMPORT } }), [200]],
  [(api) => api.revokeOauthGrant({ path: { oauth_grant_id: crypto.randomUUID() } }), [200, 404]],
];

/**
 * Sends requests by the client, several at once.
 *
 * @returns how many got another status than expected, by status or failure
 */
export async function sendRequests(baseUrl: string, apiKey: string, requests: number): Promise<Map<string, number>> {
  const api = createClient({ baseUrl, apiKey, retry: false });
  const unexpected = new Map<string, number>();
  let begun = 0;
  const work = async () => {
    while (begun < requests) {
      const count = begun;
      begun += 1;
      const [call, statuses] = STEPS[count % STEPS.length] ?? [];
      const result = await call?.(api, count);
      if (result && statuses?.includes(result.status ?? 0)) continue;
      const name = String(result?.status ?? (result && !result.ok && result.failure?.message));
      unexpected.set(name, (unexpected.get(name) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return unexpected;
}
