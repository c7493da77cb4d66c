import { createClient } from "#generated/client.js";

/** An import of the examples, which every sandbox has. */
const IMPORT = "c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b";

/**
 * A session of the real client: every operation of the reference, with valid requests only. Whatever fails at a faulty server, it goes on.
 *
 * @param grant the id of a grant to revoke
 */
export async function session(baseUrl: string, apiKey: string, grant: string): Promise<void> {
  const api = createClient({ baseUrl, apiKey, retry: false, timeout: 5000 });
  const steps = [
    () => api.listSuppressions(),
    () => api.listSuppressions({ query: { origin: "bounce", limit: 5 } }),
    async () => {
      const ids = new Set<string>();
      for await (const { id } of api.listSuppressions.items({ query: { limit: 20 } })) {
        // A faulty server may page for ever.
        if (ids.add(id).size > 100) break;
      }
    },
    () => api.addSuppression({ body: { email: "kim@example.com" } }),
    () => api.retrieveSuppression({ path: { suppression: "kim@example.com" } }),
    () => api.retrieveSuppression({ path: { suppression: "8be0d7c4-1f63-4a92-9e5b-27c4f08a6d3e" } }),
    () => api.retrieveSuppression({ path: { suppression: "nobody@example.com" } }),
    () => api.retrieveContactImport({ path: { id: IMPORT } }),
    () => api.revokeOauthGrant({ path: { oauth_grant_id: grant } }),
  ];
  for (const step of steps) await step().catch(() => {});
}
