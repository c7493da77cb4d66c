import type { ConditionOptions } from "#conditions/condition-options.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import type { LogFormat, Write } from "./http/log-format.js";
import type { SandboxKeys } from "./keys/keys.js";

// The public part of a sandbox. Its declarations need no other package.

export interface SandboxOptions {
  /** 0 for any free port. */
  port: number;
  /** The host to listen on (default: 127.0.0.1). */
  host?: string;
  /** `:memory:`, the path of a SQLite file, or the URL of a PostgreSQL database (default: `:memory:`). */
  database?: string;
  /** The contract, bundled (default: generated/openapi.json). */
  document?: OpenApiDocument;
  /** The API keys (default: the well-known keys). They stay in this process. */
  keys?: SandboxKeys;
  /** The number of suppressions to generate (default: 0). */
  rows?: number;
  /** Delays, failures and a limit of requests, outside the control plane (default: none). */
  conditions?: ConditionOptions;
  /** Serve the control plane under `/_sandbox` (default: false). */
  control?: boolean;
  /** The token that the control plane requires as `Authorization: Bearer TOKEN` (default: a random one). */
  controlToken?: string | undefined;
  /** How long a request may take to arrive, in milliseconds (default: 30,000). */
  requestTimeout?: number;
  log?: { write: Write; format: LogFormat };
}

/** A running sandbox. */
export interface Sandbox {
  /** The base URL, without a slash at the end. */
  url: string;
  keys: SandboxKeys;
  document: OpenApiDocument;
  /** The token that the control plane requires; undefined without a control plane. */
  controlToken: string | undefined;
  /** The database in words, without user or password. */
  database: string;
  /** Stops after the responses to current requests. */
  close(): Promise<void>;
}
