import { expect, test } from "vitest";
import { operationsOf } from "#openapi/operations/operations.js";
import { speaksOfAction } from "#statements/dangers/action-words.js";
import { documentOf } from "#test/verify/small-document.js";

function isAction(path: string, operationId?: string, summary?: string): boolean {
  const post = { ...(operationId ? { operationId } : {}), ...(summary ? { summary } : {}), responses: {} };
  const [operation] = operationsOf(documentOf({ [path]: { post } }));
  if (!operation) throw new Error("There is no operation.");
  return speaksOfAction(operation);
}

test.each<[path: string, operationId?: string | undefined, summary?: string]>([
  ["/users.remove"],
  ["/items/delete"],
  ["/delete-everything"],
  ["/cache/clear"],
  ["/users.update"],
  ["/rpc", "usersDelete"],
  ["/rpc", "users.archive"],
  ["/messages", "sendMessage"],
  ["/messages", undefined, "Sends a message"],
  ["/notes", "createNote", "Create a note and notify its readers"],
  ["/preferences", "setPreferences"],
  ["/posts", "createPost", "Publish a post"],
  ["/keys", undefined, "Revokes all keys"],
  ["/users/deletion"],
  ["/password-resets"],
  ["/items/batch"],
  ["/graphql"],
  ["/payments", "createPayment", "Create a payment"],
  ["/messages", "createMessage", "Create a message"],
  ["/transfers"],
  ["/bans"],
  ["/sessions", "createSession"],
  ["/api-keys", "createApiKey", "Create a key"],
  ["/apiKeys"],
  ["/users/{id}/tokens"],
])("POST %s (%s, %s) may destroy something, or reach others", (path, operationId, summary) => {
  expect(isAction(path, operationId, summary)).toBe(true);
});

test.each<[path: string, operationId?: string | undefined, summary?: string]>([
  ["/suppressions", "addSuppression", "Add a suppression"],
  ["/settings", "createSetting", "Create a setting"],
  ["/releases", "createRelease", "Create a release"],
  ["/senders", "addSender", "Add a sender"],
  ["/keys", "addKey", "Add a key"],
  ["/messages/{id}/labels", "addLabel", "Add a label"],
  ["/updates", "createUpdate", "Create an update"],
])("POST %s (%s, %s) creates something", (path, operationId, summary) => {
  expect(isAction(path, operationId, summary)).toBe(false);
});
