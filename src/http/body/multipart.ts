import { randomUUID } from "node:crypto";
import { escapedName } from "./form-parts.js";

/** Whether a part of `FormData` is a file. A text or JSON that has a media type is a Blob there, which is named `blob`. */
export function isNamed({ name, type }: File): boolean {
  return !(name === "blob" && /^text\/|[/+]json\b/i.test(type));
}

/**
 * A multipart form as bytes (RFC 7578). `FormData` has media types only for files. A part of JSON or text is not a file, so
 * it has no file name.
 */
export async function multipartBytes(form: FormData): Promise<{ bytes: Buffer; type: string }> {
  const boundary = `----form-${randomUUID()}`;
  const parts: Buffer[] = [];
  for (const [name, value] of form) {
    const isText = typeof value === "string";
    const isFile = !isText && isNamed(value);
    const head = [
      `--${boundary}`,
      `Content-Disposition: form-data; name="${escapedName(name)}"${isFile ? `; filename="${escapedName(value.name)}"` : ""}`,
      ...(isText ? [] : [`Content-Type: ${value.type || "application/octet-stream"}`]),
    ].join("\r\n");
    const content = isText ? Buffer.from(value.replace(/\r?\n|\r/g, "\r\n")) : Buffer.from(await value.arrayBuffer());
    parts.push(Buffer.from(`${head}\r\n\r\n`), content, Buffer.from("\r\n"));
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { bytes: Buffer.concat(parts), type: `multipart/form-data; boundary=${boundary}` };
}
