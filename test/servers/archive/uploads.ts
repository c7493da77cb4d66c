import { Rejection, type ServedRequest } from "../service.js";
import type { Content } from "./state.js";

/** A part of a form, with the name of its file. */
interface UploadedPart extends Content {
  name: string;
}

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+( *; *[\w.+-]+=("[\x20-\x7e]*"|[\w.+-]+))*$/;

/** The bytes of a part of a form (RFC 7578). */
export function uploadedPart({ headers, body }: ServedRequest, wanted: string): UploadedPart {
  const boundary = /boundary="?([^";]+)"?/i.exec(headers["content-type"] ?? "")?.[1] ?? "";
  const parts = body.toString("latin1").split(`--${boundary}`).slice(1, -1);
  for (const part of parts) {
    const [head = ""] = part.split("\r\n\r\n");
    if (/[; ]name="?([^";\r\n]*)"?/i.exec(head)?.[1] !== wanted) continue;
    const type = (/^content-type:(.*)$/im.exec(head)?.[1] ?? "application/octet-stream").trim();
    if (!MEDIA_TYPE.test(type)) throw new Rejection(415, "The media type of the file is not supported.");
    const name = /filename="([^"\r\n]*)"/i.exec(head)?.[1] ?? "file";
    const bytes = Buffer.from(part.slice(head.length + 4, -2), "latin1");
    return { type, name: Buffer.from(name, "latin1").toString("utf8").replaceAll("%22", '"'), bytes };
  }
  throw new Rejection(400, `The part ${wanted} is missing.`);
}

/** The header of a download (RFC 6266, 4). */
export function attachment(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
