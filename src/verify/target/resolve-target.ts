import { randomInt } from "node:crypto";
import { KEY_VARIABLE } from "#cli/installation.js";
import type { OptionValues } from "#cli/option.js";
import { UserError } from "#cli/user-error.js";
import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { needsKey, securitySchemes } from "#openapi/operations/security.js";
import { hashOf } from "#values/random/randomness.js";
import type { Api } from "../model/api.js";
import { DIRECT } from "../model/request/connection.js";
import { DEFAULT_LIMITS, type LIMITS, limitsOf } from "../model/target/limits.js";
import { givenAuthorization, singleCredential, type Target } from "../model/target/target.js";
import { type EmbeddedKind, startEmbeddedTarget } from "./embedded-target.js";
import type { SettingsFile } from "./file/settings-file.js";
import { withIssuedTokens } from "./issued-tokens.js";
import { baseUrlOf, isHeaderText, NOT_HEADER_TEXT } from "./settings.js";
import { judgingSettings, type TargetFile, targetOf } from "./target-file.js";
import type { TARGET_OPTIONS } from "./target-options.js";

/** The settings of a run that concern its target. */
export interface TargetSettings extends Partial<OptionValues<typeof TARGET_OPTIONS & typeof LIMITS>> {
  /**
   * The server that is started without a target file and a base URL. By default, it is the sandbox, if it serves the
   * contract.
   */
  embedded?: EmbeddedKind;
  /** Whether the test cases are only listed (default: false). */
  plan?: boolean;
}

/** The settings of a run after its file was found. The contract is known, and the rest of the file is not read yet. */
export interface FoundSettings extends TargetSettings {
  spec: string;
  /** Undefined if no file has settings. */
  file: SettingsFile | undefined;
}

/** A target that is ready for a run. */
export interface ResolvedTarget {
  /** Its address, or the name of a target that was started for the run. */
  name: string;
  target: Target;
  /** How many requests may be sent at once; undefined if nothing sets it. */
  parallel: number | undefined;
  /** Stops a target that was started for the run. */
  close(): Promise<void>;
}

/**
 * Finds the target of a run. It is that of its file, the one at an address, or one that is started for the run.
 *
 * @param api whose sandbox may be started
 * @throws UserError if a setting is invalid, or a key is missing
 */
export async function resolveTarget(
  settings: FoundSettings,
  document: OpenApiDocument,
  api: Pick<Api, "startSandbox">,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ResolvedTarget> {
  const common = {
    values: {},
    headers: {},
    connection: DIRECT,
    restart: undefined,
    strict: settings.strict ?? false,
    seed: settings.seed === "random" ? randomInt(2 ** 32) : (settings.seed ?? seedOfDocument(document)),
  };
  return isEmbedded(settings)
    ? startedTarget(settings, document, api, common)
    : givenTarget(settings, document, environment, common);
}

/** The parts of a target that no server has of its own. */
type CommonParts = Pick<Target, "values" | "headers" | "connection" | "restart" | "strict" | "seed">;

/** A server that is started for the run. */
async function startedTarget(
  settings: FoundSettings,
  document: OpenApiDocument,
  api: Pick<Api, "startSandbox">,
  common: CommonParts,
): Promise<ResolvedTarget> {
  const { file, embedded, plan, noKey = false } = settings;
  const { name, target, close } = await startEmbeddedTarget(settings, document, api, embedded, plan);
  // A server of one process has no replicas.
  const { parallel, ...limits } = { ...DEFAULT_LIMITS, settle: 0, ...limitsOf(settings) };
  return {
    name,
    close,
    parallel,
    target: {
      ...common,
      ...target,
      ...limits,
      ...(file ? await judgingSettings(file, document) : {}),
      ...(noKey ? { withoutKey: true, credentials: {} } : {}),
      writes: "creations",
      hasExampleData: true,
    },
  };
}

/** The server of the file, or the one at the given address. */
async function givenTarget(
  settings: FoundSettings,
  document: OpenApiDocument,
  environment: NodeJS.ProcessEnv,
  common: CommonParts,
): Promise<ResolvedTarget> {
  const { file } = settings;
  const content: Partial<TargetFile> = file
    ? await targetOf(file, document, environment, settings.baseUrl !== undefined)
    : {};
  const { provision, limits: fileLimits, ...server } = content;
  const { parallel, ...limits } = { ...DEFAULT_LIMITS, ...fileLimits, ...limitsOf(settings) };
  const baseUrl = server.baseUrl ?? baseUrlOf(settings.baseUrl ?? "", "--base-url");
  const withoutKey = settings.noKey === true || server.withoutKey === true;
  const target: Target = {
    ...common,
    ...limits,
    ...server,
    baseUrl,
    withoutKey,
    credentials: withoutKey ? {} : (server.credentials ?? credentialsFrom(environment, document, settings, server)),
    writes: settings.allowWrites ?? server.writes ?? "none",
    hasExampleData: false,
    keepsState: settings.stateless !== true,
    provision: provision === undefined ? undefined : { module: provision, url: baseUrl },
  };
  if (!withoutKey && !target.credentials.own && !givenAuthorization(target) && requiresKey(document)) {
    throw new UserError(
      `${file?.name}: the contract requires an API key. Add one under credentials, by the name of its security scheme. For a server without authentication, write credentials: none.`,
    );
  }
  // A plan sends nothing.
  const credentials = settings.plan ? target.credentials : await withIssuedTokens(target, file?.name ?? "");
  return { name: baseUrl, target: { ...target, credentials }, parallel, close: async () => {} };
}

/** Whether a server is started for the run: neither the settings nor their file name one. */
function isEmbedded({ targetFile, baseUrl, embedded, file }: FoundSettings): boolean {
  if (targetFile !== undefined || baseUrl !== undefined) return false;
  return embedded !== undefined || file?.settings.baseUrl === undefined;
}

/** @throws UserError if the document requires a key and the variable holds none */
function credentialsFrom(
  environment: NodeJS.ProcessEnv,
  document: OpenApiDocument,
  { keyVariable: variable = KEY_VARIABLE }: FoundSettings,
  { headers = {} }: Pick<Partial<TargetFile>, "headers">,
): Target["credentials"] {
  if (givenAuthorization({ headers })) return {};
  const key = Object.hasOwn(environment, variable) ? environment[variable] : undefined;
  if (!key) {
    if (!requiresKey(document)) return {};
    throw new UserError(
      `The contract requires an API key. Set it in the environment: ${variable}=… (or name another variable: --key-env). For a server without authentication: --no-key.`,
    );
  }
  const schemes = Object.values(securitySchemes(document));
  if (schemes.length > 0 && schemes.every(({ type }) => type === "basic") && !key.includes(":")) {
    throw new UserError(
      `The contract uses HTTP Basic. Set ${variable} to user and password: ${variable}=user:password`,
    );
  }
  if (!isHeaderText(key)) throw new UserError(`${variable} ${NOT_HEADER_TEXT}`);
  return { own: singleCredential(key, variable) };
}

function requiresKey(document: OpenApiDocument): boolean {
  return operationsOf(document).some(needsKey);
}

/** The seed of a document: the same values in each run, also after changes to other parts of it. */
function seedOfDocument({ info }: OpenApiDocument): number {
  return hashOf(String(asObject(info).title));
}
