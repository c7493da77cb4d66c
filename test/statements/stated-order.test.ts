import { expect, test } from "vitest";
import { operationsOf } from "#openapi/operations/operations.js";
import { type StatedOrder, statedOrder } from "#statements/stated-order.js";
import { documentOf } from "#test/verify/small-document.js";

test.each<[description: string, order: StatedOrder | undefined]>([
  ["Lists all posts, the newest first.", "newest"],
  ["Lists all posts, most recent first.", "newest"],
  ["Returns your products, with the most recently created products appearing first.", "newest"],
  ["Sorted by creation date, with the most recently created tax rates appearing first.", "newest"],
  ["The latest orders come first.", "newest"],
  ["Posts in reverse chronological order.", "newest"],
  ["The oldest entries are shown first.", "oldest"],
  ["The oldest entries shown first.", "oldest"],
  ["Lists the events in chronological order.", "oldest"],
  ["Lists the least recently used keys first.", "oldest"],
  ["Reads the latest version of the first document.", undefined],
  ["Lists all posts.", undefined],
])("%s states the order %s", (description, order) => {
  const get = { description, responses: { "200": { description: "A list." } } };
  const [operation] = operationsOf(documentOf({ "/posts": { get } }));
  expect(operation && statedOrder(operation)).toBe(order);
});
