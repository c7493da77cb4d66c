import { isAbsolute } from "node:path";
import { CONTRACT, shellLine, shellQuoted } from "../cli/installation.js";
import type { ValueTypes } from "../generate/types/value-types.js";

/** The options by which the same package is written again. Its version is chosen each time. */
export interface WriteOptions {
  spec: string;
  overlays: readonly string[];
  name: string;
  out: string;
  types: ValueTypes;
}

/** The options that choose types. */
export function typeWords({ dates, int64 }: ValueTypes): string[] {
  return [...(dates ? ["--dates", dates] : []), ...(int64 ? ["--int64", int64] : [])];
}

/** The line by which npm installs a package from its folder. Without a dot, npm would take `packages/acme` for a repository. */
export function installLine(out: string): string {
  return `npm install ${shellWord(isAbsolute(out) || /^\.{1,2}([/\\]|$)/.test(out) ? out : `./${out}`)}`;
}

/** The line that writes a package again, from its document. */
export function writeLine({ spec, overlays, name, out, types }: WriteOptions): string {
  const words = [
    ...(spec === CONTRACT ? [] : ["--spec", spec]),
    ...overlays.flatMap((file) => ["--overlay", file]),
    ...["--name", name, "--out", out],
    ...typeWords(types),
  ];
  return shellLine("client", words.map(shellWord).join(" "));
}

/** A text as one word of a shell, quoted only where it has to be. */
function shellWord(text: string): string {
  return /^[\w@/.:-]+$/.test(text) ? text : shellQuoted(text);
}
