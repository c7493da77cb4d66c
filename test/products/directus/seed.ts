import { asObject, asText, type Json, type JsonObject } from "#openapi/document/document.js";
import { sendJson } from "../send-json.js";
import { ARTICLES, type Articles } from "./articles.js";

/** For each user. Their ids include those of the examples in the document. */
const BOOKMARKS = 40;

const PERSONS = ["Ada", "Grace", "Edsger", "Barbara"];

/** Creates a newsroom: people with roles, articles with pictures, and what they configured. */
export async function seedDirectus(url: string, token: string): Promise<void> {
  const send = async (method: string, path: string, body: Json | FormData): Promise<JsonObject> =>
    asObject(asObject(await sendJson(url + path, { method, body, token })).data);
  const create = async (path: string, body: Json | FormData) => {
    const { id } = await send("POST", path, body);
    return typeof id === "number" ? id : (asText(id) ?? "");
  };
  await send("PATCH", "/settings", { project_name: "Newsroom", project_color: "#336699", default_language: "en-US" });

  const read = { collection: "articles", action: "read", fields: ["*"], permissions: {}, validation: {} };
  const policy = await create("/policies", { name: "Readers", app_access: true, permissions: [read] });
  const editing = [read, { ...read, action: "update" }, { ...read, action: "create" }];
  const editors = await create("/policies", { name: "Editors", app_access: true, permissions: editing });
  const reader = await create("/roles", { name: "Reader", policies: [{ policy }] });
  const editor = await create("/roles", { name: "Editor", parent: reader, policies: [{ policy: editors }] });
  const users = [];
  for (const [index, name] of PERSONS.entries()) {
    const email = `${name.toLowerCase()}@example.com`;
    const role = index < 2 ? editor : reader;
    users.push(
      await create("/users", { first_name: name, email, password: `password of ${name}`, role, status: "active" }),
    );
  }

  const pictures = await create("/folders", { name: "Pictures" });
  const portraits = await create("/folders", { name: "Portraits", parent: pictures });
  await create("/folders", { name: "Archive" });
  const cover = await create("/files", upload("cover.svg", "image/svg+xml", pictures));
  await create("/files", upload("portrait.svg", "image/svg+xml", portraits));
  await create("/files", upload("notes.txt", "text/plain", pictures));

  await send("POST", "/collections", ARTICLES.collection);
  for (const relation of ARTICLES.relations) await send("POST", "/relations", relation);
  const articles = [];
  for (const article of ARTICLES.items({ authors: users, cover }))
    articles.push(await create("/items/articles", article));
  await send("PATCH", `/items/articles/${articles[0]}`, { status: "published" });
  await configure(create, { users, role: editor, article: String(articles[0]) });
}

async function configure(
  create: (path: string, body: Json) => Promise<number | string>,
  { users, role, article }: { users: Articles["authors"]; role: number | string; article: string },
): Promise<void> {
  for (const user of [null, ...users]) {
    const layout_query = { tabular: { sort: ["title"], page: 1 } };
    for (let count = 1; count <= BOOKMARKS; count += 1) {
      const bookmark = `Bookmark ${count}`;
      await create("/presets", { collection: "articles", user, bookmark, layout: "tabular", layout_query });
    }
  }
  const [user = null] = users;
  const flow = await create("/flows", { name: "Review", status: "active", trigger: "manual", accountability: "all" });
  const log = { name: "Log", key: "log", type: "log", position_x: 20, position_y: 1, options: { message: "Reviewed" } };
  await create("/operations", { ...log, flow });
  const dashboard = await create("/dashboards", { name: "Overview", icon: "space_dashboard" });
  const size = { position_x: 1, position_y: 1, width: 12, height: 8 };
  await create("/panels", { dashboard, name: "Articles", type: "label", ...size, options: { text: "Articles" } });
  await create("/comments", { collection: "articles", item: article, comment: "Check the numbers." });
  await create("/versions", { key: "draft", name: "Draft", collection: "articles", item: article });
  await create("/translations", { language: "de-DE", key: "articles", value: "Artikel" });
  await create("/shares", { name: "For review", collection: "articles", item: article, role });
  await create("/notifications", { recipient: user, subject: "Deadline", message: "Today", status: "inbox" });
}

function upload(name: string, type: string, folder: number | string): FormData {
  const content = type === "text/plain" ? "Notes of the newsroom.\n" : '<svg xmlns="http://www.w3.org/2000/svg"/>\n';
  const form = new FormData();
  // The fields come before the file, because Directus reads them in this order.
  form.set("title", name);
  form.set("folder", String(folder));
  form.set("file", new Blob([content], { type }), name);
  return form;
}
