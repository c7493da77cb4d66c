import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "#cli/user-error.js";
import type { Cleanup } from "../cleanup.js";
import { runProgram } from "../run-program.js";

/** The Debian package of the sources, which the document is compiled from. */
const SOURCES = "golang-github-prometheus-alertmanager-dev";

/** `api/v2/openapi.yaml` of Alertmanager, as a constant of Go: go-swagger writes it there as JSON. */
const EMBEDDED = "usr/share/gocode/src/github.com/prometheus/alertmanager/api/v2/restapi/embedded_spec.go";

/** The first constant is the document as it was written, the second one is without references. */
const CONSTANT = /SwaggerJSON = json\.RawMessage\(\[\]byte\(`([^`]*)`\)\)/;

/**
 * The document of Alertmanager in Swagger 2.0, as it is.
 *
 * @param folder a folder for temporary files
 * @param version the version of the Debian source package
 * @param given a file with the document, which need not come from Debian
 */
export async function alertmanagerDocument(
  cleanup: Cleanup,
  folder: string,
  version: string,
  given: string | undefined,
): Promise<{ file: string; origin: string }> {
  if (given !== undefined) return { file: given, origin: "a local file" };
  const file = await writeEmbedded(cleanup, folder, version);
  return { file, origin: `Debian ${SOURCES} ${version}, ${EMBEDDED}` };
}

/** Writes the document of the Debian package into a file: of the installed package, or of one that is only unpacked. */
async function writeEmbedded(cleanup: Cleanup, folder: string, version: string): Promise<string> {
  const installed = join("/", EMBEDDED);
  const source = (await stat(installed).catch(() => undefined))
    ? installed
    : join(await unpackedSources(cleanup, folder, version), EMBEDDED);
  const [, text] = CONSTANT.exec(await readFile(source, "utf8")) ?? [];
  if (text === undefined) throw new UserError(`${source} has no document. Give one by --alertmanager-document FILE.`);
  const file = join(folder, "swagger.json");
  await writeFile(file, text);
  return file;
}

async function unpackedSources(cleanup: Cleanup, folder: string, version: string): Promise<string> {
  await runProgram(cleanup, "apt-get", ["download", `${SOURCES}=${version}`], { cwd: folder }).catch((error: Error) => {
    throw new UserError(
      `${error.message}\nThe document of Alertmanager is in this package. Run apt-get update, or give the file api/v2/openapi.yaml of the repository by --alertmanager-document FILE.`,
    );
  });
  const unpacked = join(folder, "sources");
  const archive = `${SOURCES}_${version.replaceAll(":", "%3a")}_all.deb`;
  await runProgram(cleanup, "dpkg-deb", ["--extract", archive, unpacked], { cwd: folder });
  return unpacked;
}
