import { resolve } from "node:path";
import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { type GivenLimits, limitsOf } from "../model/target/limits.js";
import { EVERY_EXAMPLE, OTHER_ACTORS, REQUEST_BODY, type Target } from "../model/target/target.js";
import { isWriteLevel } from "../model/target/writes.js";
import { connectionOf } from "./file/connection.js";
import { credentialsOf, isSameKey } from "./file/credentials.js";
import { headersOf } from "./file/headers.js";
import { allowedOf, excludedOf, removalsOf, severitiesOf } from "./file/operations.js";
import { MISSING_ADDRESS, type SettingsFile } from "./file/settings-file.js";
import { loginOf } from "./login.js";
import { baseUrlOf, type SettingsReader, settingsReader } from "./settings.js";
import { NO_KEY } from "./target-schema.js";
import { sharedValuesOf, valuesOf } from "./target-values.js";

/** The settings that count for every server, also for one that is started for the run. */
type JudgingSettings = Required<Pick<Target, "excluded" | "severities">>;

/** The settings of a server, with the values of their variables. `provision` is an absolute path. */
export type TargetFile = JudgingSettings &
  Pick<
    Target,
    | "withoutKey"
    | "values"
    | "parameters"
    | "writes"
    | "removals"
    | "allowed"
    | "allowedOrigins"
    | "headers"
    | "connection"
  > & {
    /** Undefined if another address counts. */
    baseUrl: string | undefined;
    /** Undefined if another address counts, and the file has none. */
    credentials: Target["credentials"] | undefined;
    limits: GivenLimits;
    provision: string | undefined;
  };

/**
 * The settings of a server in a file.
 *
 * @param document under test: the names in the file have to exist in it
 * @param isAddressGiven whether another address than that of the file counts
 * @throws UserError, one line: what is wrong, where, and what to write instead; it repeats no value of the file
 */
export async function targetOf(
  file: SettingsFile,
  document: OpenApiDocument,
  environment: NodeJS.ProcessEnv,
  isAddressGiven: boolean,
): Promise<TargetFile> {
  const { settings, folder, fail } = file;
  const reader = settingsReader(document, environment, fail);
  const { credentials } = settings;
  const keyNames = [
    ...Object.keys(asObject(credentials)),
    ...(settings.login === undefined ? [] : Object.keys(securitySchemes(document))),
  ];
  // With an address, a key may come from the environment too.
  const isKeyGiven = isAddressGiven && credentials === undefined;
  const provision = asText(settings.provision);
  const judging = await judgingSettings(file, document);
  return file.reading(() => {
    const keys = isKeyGiven && settings.login === undefined ? undefined : keysOf(settings, reader);
    return {
      ...judging,
      baseUrl: isAddressGiven ? undefined : addressOf(settings.baseUrl, file.target, reader),
      credentials: keys,
      withoutKey: credentials === NO_KEY,
      values: withLogins(valuesOf(asObject(settings.values), reader), keys),
      parameters: sharedValuesOf(asObject(settings.parameters), reader),
      writes: isWriteLevel(settings.writes) ? settings.writes : "none",
      removals: removalsOf(asObject(settings.removals), reader),
      allowed: allowedOf(asList(settings.allowed), reader),
      allowedOrigins: new Set(asList(settings.allowedOrigins).map((origin) => new URL(String(origin)).origin)),
      limits: limitsOf(settings),
      headers: headersOf(asObject(settings.headers), keyNames, reader),
      connection: connectionOf(settings, folder, reader),
      provision: provision === undefined ? undefined : resolve(folder, provision),
    };
  });
}

/** The values, and the bodies of the own logins. A login that the file allows is tested with the credentials that it has. */
function withLogins(values: Target["values"], credentials: Target["credentials"] = {}): Target["values"] {
  const logins = Object.values(credentials.own ?? {}).flatMap(({ login }) => login ?? []);
  const bodies = logins.map(({ operation: { id }, body }) => {
    return [id, { [REQUEST_BODY]: { [EVERY_EXAMPLE]: body }, ...values[id] }] as const;
  });
  return { ...values, ...Object.fromEntries(bodies) };
}

/** The settings of a file that count for every server. @throws UserError, as `targetOf` does */
export function judgingSettings(file: SettingsFile, document: OpenApiDocument): Promise<JudgingSettings> {
  const reader = { document, fail: file.fail };
  return file.reading(() => ({
    excluded: excludedOf(asObject(file.settings.exclude), reader),
    severities: severitiesOf(asObject(file.settings.severities), reader),
  }));
}

/** The keys of a file; those that a login provides serve the schemes that have none. */
function keysOf({ credentials, login }: JsonObject, reader: SettingsReader): Target["credentials"] {
  const given = credentialsOf(asObject(credentials), reader);
  if (!isObject(login)) return given;
  if (credentials === NO_KEY)
    reader.fail(["login"], "credentials: none says that the server has no keys. Omit one of them.");
  const own = loginOf(login, reader);
  for (const actor of OTHER_ACTORS) {
    const isSame = Object.values(given[actor] ?? {}).some((secret) =>
      Object.values(own).some((key) => isSameKey(key, secret)),
    );
    if (isSame)
      reader.fail(
        ["credentials", actor],
        "this is the same login as `login`, which proves nothing. Give it its own body, or omit it.",
      );
  }
  return { ...given, own: { ...own, ...given.own } };
}

function addressOf(given: Json | undefined, target: string | undefined, { text, fail }: SettingsReader): string {
  if (given === undefined) {
    return fail(target === undefined ? [] : ["targets", target], MISSING_ADDRESS);
  }
  return baseUrlOf(text(String(given), ["baseUrl"]), "baseUrl", (problem) => fail(["baseUrl"], `it ${problem}`));
}
