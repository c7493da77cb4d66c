import { dirname, relative, resolve } from "node:path";
import { asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { isUrl } from "#openapi/files/read-url.js";
import type { WrittenSetting } from "../../report/settings-yaml.js";

/** The settings whose members have a line each, and how many names lead to a member. */
const DEPTHS: Readonly<Record<string, number>> = {
  credentials: 1,
  headers: 1,
  values: 3,
  parameters: 1,
  removals: 1,
  exclude: 1,
  severities: 2,
};

/** The lines of a setting. They name variables as the file in use does: no secret is in it. */
export function keptLines(name: string, value: Json | undefined): WrittenSetting[] {
  if (value === undefined) return [];
  if (name === "allowed" && Array.isArray(value)) return value.map((id) => ({ setting: [name, String(id)] }));
  return linesOf([name], value, DEPTHS[name] ?? 0);
}

function linesOf(setting: readonly string[], value: Json, depth: number): WrittenSetting[] {
  if (depth === 0 || !isObject(value) || Object.keys(value).length === 0) return [{ setting, value }];
  return Object.entries(value).flatMap(([name, member]) => linesOf([...setting, name], member ?? null, depth - 1));
}

/** Settings with their paths relative to another folder. */
export function movedSettings(settings: JsonObject, folder: string, file: string): JsonObject {
  const moved = (path: Json | undefined): Json | undefined => {
    if (typeof path !== "string" || isUrl(path)) return path;
    const found = relative(dirname(resolve(file)), resolve(folder, path)).replaceAll("\\", "/");
    return found.startsWith(".") ? found : `./${found}`;
  };
  const { spec, overlays, known, provision, clientCertificate } = settings;
  const { cert, key, ca } = asObject(clientCertificate);
  const given = {
    ...{ spec: moved(spec), known: moved(known), provision: moved(provision) },
    overlays: Array.isArray(overlays) ? overlays.map((path) => moved(path) ?? null) : undefined,
    clientCertificate: isObject(clientCertificate)
      ? { ...clientCertificate, ...defined({ cert: moved(cert), key: moved(key), ca: moved(ca) }) }
      : undefined,
  };
  return { ...settings, ...defined(given) };
}

function defined(members: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
