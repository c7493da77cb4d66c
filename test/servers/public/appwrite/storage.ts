import { createHash } from "node:crypto";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { empty, json, type ServedRequest, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import { bodyOf, invalid, listed, newId, now, permissionsOf } from "./requests.js";

/** A file as clients see it: without its content. */
const shown = ({ content: _, ...file }: JsonObject): JsonObject => file;

/** The name, the type and the bytes of the part `file` of a form. */
function uploadedFile({ headers, body }: ServedRequest): JsonObject {
  const boundary = /boundary="?([^";]+)/.exec(headers["content-type"] ?? "")?.[1] ?? "";
  const parts = body.toString("latin1").split(`--${boundary}`);
  const part = parts.find((each) => /content-disposition:[^\r\n]*\bname="?file"?/i.test(each)) ?? "";
  const [head = "", ...rest] = part.split("\r\n\r\n");
  const content = rest.join("\r\n\r\n").replace(/\r\n$/, "");
  const name = /filename="([^"]*)"/i.exec(head)?.[1] ?? "file";
  const type = /content-type:\s*([^\r\n]+)/i.exec(head)?.[1] ?? "text/plain";
  return { name: Buffer.from(name, "latin1").toString("utf8"), mimeType: type, content };
}

/** A stored file. */
export function fileOf(
  id: string,
  { name = "", mimeType = "", content = "" }: JsonObject,
  permissions: JsonObject,
  time = now(),
): JsonObject {
  const bytes = Buffer.from(String(content), "latin1");
  const signature = createHash("md5").update(bytes).digest("hex");
  const size = { mimeType, signature, sizeOriginal: bytes.length };
  return { $id: id, $permissions: permissions, dateCreated: time, name, ...size, content };
}

/** Files. */
export const STORAGE: Service<Tables>["handlers"] = {
  storageListFiles: (request, tables) => listed(request, { name: "files", rows: tables.rows("file"), shown }),
  storageCreateFile(request, tables, served) {
    const { file: _, ...permissions } = bodyOf(request, ["file"]);
    const file = uploadedFile(served);
    if (String(file.content).length > 30_000_000) throw invalid("file", "File size not allowed");
    const id = newId();
    return json(201, shown(tables.put("file", id, fileOf(id, file, permissionsOf(permissions, {})))));
  },
  storageGetFile: (request, tables) => json(200, shown(tables.get("file", request.path.fileId))),
  storageUpdateFile(request, tables) {
    const file = tables.get("file", request.path.fileId);
    const $permissions = permissionsOf(bodyOf(request, ["read", "write"]), asObject(file.$permissions ?? {}));
    return json(200, shown(tables.put("file", String(file.$id), { ...file, $permissions })));
  },
  storageDeleteFile(request, tables) {
    const { $id = "" } = tables.get("file", request.path.fileId);
    tables.remove("file", $id);
    return empty(204);
  },
  storageGetFileDownload(request, tables) {
    const { name = "", mimeType = "", content = "" } = tables.get("file", request.path.fileId);
    const headers = {
      "Content-Type": String(mimeType),
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(String(name))}`,
    };
    return { status: 200, headers, body: Buffer.from(String(content), "latin1") };
  },
};
