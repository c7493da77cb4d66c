import { notFound } from "#verify/model/request/expectation.js";
import { requireValidRequest } from "#verify/resources/valid-request.js";
import { defineRule } from "./rule.js";

/** G2: another team cannot retrieve an import. */
export const importIsolation = defineRule(["retrieveContactImport"], {
  operation: "retrieveContactImport",
  name: "another team cannot see an import",
  actor: "otherTeam",
  async run(context, { retrieveContactImport: retrieve }) {
    const request = await requireValidRequest(context, retrieve);
    await context.expect({ ...request, credential: "otherTeam" }, notFound(retrieve, "it belongs to another team"));
  },
});
