import type { JsonObject } from "#openapi/document/document.js";
import { WELL_KNOWN_KEYS } from "#team-api/sandbox/keys/keys.js";

/** A workflow as people would write it: it calls every operation, retrieves the added address, and revokes a grant twice. */
export function ownWorkflow(): JsonObject {
  const step = (
    stepId: string,
    operationId: string,
    status: number,
    parameters: JsonObject = {},
    more: JsonObject = {},
    criteria: string[] = [],
  ): JsonObject => ({
    stepId,
    operationId,
    parameters: Object.entries(parameters).map(([name, value]) => ({
      name,
      value,
      in: PLACES[name] ?? "query",
    })),
    successCriteria: [`$statusCode == ${status}`, ...criteria].map((condition) => ({ condition })),
    ...more,
  });
  const grant = { oauth_grant_id: "2f6d0c4b-9a1e-4d73-b8e5-61c07f3a92d4" };
  return {
    arazzo: "1.0.1",
    info: { title: "Everything", version: "1.0.0" },
    sourceDescriptions: [{ name: "api", type: "openapi", url: "named.json" }],
    workflows: [
      {
        workflowId: "everything",
        parameters: [{ in: "header", name: "Authorization", value: `Bearer ${WELL_KNOWN_KEYS.first}` }],
        steps: [
          step("list", "listSuppressions", 200, { limit: 2 }, { outputs: { last: "$response.body#/data/1/id" } }),
          step("next", "listSuppressions", 200, { limit: 2, after: "$steps.list.outputs.last" }),
          step("bounces", "listSuppressions", 200, { origin: "bounce" }, {}, [
            `$response.body#/data/0/origin == "bounce"`,
          ]),
          step("retrieve", "retrieveSuppression", 200, { suppression: "$steps.list.outputs.last" }),
          step(
            "add",
            "addSuppression",
            201,
            {},
            {
              requestBody: {
                contentType: "application/json",
                payload: { email: "respect@example.com" },
              },
              outputs: { id: "$response.body#/id" },
            },
          ),
          step("added", "retrieveSuppression", 200, { suppression: "$steps.add.outputs.id" }, {}, [
            `$response.body#/email == "respect@example.com"`,
            `$response.body#/origin == "manual"`,
          ]),
          step("import", "retrieveContactImport", 200, { id: "c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b" }),
          step("revoke", "revokeOauthGrant", 200, grant),
          step("again", "revokeOauthGrant", 404, grant),
        ],
      },
    ],
  };
}

const PLACES: Record<string, string> = { oauth_grant_id: "path", suppression: "path", id: "path" };
