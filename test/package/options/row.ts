/** A call of a command in an empty folder, and what it does there. Text in angle brackets stands for an address: `<right>`. */
export interface Row {
  /** The command and its arguments. */
  args: string;
  /** Calls before it, in the same folder, with any result. */
  before?: readonly string[];
  /** Files of the folder, by their names. */
  files?: readonly FileName[];
  /** The exit code (default: 0); null if the signal ends it. */
  code?: number | null;
  /** What it prints, on either output. */
  prints?: RegExp;
  /** Files that it writes, and what is in each. */
  writes?: Readonly<Record<string, RegExp>>;
}

/** A call of a command that serves until a signal ends it. */
export interface ServingRow extends Row {
  /** A request below its address, and what the response has: status line, headers and body. */
  get: string;
  responds: RegExp;
}

type FileName = keyof typeof FILES;

const THINGS = `openapi: 3.1.1
info: { title: Things, version: 1.0.0 }
components: { securitySchemes: { Key: { type: http, scheme: bearer } } }
security: [{ Key: [] }]
paths:
  /things:
    get:
      operationId: listThings
      responses:
        "200":
          description: The things.
          content:
            application/json:
              schema: { type: object, required: [made], properties: { made: { type: string, format: date-time } } }
              example: { made: "2026-01-02T03:04:05Z" }
        "401": { description: The key is missing or unknown. }
`;

const ITEMS = `openapi: 3.1.1
info: { title: Items, version: 1.0.0 }
components:
  schemas: { Item: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } } }
paths:
  /items:
    get:
      operationId: listItems
      responses:
        "200":
          description: The items.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Item" } } } }
  /items/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getItem
      responses:
        "200":
          description: The item.
          content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } }
        "404": { description: There is no such item. }
    delete:
      operationId: deleteItem
      responses: { "204": { description: Deleted. }, "404": { description: There is no such item. } }
`;

const SENT = {
  method: "GET",
  url: "http://things.example/things",
  httpVersion: "HTTP/1.1",
  headers: [],
  queryString: [],
};
const RECEIVED = {
  ...{ status: 200, statusText: "OK", httpVersion: "HTTP/1.1" },
  headers: [{ name: "content-type", value: "application/json" }],
  content: { size: 2, mimeType: "application/json", text: "{}" },
};

/** The files that rows need. */
export const FILES = {
  "things.yaml": THINGS,
  // The schema of the response is not one.
  "defective.yaml": THINGS.replace("required: [made]", "required: made"),
  "overlay.yaml": `overlay: 1.0.0
info: { title: Other title, version: 1.0.0 }
actions: [{ target: $.info, update: { title: Overlaid } }]
`,
  "team-api.yaml":
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the form of variables in the file
    "spec: things.yaml\ntargets: { staging: { baseUrl: <right>, credentials: { Key: '${ANY_KEY}' } } }\n",
  "items.yaml": ITEMS,
  "seed.json": JSON.stringify({ "/items": [{ id: 7, name: "seeded" }] }),
  "auth.yaml": JSON.stringify({
    auth: [{ name: "kim", fixedHeaders: [{ name: "Authorization", value: "Bearer k" }] }],
  }),
  "traffic.har": JSON.stringify({
    log: { version: "1.2", creator: { name: "t", version: "1" }, entries: [{ request: SENT, response: RECEIVED }] },
  }),
};
