import { asObject, type JsonObject } from "#openapi/document/document.js";
import { json, Rejection, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import { removeDataset } from "./datasets.js";
import { removeJob } from "./jobs.js";
import { byName, keyIn, nameOf, namespaceOf, now, paged, present, requiredBody, rowsIn } from "./rows.js";

/** As the description of `putNamespace` says. */
const NAMESPACE = /^[a-zA-Z0-9_\-:/.]{1,1024}$/;

/** Creates a row, or changes the one that has the name already. Fields that are not sent keep their values. */
function put(tables: Tables, table: string, key: string, name: string, fields: JsonObject): JsonObject {
  const time = now();
  const before = tables.find(table, key) ?? { name, createdAt: time };
  return tables.put(table, key, { ...before, ...fields, updatedAt: time });
}

/** The operations of namespaces, sources and tags, which clients name. */
export const NAME_HANDLERS: Service<Tables>["handlers"] = {
  putNamespace(request, tables) {
    const name = nameOf(request, "namespace");
    const { ownerName, description } = requiredBody(request);
    if (!NAMESPACE.test(name)) {
      throw new Rejection(400, `namespace '${name}' must contain only letters, numbers, and the characters _-:/.`);
    }
    return json(200, put(tables, "namespace", keyIn(name), name, present({ ownerName, description })));
  },
  getNamespace: (request, tables) => json(200, namespaceOf(request, tables)),
  deleteNamespace(request, tables) {
    const namespace = namespaceOf(request, tables);
    const inside = { namespace: namespace.name ?? null };
    for (const job of rowsIn(tables, "job", inside)) removeJob(tables, job);
    for (const dataset of rowsIn(tables, "dataset", inside)) removeDataset(tables, dataset);
    tables.remove("namespace", keyIn(namespace.name));
    return json(200, namespace);
  },
  getNamespaces: (request, tables) => paged("namespaces", byName(tables.rows("namespace")), request),
  putSource(request, tables) {
    const name = nameOf(request, "source");
    const { type, connectionUrl, description } = requiredBody(request);
    return json(200, put(tables, "source", name, name, present({ type, connectionUrl, description })));
  },
  getSource(request, tables) {
    const name = nameOf(request, "source");
    const source = tables.find("source", name);
    if (!source) throw new Rejection(404, "The source is not found.");
    return json(200, source);
  },
  getSources: (request, tables) => paged("sources", byName(tables.rows("source")), request),
  putTag(request, tables) {
    const name = nameOf(request, "tag");
    const { description } = asObject(request.body);
    tables.put("tag", name, { ...tables.find("tag", name), name, ...present({ description }) });
    return json(200, { tags: byName(tables.rows("tag")) });
  },
  getTags: (request, tables) => paged("tags", byName(tables.rows("tag")), request),
};
