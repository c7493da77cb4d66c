import { startSandbox } from "./team-api/sandbox/sandbox.js";
import type { Sandbox, SandboxOptions } from "./team-api/sandbox/sandbox-options.js";
import { TEAM_API } from "./team-api/team-api.js";
import type { Report } from "./verify/report/report.js";
import { type VerifySettings, verifyTarget } from "./verify/verify-target.js";

// The entry of the tools for programs. The commands of src/cli.ts do the same. Its declarations need no other package,
// because the build bundles the code of others.

export { UserError } from "./cli/user-error.js";
export { type Mock, type MockOptions, startMock as createMock } from "./mock/mock.js";
export type { Sandbox, SandboxOptions } from "./team-api/sandbox/sandbox-options.js";
export type { Disposable, Provision, Team } from "./verify/model/target/provision.js";
export type { Report } from "./verify/report/report.js";
export { writeReports } from "./verify/reporters/registry.js";
export type { Reporter } from "./verify/reporters/reporter.js";
export { terminalReport } from "./verify/reporters/terminal.js";
export type { RunEvent } from "./verify/verify.js";
export type { VerifySettings } from "./verify/verify-target.js";

/**
 * Starts the sandbox.
 *
 * @throws UserError if it cannot start; the message says what to do
 */
export const createSandbox: (options: SandboxOptions) => Promise<Sandbox> = startSandbox;

/**
 * Verifies a server as the command does, and returns the report. Nothing is printed or written.
 *
 * @throws UserError if the document or the target cannot be used; never because of what the server does
 */
export const verify = (settings: VerifySettings = {}): Promise<Report> => verifyTarget(settings, TEAM_API);
