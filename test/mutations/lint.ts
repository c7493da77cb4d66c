import { BaseResolver, createConfig, lintDocument, Source } from "@redocly/openapi-core";
import type { OpenApiDocument } from "#openapi/document/document.js";
import plugin from "../../openapi/lint/plugin.js";

/** Without the rule that is run apart, and the one that takes long and that exampleErrors stands for. */
const OWN = Object.keys(plugin().rules.oas3).filter(
  (name) => !["extensions-fit", "example-fits-schema"].includes(name),
);

/** Lints documents in this process, by the rules of redocly.yaml that need no files. Returns the first error's rule. */
export async function linter(): Promise<(document: OpenApiDocument) => Promise<string | undefined>> {
  const rules = Object.fromEntries(OWN.map((name) => [`contract/${name}`, "error"]));
  const config = await createConfig({
    plugins: [plugin()],
    extends: ["recommended-strict"],
    rules: {
      ...{ "no-invalid-media-type-examples": "off", "no-invalid-schema-examples": "off" },
      ...{ "no-invalid-parameter-examples": "off" },
      ...rules,
    },
  } as Parameters<typeof createConfig>[0]);
  const externalRefResolver = new BaseResolver();
  return async (document) => {
    const parsed = { source: new Source("openapi.json", JSON.stringify(document)), parsed: structuredClone(document) };
    const problems = await lintDocument({ document: parsed, config: config.styleguide, externalRefResolver });
    return problems.find(({ severity }) => severity === "error")?.ruleId;
  };
}
