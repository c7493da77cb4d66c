import { expect, test } from "vitest";
import { startMock } from "#mock/mock.js";

test("a document that is read already is served without reading it again", async () => {
  const document = {
    openapi: "3.1.1",
    info: { title: "Given", version: "1" },
    paths: { "/things": { get: { responses: { 200: { content: { "application/json": { example: [1] } } } } } } },
  };
  const mock = await startMock({ spec: "no-such-file.yaml", document, port: 0 });
  try {
    expect(mock.document).toBe(document);
    expect(await (await fetch(`${mock.url}/things`)).json()).toEqual([1]);
  } finally {
    await mock.close();
  }
});
