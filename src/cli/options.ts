import { CONTRACT, contractName } from "./installation.js";
import { choice, flag, list, type Option, orDefault, text, wholeNumber } from "./option.js";
import { UserError } from "./user-error.js";

// Options that several commands have.

export const SPEC = orDefault(
  text("--spec FILE", "the contract: a file or an http(s) URL"),
  CONTRACT,
  contractName(CONTRACT),
);

/** The same, where a file may name the contract too: undefined if the option is not given. */
export const GIVEN_SPEC = text("--spec FILE", SPEC.help);

/** The headers of requests for the contract and its files. They may hold a key: no message shows them. */
export const SPEC_HEADERS: Option<readonly (readonly [name: string, value: string])[]> = {
  written: "--spec-header HEADER",
  help: "a header that the contract at a URL needs, such as 'Authorization: Bearer KEY'; repeatable",
  read: (given, name) =>
    given.map((line) => {
      const [, header = "", value = ""] = /^([\w!#$%&'*+.^`|~-]+):\s*(\S.*)$/.exec(line) ?? [];
      if (header === "") throw new UserError(`${name} needs a name and a value. Example: ${name} 'X-Key: KEY'`);
      return [header, value];
    }),
};

export const OVERLAYS = list("--overlay FILE", "change the contract by an overlay (Overlay 1.0) before it is used");

export const STRICT_DOCUMENT = flag(
  "--strict-document",
  "refuse a contract with defects (default: print a warning for each, and leave out what depends on it)",
);

export const DATES = choice(
  "--dates TYPE",
  "read texts of the format date-time as Date or Temporal (default: they stay texts)",
  { Date: "Date", Temporal: "Temporal" },
);

export const INT64 = choice(
  "--int64 TYPE",
  "read numbers of the format int64 as bigint or string, with all digits (default: number, which rounds them beyond 2 ** 53)",
  { bigint: "bigint", number: "number", string: "string" },
);

export const QUIET = flag("--quiet", "do not print each request");

/** The default port of each server. */
export const PORTS = { page: 4000, mock: 4010, sandbox: 4020, proxy: 4030 };

/** An option for a port. */
export function port(written: string, help: string) {
  return wholeNumber(written, help, 0, 65_535);
}

/** Where a server listens. */
export function listening(server: keyof typeof PORTS) {
  return {
    port: orDefault(port("--port N", "the port to listen on, 0 for any free port"), PORTS[server]),
    host: orDefault(text("--host NAME", "the address to listen on"), "127.0.0.1"),
  };
}
