// The entry of the tools for programs. The commands of src/cli.ts do the same.

export { type Mock, type MockOptions, startMock as createMock } from "./mock/mock.js";
export { type Sandbox, type SandboxOptions, startSandbox as createSandbox } from "./sandbox/sandbox.js";
export { UserError } from "./user-error.js";
export type { Disposable, Provision, Team } from "./verify/model/provision.js";
export type { Report } from "./verify/report/report.js";
export { writeReports } from "./verify/reporters/registry.js";
export type { Reporter } from "./verify/reporters/reporter.js";
export { terminalReport } from "./verify/reporters/terminal.js";
export type { RunEvent } from "./verify/verify.js";
export { type VerifySettings, verifyTarget as verify } from "./verify/verify-target.js";
