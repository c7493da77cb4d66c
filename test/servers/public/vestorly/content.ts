import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import {
  assertExist,
  assertFilled,
  assertUnique,
  bodyOf,
  created,
  found,
  matching,
  removed,
  sliced,
  textsOf,
  updated,
  wrapped,
} from "./resources.js";

/** Articles, ordered and searched as a request wants. */
function selectedArticles({ query }: ReadRequest, rows: readonly JsonObject[]): JsonObject[] {
  const { text_query, sort_by = "created_at", sort_direction = "desc" } = query;
  if (!["created_at", "title", "suitability_score"].includes(String(sort_by))) {
    throw new Rejection(422, "sort_by must be created_at, title or suitability_score");
  }
  if (!["asc", "desc"].includes(String(sort_direction))) throw new Rejection(422, "sort_direction must be asc or desc");
  const sorted = matching(rows, text_query, ["title", "summary", "topic"]).toSorted((one, other) =>
    String(one[String(sort_by)] ?? "") < String(other[String(sort_by)] ?? "") ? -1 : 1,
  );
  return sort_direction === "desc" ? sorted.toReversed() : sorted;
}

/** The articles of a feed: all of them, or those of the sources of its filter. */
function articlesOfFeed(request: ReadRequest, tables: Tables, feed: JsonObject): JsonObject[] {
  const filter = tables.rows("custom_feed_filter").find(({ custom_feed_id }) => custom_feed_id === feed._id);
  const names = textsOf(filter?.source_ids).map((id) => tables.find("source", id)?.name ?? "");
  const rows = tables
    .rows("article")
    .filter((row) => names.length === 0 || names.includes(row.external_url_source ?? ""));
  const { created_at_gte_days_ago: days } = request.query;
  if (days !== undefined && !/^\d{1,5}$/.test(String(days)))
    throw new Rejection(422, "created_at_gte_days_ago must be a number of days");
  const earliest = days === undefined ? 0 : Date.now() - Number(days) * 86_400_000;
  return selectedArticles(
    request,
    rows.filter((row) => Date.parse(String(row.created_at)) >= earliest),
  );
}

const FEEDS: Service<Tables>["handlers"] = {
  findCustomFeeds: (_, tables) => json(200, { custom_feeds: tables.rows("custom_feed") }),
  createCustomFeed(request, tables) {
    const fields = checkedFeed(request, tables);
    return created(tables, "custom_feed", { default: false, ...fields, display_label: fields.label ?? "" });
  },
  findCustomFeedByID: (request, tables) => wrapped("custom_feed", found(request, tables, "custom_feed")),
  updateCategoryById(request, tables) {
    const feed = found(request, tables, "custom_feed");
    const fields = checkedFeed(request, tables);
    return updated(tables, "custom_feed", feed, { ...fields, display_label: fields.label ?? "" });
  },
  deleteCustomFeed(request, tables) {
    const feed = found(request, tables, "custom_feed");
    for (const row of tables.rows("custom_feed_filter")) {
      if (row.custom_feed_id === feed._id) tables.remove("custom_feed_filter", String(row._id));
    }
    return removed(tables, "custom_feed", feed);
  },
  findCustomFeedArticles(request, tables) {
    const feed = found(request, tables, "custom_feed");
    return json(200, { articles: sliced(request, articlesOfFeed(request, tables, feed), 10) });
  },
  duplicateCustomFeed(request, tables) {
    const { _id: _, ...feed } = found(request, tables, "custom_feed");
    return created(tables, "custom_feed", { ...feed, default: false, label: `${String(feed.label)} (copy)` });
  },
};

function checkedFeed(request: ReadRequest, tables: Tables): JsonObject {
  const { social_posting_id: _, ...fields } = bodyOf(request);
  assertFilled(fields, "label");
  assertExist(tables, "custom_feed_filter", "custom_feed_filter_id", fields.custom_feed_filter_id);
  return fields;
}

function checkedFilter(request: ReadRequest, tables: Tables): JsonObject {
  const fields = bodyOf(request);
  assertExist(tables, "custom_feed", "custom_feed_id", fields.custom_feed_id);
  assertExist(tables, "source", "source_ids", fields.source_ids);
  return fields;
}

const FILTERS: Service<Tables>["handlers"] = {
  findCustomFeedFilters: (_, tables) => json(200, { custom_feed_filters: tables.rows("custom_feed_filter") }),
  createCustomFeedFilter: (request, tables) =>
    created(tables, "custom_feed_filter", { source_ids: [], ...checkedFilter(request, tables) }),
  findCustomFeedFilterByID: (request, tables) =>
    wrapped("custom_feed_filter", found(request, tables, "custom_feed_filter")),
  updateCustomFeedFilterById(request, tables) {
    const filter = found(request, tables, "custom_feed_filter");
    return updated(tables, "custom_feed_filter", filter, checkedFilter(request, tables));
  },
  deleteCustomFeedFilter: (request, tables) =>
    removed(tables, "custom_feed_filter", found(request, tables, "custom_feed_filter")),
};

function checkedSource(request: ReadRequest, tables: Tables, id = ""): JsonObject {
  const fields = bodyOf(request);
  for (const name of ["name", "url", "rss_publisher"]) assertFilled(fields, name);
  assertUnique(tables, "source", "url", fields, id);
  return fields;
}

const SOURCES: Service<Tables>["handlers"] = {
  findSources: (_, tables) => json(200, { sources: tables.rows("source") }),
  createSource: (request, tables) => created(tables, "source", { enabled: true, ...checkedSource(request, tables) }),
  getSourceByID: (request, tables) => wrapped("source", found(request, tables, "source")),
  updateSourceByID(request, tables) {
    const source = found(request, tables, "source");
    return updated(tables, "source", source, checkedSource(request, tables, String(source._id)));
  },
};

function checkedPost(request: ReadRequest, tables: Tables): JsonObject {
  const { _id: _, id: __, ...fields } = bodyOf(request);
  assertFilled(fields, "title");
  assertExist(tables, "group", "group_ids", fields.group_ids);
  assertExist(tables, "newsletter", "newsletter_ids", fields.newsletter_ids);
  assertExist(tables, "article", "article_id", fields.article_id);
  return fields;
}

/** Articles, feeds, sources and posts. */
export const CONTENT: Service<Tables>["handlers"] = {
  ...FEEDS,
  ...FILTERS,
  ...SOURCES,
  findArticles: (request, tables) =>
    json(200, { articles: sliced(request, selectedArticles(request, tables.rows("article")), 10) }),
  findArticleByID: (request, tables) => wrapped("article", found(request, tables, "article")),
  findPosts(request, tables) {
    const { text_query, external_url, is_published } = request.query;
    const posts = matching(tables.rows("post"), text_query, ["title", "summary"]).filter(
      (post) =>
        (external_url === undefined || post.external_url === external_url) &&
        (is_published === undefined || String(post.is_published ?? false) === is_published),
    );
    return json(200, { posts });
  },
  createPost(request, tables) {
    const time = new Date().toISOString();
    const defaults = { group_ids: [], is_published: false, post_date: time };
    return created(tables, "post", {
      ...defaults,
      created_at: time,
      updated_at: time,
      ...checkedPost(request, tables),
    });
  },
  getPostByID: (request, tables) => wrapped("post", found(request, tables, "post")),
  updatePostByID(request, tables) {
    const post = found(request, tables, "post");
    return updated(tables, "post", post, { updated_at: new Date().toISOString(), ...checkedPost(request, tables) });
  },
  findNewsletters: (_, tables) => json(200, { newsletters: tables.rows("newsletter") }),
  getNewsletterByID: (request, tables) => wrapped("newsletter", found(request, tables, "newsletter")),
  updateNewsletterByID: (request, tables) =>
    updated(tables, "newsletter", found(request, tables, "newsletter"), bodyOf(request)),
  findNewsletterSettings: (_, tables) => json(200, { newsletter_settings: tables.rows("newsletter_setting") }),
  findNewsletterSettingsByID: (request, tables) =>
    wrapped("newsletter_setting", found(request, tables, "newsletter_setting")),
  updateNewsletterSettingsByID(request, tables) {
    const setting = found(request, tables, "newsletter_setting");
    const { _id: _, ...fields } = asObject(bodyOf(request).newsletter_setting ?? {});
    for (const id of asList(fields.newsletter_ids ?? [])) assertExist(tables, "newsletter", "newsletter_ids", id);
    return updated(tables, "newsletter_setting", setting, fields);
  },
};
