import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { fc } from "#test/property.js";
import { withFile } from "#verify/target/file/configuration.js";
import { resolveTarget } from "#verify/target/resolve-target.js";
import { planRun } from "#verify/verify.js";
import { awakeClock } from "../awake.js";
import { temporaryFolder } from "../temporary.js";
import { oddJsonWith, oddName, oddText, resultOrUserError, SECRET, trying } from "./properties.js";

const ENVIRONMENT = { KEY: SECRET, EMPTY: "", BROKEN: `${SECRET}\n` };

const variable = fc.constantFrom(
  ...["KEY", "EMPTY", "BROKEN", "ABSENT", "constructor", "__proto__"].map((name) => `\${${name}}`),
);
/** Messages repeat the names of settings, and no values. */
const value = fc.oneof(oddJsonWith(oddName), variable, fc.constant(SECRET));
const map = (names: readonly string[], inner: fc.Arbitrary<unknown>) =>
  fc.oneof(value, fc.dictionary(fc.oneof(fc.constantFrom(...names), oddName), inner, { maxKeys: 3 }));

const examples = fc.oneof(fc.dictionary(fc.constantFrom("completed", "active", "nope"), value, { maxKeys: 2 }), value);
const parameters = map(["id", "oauth_grant_id", "nope"], examples);

/** Each setting with right and wrong values, and settings that do not exist. */
const settings = fc.record(
  {
    baseUrl: fc.oneof(
      fc.constantFrom("https://staging.example.com", `https://u:${SECRET}@x.example`, "file:///etc"),
      value,
    ),
    credentials: map(["BearerAuth", "sameTeam", "otherTeam", "outsideBeta"], value),
    values: map(["retrieveContactImport", "revokeOauthGrant"], parameters),
    writes: fc.oneof(fc.constant("allow"), value),
    timeout: fc.oneof(fc.constantFrom(1, 1e300, -1), value),
    rate: fc.oneof(fc.constantFrom(1, 1e-300, 0), value),
    parallel: fc.oneof(fc.constantFrom(1, 1e9, 0), value),
    headers: map(["X-Any", "Authorization", "Content-Length", "Cookie"], value),
    proxy: fc.oneof(fc.constantFrom("http://127.0.0.1:1", `http://u:${SECRET}@127.0.0.1:1`), value),
    clientCertificate: map(["cert", "key", "ca", "passphrase"], value),
    provision: fc.oneof(fc.constantFrom("./gone.mjs", "/", ""), value),
    unknown: value,
  },
  { requiredKeys: [] },
);

let document: OpenApiDocument;
let folder: string;
beforeAll(async () => {
  document = await loadDocument("generated/openapi.json");
  folder = await temporaryFolder("hostile");
});

async function use(text: string): Promise<void> {
  const targetFile = join(folder, "target.yaml");
  await writeFile(targetFile, text);
  const elapsed = awakeClock();
  await resultOrUserError(async () => {
    const { target } = await resolveTarget(await withFile({ spec: "", targetFile }), document, {}, ENVIRONMENT);
    planRun({ contract: document, target, only: ["examples"] });
  });
  expect(elapsed()).toBeLessThan(10_000);
}

test("a target file with random settings is used or rejected with a message for people, and no message shows a key", async () => {
  await fc.assert(
    fc.asyncProperty(settings, (given) => use(JSON.stringify(given))),
    trying(150),
  );
});

test("a target file with one wrong setting is used or rejected with a message for people", async () => {
  const right = { baseUrl: "https://staging.example.com", credentials: { BearerAuth: "$" + "{KEY}" } };
  const wrong = fc.tuple(fc.constantFrom(...SETTINGS), value, settings);
  await fc.assert(
    fc.asyncProperty(wrong, ([name, odd, others]) =>
      use(JSON.stringify({ ...right, [name]: Object.hasOwn(others, name) ? Object(others)[name] : odd })),
    ),
    trying(150),
  );
});

const SETTINGS = [
  "baseUrl",
  "credentials",
  "values",
  "writes",
  "timeout",
  "rate",
  "parallel",
  "headers",
  "proxy",
  "provision",
];

test("a target file with random text is rejected with a message for people", async () => {
  const line = fc.oneof(
    oddText,
    fc.constantFrom(
      ...[
        "baseUrl: https://x.example",
        `key: ${SECRET}`,
        "a: &a [*a]",
        "? [",
        "- 1",
        "!!js/function x",
        "<<: *b",
        "%YAML 9",
      ],
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 5 }), (lines) => use(lines.join("\n"))),
    trying(100),
  );
});
