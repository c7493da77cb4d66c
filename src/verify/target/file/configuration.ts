import { basename, relative, resolve } from "node:path";
import { fileExists } from "#cli/file-exists.js";
import { CONFIGURATION_FILE, CONTRACT } from "#cli/installation.js";
import { suggestion } from "#cli/similar-name.js";
import { UserError } from "#cli/user-error.js";
import { asList, asObject, isObject, type JsonObject } from "#openapi/document/document.js";
import { isUrl } from "#openapi/files/read-url.js";
import { CONFIGURATION_SCHEMA, TARGET_FILE_SCHEMA } from "../target-schema.js";
import { findConfiguration } from "./find-configuration.js";
import { SettingsFile } from "./settings-file.js";

/** The settings by which a run names its server and its contract. Each is undefined if the run does not name it. */
interface Named {
  /** The name of a target of the configuration file, or the path of a target file. */
  targetFile?: string | undefined;
  baseUrl?: string | undefined;
  /** A server that is started for the run. */
  embedded?: string | undefined;
  spec?: string | undefined;
  overlays?: readonly string[] | undefined;
  /** The path of the file of known findings. */
  known?: string | undefined;
}

/** The file whose settings count for a run, and the parts that are read before its contract. */
interface FromFile {
  /** Undefined without a target file and a configuration file. */
  file: SettingsFile | undefined;
  spec: string;
  overlays: readonly string[];
  /** The path of the file of known findings. */
  known: string | undefined;
}

/**
 * Adds the file of a run to its settings. A contract that the run names replaces the contract and the overlays of the file.
 *
 * @param needsServer whether the run sends requests (default: true)
 * @throws UserError if the named target does not exist, or a file cannot be used
 */
export async function withFile<Settings extends Named>(
  given: Settings,
  needsServer = true,
): Promise<Settings & FromFile> {
  const file = await settingsFileFor(given, needsServer);
  const { spec, overlays, known } = file?.settings ?? {};
  const pathOf = (path: unknown) => relative(process.cwd(), resolve(file?.folder ?? "", String(path)));
  const isSpecGiven = given.spec !== undefined || spec === undefined;
  const areOverlaysGiven = given.spec !== undefined || (given.overlays?.length ?? 0) > 0;
  const ofFile = async (path: unknown, ...setting: string[]) => {
    if (isUrl(String(path))) return String(path);
    const isMissing = !(await fileExists(pathOf(path)));
    return file && isMissing ? file.reading(() => file.fail(setting, "this file does not exist.")) : pathOf(path);
  };
  return {
    ...given,
    file,
    spec: isSpecGiven ? (given.spec ?? CONTRACT) : await ofFile(spec, "spec"),
    overlays: areOverlaysGiven
      ? (given.overlays ?? [])
      : await Promise.all(asList(overlays).map((path, index) => ofFile(path, "overlays", String(index)))),
    known: given.known ?? (known === undefined ? undefined : pathOf(known)),
  };
}

/**
 * The file whose settings count for a run. A name of a target in the configuration file has precedence over a path. A target
 * file is complete: nothing is added from the configuration file.
 */
async function settingsFileFor(named: Named, needsServer: boolean): Promise<SettingsFile | undefined> {
  const { targetFile } = named;
  const found = await findConfiguration(targetFile);
  const configuration = found && (await SettingsFile.read(found.path, CONFIGURATION_SCHEMA));
  if (targetFile === undefined) return configuration && withoutTarget(configuration, named, needsServer);
  const targets = asObject(configuration?.settings.targets);
  if (configuration && Object.hasOwn(targets, targetFile)) {
    const own = asObject(targets[targetFile]);
    return configuration.withSettings(mergedSettings(configuration.settings, own), targetFile);
  }
  if (configuration && found?.isNamed) {
    return withoutTarget(configuration, named, needsServer);
  }
  if (await fileExists(targetFile)) return SettingsFile.read(targetFile, TARGET_FILE_SCHEMA);
  const names = Object.keys(targets);
  throw new UserError(
    configuration
      ? `--target ${targetFile}: ${configuration.name} has no target of this name, and there is no such file. ${suggestion(targetFile, names)}`
      : `--target ${targetFile}: there is no such file, and no ${CONFIGURATION_FILE} that could name a target. Name a target file.`,
  );
}

/** The shared settings alone. */
function withoutTarget(configuration: SettingsFile, { baseUrl, embedded }: Named, needsServer: boolean): SettingsFile {
  const { targets, ...shared } = configuration.settings;
  const names = Object.keys(asObject(targets));
  if (needsServer && names.length > 0 && [shared.baseUrl, baseUrl, embedded].every((server) => server === undefined)) {
    const [first] = names;
    throw new UserError(
      `${configuration.name} has the targets ${names.join(", ")}. Name one (--target ${first}), or an address (--base-url URL).`,
    );
  }
  return configuration.withSettings(shared);
}

/** The settings that are merged name by name, and how many levels of names they have. */
const NAMED_SETTINGS: Readonly<Record<string, number>> = {
  credentials: 1,
  headers: 1,
  parameters: 1,
  values: 2,
  exclude: 1,
  severities: 2,
};

/**
 * The settings of a target: the shared ones, and its own. Its own replace the shared ones. They do so name by name in keys,
 * headers, values, exclusions and severities, otherwise as a whole.
 */
function mergedSettings({ targets: _, ...shared }: JsonObject, own: JsonObject): JsonObject {
  return mergedNames(shared, own, (name) => NAMED_SETTINGS[name] ?? 0);
}

function mergedNames(shared: JsonObject, own: JsonObject, levelsOf: (name: string) => number): JsonObject {
  const merged = Object.entries(own).map(([name, value]) => {
    const [levels, before] = [levelsOf(name), shared[name]];
    const isMerged = levels > 0 && isObject(before) && isObject(value);
    return [name, isMerged ? mergedNames(before, value, () => levels - 1) : value];
  });
  return { ...shared, ...Object.fromEntries(merged) };
}

/** The line that names the configuration file of a run; empty if the run names its file, or has none. */
export function settingsLine(file: SettingsFile | undefined): string {
  if (file === undefined || basename(file.name) !== CONFIGURATION_FILE) return "";
  return `\nSettings: ${file.name}${file.target === undefined ? "" : `, target ${file.target}`}`;
}
