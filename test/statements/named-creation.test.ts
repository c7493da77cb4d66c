import { expect, test } from "vitest";
import { operationsOf } from "#openapi/operations/operations.js";
import { resourcesOf } from "#statements/resources/find-resources.js";
import { createsNamed } from "#statements/resources/named-creation.js";
import { namingOperation } from "#statements/resources/resource.js";
import { documentOf } from "#test/verify/small-document.js";
import { contractOf } from "./document.js";

test.each<[creates: boolean, statuses: string, operationId: string, summary: string, method?: string]>([
  [true, "201 404", "saveSite", "Saves a site."],
  [true, "200 422", "saveSite", "Saves a site."],
  [true, "200 400 404", "upsertAlias", "An alias."],
  [true, "200 default", "Audiences_CreateOrUpdate", ""],
  [true, "204 404", "saveColumn", "Create or replace a custom column"],
  [true, "204 404", "saveColumn", "Updates or creates a column"],
  [true, "200 404", "putSite", "Create a site"],
  [true, "200 404", "createSite", ""],
  [false, "200 404", "saveSite", "Saves a site."],
  [false, "200 410", "saveSite", "Saves a site."],
  [false, "200 4XX", "saveSite", "Saves a site."],
  [false, "200 default", "saveSite", "Saves a site that somebody created."],
  [false, "200 404", "replaceOrder", "Replaces what an order created."],
  [false, "201", "updateSite", "Creates or updates a site.", "patch"],
])("PUT creates what its path names: %s, for %s, %s, %s", (creates, statuses, operationId, summary, method = "put") => {
  const responses = Object.fromEntries(statuses.split(" ").map((status) => [status, { description: "" }]));
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const paths = { "/sites/{id}": { parameters, [method]: { operationId, summary, responses } } };
  const operations = operationsOf(documentOf(paths));
  expect(operations.map(createsNamed)).toEqual([creates]);
});

test.each<[creates: boolean, path: string, statuses: string, operationId: string, summary: string, others: string[]]>([
  [true, "/groups/{name}", "201 404", "", "Create a group", []],
  [true, "/apps/{app}", "202", "createApp", "", []],
  [true, "/groups/{name}", "201", "addGroup", "", []],
  [false, "/groups/{name}", "200", "saveGroup", "Saves a group", []],
  [false, "/groups/{name}", "201", "updateGroup", "Update a group", []],
  [false, "/servers/{name}", "201", "", "Start a server", []],
  [false, "/groups/{name}", "201", "", "Create a group", ["/groups"]],
])(
  "POST creates the item of its path: %s, %s, for %s, %s, %s",
  (creates, path, statuses, operationId, summary, others) => {
    const responses = Object.fromEntries(statuses.split(" ").map((status) => [status, { description: "" }]));
    const [, name = ""] = /\{(\w+)\}/.exec(path) ?? [];
    const parameters = [{ name, in: "path", required: true, schema: { type: "string" } }];
    const post = { operationId, summary, responses };
    const more = others.map((other) => [other, { post: { responses } }]);
    const contract = contractOf({ [path]: { parameters, post }, ...Object.fromEntries(more) });
    const resource = resourcesOf(contract).get(path.replace(/\{\w+\}/, "{}"));
    const naming = resource && namingOperation(resource);
    expect([naming !== undefined, resource?.update !== undefined]).toEqual([creates, !creates]);
  },
);
