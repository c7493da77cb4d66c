import { tsImport } from "tsx/esm/api";

// Redocly CLI itself reads no TypeScript. Each import by tsx starts a loader that reads all modules again: there is one for all rules.
/** @type {typeof import("./shared-sources.js")} */
const sources = await tsImport("./shared-sources.ts", import.meta.url);

export const {
  extensionDefects,
  hasOwnExtensions,
  lostLinks,
  operationsOf,
  parentOf,
  percentDecoded,
  pointerNames,
  resolveIdentifiers,
  Resources,
} = sources;
export const { excludedMembers, SchemaValidator, similarName, unlistedOperations, unmetConditions, unshownFields } =
  sources;
