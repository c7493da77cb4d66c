import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import type { SandboxKeys } from "#team-api/sandbox/keys/keys.js";
import { bodyOf } from "./answers.js";
import type { FaultyServer } from "./server.js";

/** An answer as a client sees it. */
export interface Got {
  status: number;
  type: string | null;
  body: JsonObject;
  text: string;
}

export interface Call {
  /** The first team's unless told; null for none; anything that is no name is the key itself. */
  key?: keyof SandboxKeys | null | { is: string };
  json?: unknown;
  body?: string;
}

/** Asks a faulty server directly, and its sandbox's control plane. */
export function clientOf(server: FaultyServer) {
  async function call(method: string, path: string, { key = "first", json, body }: Call = {}): Promise<Got> {
    const sent = json === undefined ? body : JSON.stringify(json);
    const bearer = key === null ? null : typeof key === "string" ? server.keys[key] : key.is;
    const response = await fetch(server.url + path, {
      method,
      headers: {
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(sent === undefined ? {} : { "content-type": "application/json" }),
      },
      redirect: "manual",
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await response.text();
    return { status: response.status, type: response.headers.get("content-type"), text, body: bodyOf({ body: text }) };
  }

  async function control(method: string, path: string, json?: unknown): Promise<JsonObject> {
    const response = await fetch(server.controlUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${server.controlToken}`,
        ...(json === undefined ? {} : { "content-type": "application/json" }),
      },
      body: json === undefined ? null : JSON.stringify(json),
    });
    return bodyOf({ body: await response.text() });
  }

  async function list(query = "", given: Call = {}) {
    const { status, body } = await call("GET", `/suppressions${query && `?${query}`}`, given);
    const data = asList(body.data).map(asObject);
    return { status, data, ids: data.map(({ id }) => String(id)), more: body.has_more };
  }

  return {
    call,
    control,
    list,
    /** A grant in force, of the first team unless told, with two tokens of each kind. */
    async grant(team = "first") {
      const { id, access_tokens, refresh_tokens } = await control("POST", "/grants", { team, tokens: 2 });
      const valid = async (tokens: unknown) => {
        const told = await Promise.all(asList(tokens).map((token) => control("POST", "/introspect", { token })));
        return told.filter(({ active }) => active === true).length;
      };
      return {
        path: `/oauth/grants/${String(id)}`,
        id: String(id),
        state: async () => {
          const { revoked_at } = await control("GET", `/grants/${String(id)}`);
          return { revoked_at, access: await valid(access_tokens), refresh: await valid(refresh_tokens) };
        },
      };
    },
    /** Adds an address, and returns its id. */
    async add(email: string): Promise<string> {
      return String((await call("POST", "/suppressions", { json: { email } })).body.id);
    },
    /** All ids that paging forward meets. */
    async walk(limit: number): Promise<string[]> {
      const met: string[] = [];
      for (let more: unknown = true; more === true && met.length < 1000; ) {
        const page = await list(`limit=${limit}${met.length > 0 ? `&after=${met.at(-1)}` : ""}`);
        met.push(...page.ids);
        more = page.more;
      }
      return met;
    },
  };
}
