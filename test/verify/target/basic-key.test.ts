import { expect, test } from "vitest";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { runHere } from "#test/run-here.js";
import { verifyCommand } from "#verify/command/command.js";
import { resolveTarget } from "#verify/target/resolve-target.js";

const DOCUMENT: OpenApiDocument = {
  openapi: "3.1.1",
  info: { title: "T", version: "1" },
  paths: { "/a": { get: { security: [{ login: [] }], responses: {} } } },
  components: { securitySchemes: { login: { type: "http", scheme: "basic" } } },
};

const resolveWith = (key: string) =>
  resolveTarget(
    { spec: "openapi.yaml", file: undefined, baseUrl: "http://127.0.0.1:1" },
    DOCUMENT,
    {},
    { TEAM_API_KEY: key },
  );

test("the key of HTTP Basic is user and password (RFC 7617, 2)", async () => {
  expect((await resolveWith("anna:s3cret")).target.credentials.own).toMatchObject({ "*": { value: "anna:s3cret" } });
});

test("a key of HTTP Basic without a colon is reported, and not shown", async () => {
  const error: unknown = await resolveWith("s3cret").catch((thrown: unknown) => thrown);
  expect(String(error)).toContain(
    "The contract uses HTTP Basic. Set TEAM_API_KEY to user and password: TEAM_API_KEY=user:password",
  );
  expect(String(error)).not.toContain("s3cret");
});

test("--help says how the key of HTTP Basic is written", async () => {
  expect((await runHere(verifyCommand, ["--help"])).stdout.replaceAll(/\s+/g, " ")).toMatch(
    /for HTTP Basic, it holds user:password/,
  );
});
