import type { JsonObject } from "#openapi/document/document.js";

/** What articles refer to. */
export interface Articles {
  authors: (number | string)[];
  cover: number | string;
}

const COUNT = 30;

const STATUSES = ["draft", "published", "archived"];

/** The collection of articles, its relations and its items, as requests create them. */
export const ARTICLES = {
  collection: {
    collection: "articles",
    meta: { icon: "article", note: "The articles of the newsroom", sort_field: "sort", versioning: true },
    schema: {},
    fields: [
      {
        field: "id",
        type: "integer",
        meta: { hidden: true, readonly: true },
        schema: { is_primary_key: true, has_auto_increment: true },
      },
      { field: "status", type: "string", meta: {}, schema: { default_value: "draft", is_nullable: false } },
      { field: "sort", type: "integer", meta: { hidden: true }, schema: {} },
      { field: "title", type: "string", meta: { required: true }, schema: { is_nullable: false } },
      { field: "body", type: "text", meta: {}, schema: {} },
      { field: "author", type: "uuid", meta: { special: ["m2o"] }, schema: {} },
      { field: "cover", type: "uuid", meta: { special: ["file"] }, schema: {} },
    ],
  },
  relations: [
    { collection: "articles", field: "author", related_collection: "directus_users" },
    { collection: "articles", field: "cover", related_collection: "directus_files" },
  ],
  items: ({ authors, cover }: Articles): JsonObject[] =>
    Array.from({ length: COUNT }, (_, index) => ({
      title: `Article ${index + 1}`,
      body: `The text of article ${index + 1}.`,
      status: STATUSES[index % STATUSES.length] ?? "draft",
      sort: index + 1,
      author: authors[index % authors.length] ?? null,
      cover: index % 3 === 0 ? cover : null,
    })),
};
