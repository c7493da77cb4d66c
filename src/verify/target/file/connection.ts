import { resolve } from "node:path";
import { asObject, asText, type JsonObject } from "#openapi/document/document.js";
import type { Connection } from "../../model/request/connection.js";
import type { SettingsReader } from "../settings.js";

/** How requests reach the target. Its files are relative to the folder of the settings. */
export function connectionOf(
  { clientCertificate, proxy }: JsonObject,
  folder: string,
  reader: SettingsReader,
): Connection {
  const certificate = asObject(clientCertificate);
  const path = (name: string) => {
    const value = asText(certificate[name]);
    return value === undefined ? undefined : resolve(folder, value);
  };
  const passphrase = asText(certificate.passphrase);
  return {
    proxy: typeof proxy === "string" ? requireProxy(reader.text(proxy, ["proxy"]), reader) : undefined,
    cert: path("cert"),
    key: path("key"),
    ca: path("ca"),
    passphrase: passphrase && reader.text(passphrase, ["clientCertificate", "passphrase"]),
  };
}

/** The message does not show the value, which may hold a password. */
function requireProxy(value: string, { fail }: SettingsReader): string {
  const isProxy = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  return isProxy ? value : fail(["proxy"], "it is not the URL of a proxy. Write http://host:port, or https://.");
}
