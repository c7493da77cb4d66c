import { json } from "../../service.js";
import type { Tables } from "../tables.js";
import { added, type Handlers, now, OK, ordered, put, refuse, rowOf, sentIn, tokenOf } from "./rows.js";

const FIELDS = ["name", "description", "defaultPriority", "sortKey"];
const IMAGE = "static/defaultapp.png";

/** Removes the messages of an application. */
export function removeMessages(tables: Tables, appid: number): void {
  for (const row of tables.rows("message")) if (row.appid === appid) tables.remove("message", row.id ?? 0);
}

/** Applications with their images and tokens. */
export const APPLICATIONS: Handlers = {
  getApps: (_, tables) => json(200, ordered(tables.rows("application"), "sortKey")),
  createApp: (request, tables) => {
    const defaults = { description: "", defaultPriority: 0, sortKey: `a${tables.rows("application").length}` };
    const set = { internal: false, image: IMAGE, createdAt: now(), token: tokenOf(tables, "A") };
    return json(200, added(tables, "application", { ...defaults, ...sentIn(request, FIELDS), ...set }));
  },
  updateApplication: (request, tables) => {
    const defaults = { description: "", defaultPriority: 0 };
    const row = rowOf(request, tables, "application");
    return json(200, put(tables, "application", { ...row, ...defaults, ...sentIn(request, FIELDS) }));
  },
  deleteApp: (request, tables) => {
    const { id = 0, internal } = rowOf(request, tables, "application");
    if (internal === true) refuse("cannot delete an internal application");
    removeMessages(tables, Number(id));
    tables.remove("application", id);
    return OK();
  },
  uploadAppImage: (request, tables) => {
    const row = rowOf(request, tables, "application");
    if (!request.files.file) refuse("the file is missing");
    return json(200, put(tables, "application", { ...row, image: `image/${tokenOf(tables, "I")}.png` }));
  },
  removeAppImage: (request, tables) => {
    const row = rowOf(request, tables, "application");
    if (row.image === IMAGE) refuse("the application has no image of its own");
    put(tables, "application", { ...row, image: IMAGE });
    return OK();
  },
  updateAppSecurity: (request, tables) => {
    const row = rowOf(request, tables, "application");
    if (sentIn(request, ["regenerateToken"]).regenerateToken !== true) return json(200, {});
    const token = tokenOf(tables, "A");
    put(tables, "application", { ...row, token });
    return json(200, { regenerateToken: { token } });
  },
};
