import { command } from "../cli/command.js";
import { commandLine, contractName } from "../cli/installation.js";
import { option, orDefault, required, text } from "../cli/option.js";
import { DATES, INT64, OVERLAYS, SPEC, SPEC_HEADERS, STRICT_DOCUMENT } from "../cli/options.js";
import { growHeapFor, growHeapSlowly } from "../cli/small-heap.js";
import { onOneLine } from "../cli/unprintable.js";
import { UserError } from "../cli/user-error.js";
import { codeOf, leftToAjv } from "../generate/code.js";
import { nameWarnings } from "../generate/name-warnings.js";
import { precisionWarning } from "../generate/precision-warning.js";
import { asObject, asText, type OpenApiDocument } from "../openapi/document/document.js";
import { requireExtensions } from "../openapi/extensions/defects.js";
import { readDocument } from "../openapi/load/load.js";
import { operationsOf } from "../openapi/operations/operations.js";
import { installLine, writeLine } from "./lines.js";
import { titleOf } from "./readme.js";
import { writeClientPackage } from "./write-package.js";

/** A name that npm admits for a new package, with or without a scope. */
const NAME = /^(?=.{1,214}$)(@[a-z\d~-][a-z\d._~-]*\/)?[a-z\d~-][a-z\d._~-]*$/;

/** Semantic Versioning 2.0.0, section 2, 9 and 10. */
const VERSION = /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}(-[\da-zA-Z-]+(\.[\da-zA-Z-]+)*)?(\+[\da-zA-Z.-]+)?$/;

/** The version of a package whose document has another kind of version. */
const FIRST_VERSION = "0.0.0";

/** `client`: writes a package with the types and the client of a document. */
export const clientCommand = command(
  {
    about: `Writes a package with the types and a client of an OpenAPI document, for code that calls its API: compiled, and with
handlers of Mock Service Worker, options of TanStack Query and a validation of responses. A package of the same name is replaced.`,
    usage: commandLine("client", "--spec FILE --name NAME --out DIR [options]"),
    options: [
      {
        spec: SPEC,
        specHeaders: SPEC_HEADERS,
        overlays: OVERLAYS,
        strictDocument: STRICT_DOCUMENT,
        name: required(
          option("--name NAME", "the name of the package", nameFrom),
          "Name the package: --name acme-api, or --name @acme/api.",
        ),
        out: required(
          text("--out DIR", "the folder of the package, which is new, or has an earlier version of it"),
          "Name the folder of the package: --out packages/acme-api",
        ),
        dates: DATES,
        int64: INT64,
        version: orDefault(
          option("--package-version V", "the version of the package", versionFrom),
          undefined,
          `the version of the document if it is a semantic one, else ${FIRST_VERSION}`,
        ),
      },
    ],
    notes: "Exit code: 0 written, 2 could not write.",
  },
  async ({ spec, specHeaders, overlays, strictDocument, name, out, dates, int64, version }) => {
    const types = { dates, int64 };
    growHeapSlowly();
    const source = { spec, specHeaders, overlays, strictDocument, keepsTwins: true };
    const document = await readDocument(source, (line) => console.error(onOneLine(line)));
    growHeapFor(document);
    requireExtensions(document, spec);
    const count = operationsOf(document).length;
    if (count === 0) throw new UserError(`${contractName(spec)} has no operation. A client needs one.`);
    const code = codeOf(document, {
      source: contractName(spec),
      command: writeLine({ spec, overlays, name, out, types }),
      sources: "../src",
      types,
    });
    const facts = {
      name,
      version: version ?? versionOf(document),
      description: `Types and a typed fetch client of the ${titleOf(document)}, generated from its contract`,
    };
    await writeClientPackage({ facts, document, code, out });
    for (const warning of [...nameWarnings(document), ...precisionWarning(document, types)])
      console.error(onOneLine(`Warning: ${warning}`));
    const operations = count === 1 ? "1 operation" : `${count} operations`;
    console.log(onOneLine(`Wrote ${name} ${facts.version} with ${operations} to ${out}.`));
    for (const body of leftToAjv(document)) console.log(onOneLine(`Validated by Ajv: ${body}`));
    console.log(onOneLine(`Install it in your repo: ${installLine(out)}`));
    return 0;
  },
);

function nameFrom(given: string): string {
  if (NAME.test(given)) return given;
  throw new UserError(`--name ${given} is not a name of a package. Use lower case, digits, - and _: acme-api.`);
}

function versionFrom(given: string): string {
  if (VERSION.test(given)) return given;
  throw new UserError(`--package-version ${given} is not a semantic version. Write it like 1.2.0.`);
}

function versionOf(document: OpenApiDocument): string {
  const version = asText(asObject(document.info).version) ?? "";
  return VERSION.test(version) ? version : FIRST_VERSION;
}
