import { string } from "./assertions.js";
import { call, type Query, type Reply, success } from "./send.js";
import { key } from "./settings.js";
import { type Suppression, suppressionOf } from "./suppression.js";

export function revoke(id: string, as: string = key): Promise<Reply> {
  return call("DELETE", `/oauth/grants/${encodeURIComponent(id)}`, { key: as });
}

export function add(email: unknown, as: string = key): Promise<Reply> {
  return call("POST", "/suppressions", { key: as, json: { email } });
}

export function retrieve(idOrEmail: string, as: string = key): Promise<Reply> {
  return call("GET", `/suppressions/${encodeURIComponent(idOrEmail)}`, { key: as });
}

export function list(query: Query, as: string = key): Promise<Reply> {
  return call("GET", "/suppressions", { key: as, query });
}

export function retrieveImport(id: string, as: string = key): Promise<Reply> {
  return call("GET", `/contacts/imports/${encodeURIComponent(id)}`, { key: as });
}

export async function added(email: string, as: string = key): Promise<string> {
  const reply = await add(email, as);
  return string(success(reply).id, `${reply.label}: id`);
}

export async function retrieved(idOrEmail: string, as: string = key): Promise<Suppression> {
  const reply = await retrieve(idOrEmail, as);
  return suppressionOf(success(reply), reply.label);
}

export async function importFields(id: string, as: string = key): Promise<Record<string, unknown>> {
  return success(await retrieveImport(id, as));
}
