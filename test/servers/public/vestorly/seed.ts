import type { JsonObject } from "#openapi/document/document.js";
import { numbersTo, seededTime, Tables } from "../tables.js";
import { idsOf, seededId } from "./resources.js";

const timeOf = (number: number) => new Date(seededTime(number)).toISOString();

const ROWS: Record<string, { last: number; row(number: number): JsonObject }> = {
  article: {
    last: 14,
    row: (number) => ({
      ...{ title: `Article ${number}`, body: `<p>Article ${number}</p>`, created_at: timeOf(number), topic: "Economy" },
      ...{ external_url: `https://news.example.com/${number}`, external_url_source: `Source ${1 + (number % 3)}` },
      ...{ image_height: 200, image_width: 300, is_responsive: true, suitability_score: String(number * 3) },
    }),
  },
  custom_feed: {
    last: 4,
    row: (number) => ({
      label: `Feed ${number}`,
      display_label: `Feed ${number}`,
      default: number === 1,
      popularity: 0.5,
    }),
  },
  custom_feed_filter: {
    last: 3,
    row: (number) => ({ custom_feed_id: seededId("custom_feed", number), source_ids: [seededId("source", number)] }),
  },
  group: {
    last: 4,
    row: (number) => ({
      name: `Group ${number}`,
      is_default: number === 1,
      is_hidden: false,
      number_articles_per_group: 5,
    }),
  },
  member: {
    last: 9,
    row: (number) => ({
      ...{
        email: `member-${number}@example.com`,
        first_name: "Mia",
        last_name: `Member ${number}`,
        is_client: number % 2 === 0,
      },
      ...{ subscribed_group_ids: [seededId("group", 1 + (number % 4))], tags: [] },
    }),
  },
  newsletter: {
    last: 3,
    row: (number) => ({ name: `Letter ${number}`, is_default: number === 1, is_sent: number < 3, click_count: number }),
  },
  newsletter_setting: {
    last: 2,
    row: (number) => ({ subject: `Weekly ${number}`, email_hour: 9, newsletter_ids: [seededId("newsletter", number)] }),
  },
  post: {
    last: 6,
    row: (number) => ({
      ...{ name: `Post ${number}`, title: `Post ${number}`, summary: "In short.", is_published: number % 2 === 0 },
      ...{
        group_ids: [seededId("group", 1)],
        created_at: timeOf(number),
        updated_at: timeOf(number),
        post_date: timeOf(number),
      },
      ...{ external_url: `https://news.example.com/${number}` },
    }),
  },
  source: {
    last: 5,
    row: (number) => ({
      ...{
        name: `Source ${number}`,
        url: `https://source-${number}.example.com`,
        rss_publisher: `Publisher ${number}`,
      },
      enabled: true,
    }),
  },
};

/** The data of a new server. */
export function seed(): Tables {
  const tables = new Tables();
  for (const [name, { last, row }] of Object.entries(ROWS)) {
    for (const number of numbersTo(last)) {
      const id = seededId(name, number);
      tables.put(name, id, { ...row(number), ...idsOf(name, id) });
    }
  }
  return tables;
}
