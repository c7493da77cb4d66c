import { expect, test } from "vitest";
import { sentResource } from "#statements/resources/envelope.js";

test.each([
  [{ newLabel: "b" }, { label: "a" }, { label: "b" }],
  [{ new_email: "b" }, { email: "a" }, { email: "b" }],
  [{ organizationId: 7 }, { ownerOrganizationId: 7, id: 1 }, { ownerOrganizationId: 7 }],
  [{ accountId: "a" }, { parent_account_id: "a" }, { parent_account_id: "a" }],
  // The resource has a field of the same name.
  [{ newLabel: "b" }, { label: "a", newLabel: "c" }, { newLabel: "b" }],
  // Both are sent.
  [{ newLabel: "b", label: "a" }, { label: "a" }, { newLabel: "b", label: "a" }],
  // Two fields may be meant.
  [{ id: 7 }, { ownerId: 7, parentId: 7 }, { id: 7 }],
  [{ newLabel: "b" }, { label: 3 }, { newLabel: "b" }],
  [{ news: "b" }, { s: "a" }, { news: "b" }],
])("%j, sent for %j, is %j", (sent, shown, named) => {
  expect(sentResource({ ...sent }, { ...shown })).toEqual(named);
});
