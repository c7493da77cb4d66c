import { CONTRACT } from "../../installation.js";
import { requirePeers } from "../../peers.js";
import type { TargetSettings } from "./resolve-target.js";

/**
 * Requires the packages for a run with these settings. Call it before a module is loaded that imports them.
 *
 * @throws UserError that says what to install, if a package is missing
 */
export function requireTargetPeers(settings: Pick<TargetSettings, "targetFile" | "baseUrl" | "spec">): void {
  const { targetFile, baseUrl, spec } = settings;
  const isEmbedded = targetFile === undefined && baseUrl === undefined;
  const needsFiles = targetFile !== undefined || spec !== CONTRACT;
  requirePeers(isEmbedded ? "verification of the sandbox" : needsFiles ? "verification by files" : "verification");
}
