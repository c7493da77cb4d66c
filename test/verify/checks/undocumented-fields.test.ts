import { expect, test } from "vitest";
import { secretFieldFinding } from "#verify/checks/undocumented-fields.js";

test.each([
  ...[
    "password",
    "passwordHash",
    "password_hash",
    "clientSecret",
    "private_key",
    "apiKey",
    "accessToken",
    "refresh_token",
    "salt",
  ].map((name) => [name, true] as const),
  ...["token", "key", "tokens", "nextPageToken", "keyboard", "saltiness", "publicKey", "hash"].map(
    (name) => [name, false] as const,
  ),
])("an undocumented field %s seems to be a secret: %s", (name, isSecret) => {
  const finding = secretFieldFinding({ at: `/user/${name}`, pointer: "#/x", openPoints: [] });
  expect(finding?.basis).toBe(isSecret ? "lenient" : undefined);
});
