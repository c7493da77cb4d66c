import { describe, expect, test } from "vitest";
import { parseJson } from "#http/body/parse-json.js";
import { isSequence, itemsOf, type SequenceItem, sequenceText } from "#http/body/sequence.js";
import type { Json } from "#openapi/document/document.js";

const value = (item: Json): SequenceItem => ({ value: item });

describe("the items of a sequence", () => {
  test.each<[name: string, type: string, text: string, isWhole: boolean, want: SequenceItem[]]>([
    ["lines of JSON", "application/jsonl", '{"a":1}\n\n2\n', true, [value({ a: 1 }), value(2)]],
    ["a last line without a line break, of a whole text", "application/x-ndjson", "1\n2", true, [value(1), value(2)]],
    ["a last line that has not arrived as a whole", "application/x-ndjson", '1\n{"a"', false, [value(1)]],
    ["a line that is not JSON", "application/jsonl", "1\nx\n", true, [value(1), { problem: "is not JSON" }]],
    ["records", "application/json-seq", '\u001e{"a":1}\n\u001e2\n', true, [value({ a: 1 }), value(2)]],
    ["records of another format", "application/geo+json-seq", "\u001e1\n", false, [value(1)]],
    ["a last record that has not arrived", "application/json-seq", '\u001e1\n\u001e{"a', false, [value(1)]],
    [
      "events with all fields",
      "text/event-stream; charset=utf-8",
      "\ufeff: a comment\nevent: add\nid: 7\nretry: 5\nother: x\ndata: one\ndata:two\n\n",
      true,
      [value({ event: "add", id: "7", retry: 5, data: "one\ntwo" })],
    ],
    [
      "events with other line breaks",
      "text/event-stream",
      "data: 1\r\n\r\ndata: 2\r\rdata: 3\n\n",
      true,
      ["1", "2", "3"].map((data) => value({ data })),
    ],
    [
      "an event without data, and one without an end",
      "text/event-stream",
      "retry: 5\n\ndata: 1\n\ndata: 2\n",
      true,
      [value({ data: "1" })],
    ],
    [
      "parts",
      "multipart/mixed; boundary=b",
      '--b\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n--b\r\n\r\ntext\r\n\r\nmore\r\n--b--\r\n',
      true,
      [value({ a: 1 }), value("text\r\n\r\nmore")],
    ],
    [
      "a part without an end",
      'multipart/mixed; boundary="b"',
      "--b\r\n\r\none\r\n--b\r\n\r\ntw",
      false,
      [value("one")],
    ],
  ])("%s", (_, type, text, isWhole, want) => {
    expect(itemsOf(type, text, isWhole, parseJson)).toEqual(want);
  });

  test.each<[string, Json[]]>([
    ["application/jsonl", [{ a: 1 }, "x"]],
    ["application/json-seq", [{ a: 1 }, null]],
    ["text/event-stream", [{ data: "one\ntwo", event: "add" }, { data: "2" }]],
  ])("are the same after they were written as %s", (type, items) => {
    expect(itemsOf(type, sequenceText(type, items), true, parseJson)).toEqual(items.map(value));
  });

  test.each([
    ["application/json", false],
    ["text/plain", false],
    ["text/Event-Stream;charset=utf-8", true],
  ])("%s is a sequence: %s", (type, want) => {
    expect(isSequence(type)).toBe(want);
  });
});
