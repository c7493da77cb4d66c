import { json, type ReadRequest, type ServedResponse } from "../../service.js";
import type { Tables } from "../tables.js";
import { type Handlers, OK, put, refuse, rowOf } from "./rows.js";

function enable(request: ReadRequest, tables: Tables, enabled: boolean): ServedResponse {
  put(tables, "plugin", { ...rowOf(request, tables, "plugin"), enabled });
  return OK();
}

/** Plugins, and the state of the server. */
export const SYSTEM: Handlers = {
  getPlugins: (_, tables) =>
    json(
      200,
      tables.rows("plugin").map(({ config: _config, ...row }) => row),
    ),
  getPluginConfig: (request, tables) => {
    const { config = "" } = rowOf(request, tables, "plugin");
    return { status: 200, headers: { "Content-Type": "application/x-yaml" }, body: String(config) };
  },
  updatePluginConfig: (request, tables, { body }) => {
    const row = rowOf(request, tables, "plugin");
    const text = body.toString();
    if (!/^\w+:/.test(text)) refuse("the configuration is invalid");
    put(tables, "plugin", { ...row, config: text });
    return OK();
  },
  enablePlugin: (request, tables) => enable(request, tables, true),
  disablePlugin: (request, tables) => enable(request, tables, false),
  getPluginDisplay: (request, tables) => {
    const { name = "", enabled = false } = rowOf(request, tables, "plugin");
    return json(200, `# ${name}\n\n${enabled === true ? "It runs." : "It is disabled."}`);
  },
  getHealth: () => json(200, { health: "green", database: "green" }),
  getVersion: () => json(200, { version: "2.9.0", commit: "d543a8a", buildDate: "2026-01-04T09:30:00Z" }),
  getInfo: () => json(200, { version: "2.9.0", register: false, oidc: false }),
};
