import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import type { SecurityScheme } from "#openapi/operations/security.js";
import { shellOutput } from "#test/shell.js";
import { type CredentialUse, GENERATED, type RequestSpec } from "#verify/model/request/request-spec.js";
import { singleCredential, type Target } from "#verify/model/target/target.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { curl } from "#verify/transport/curl.js";
import { type PreparedRequest, prepareRequest } from "#verify/transport/prepare-request.js";
import { documentOf } from "../small-document.js";

const SCHEMES: Record<string, SecurityScheme> = {
  Bearer: { type: "bearer" },
  Query: { type: "apiKey", in: "query", name: "key" },
  Cookie: { type: "apiKey", in: "cookie", name: "session" },
  Basic: { type: "basic" },
};

const TARGET: Pick<Target, "baseUrl" | "credentials" | "headers"> = {
  baseUrl: "https://api.example.com",
  credentials: { own: singleCredential("s3cret", "KEY"), otherTeam: singleCredential("th3irs", "OTHER") },
  headers: {},
};

/** A request of an operation at `/things/{id}` with parameters by location and name. */
function specOf({
  values = {},
  parameters = [],
  method = "get",
  scheme = "Bearer",
  ...more
}: {
  values?: Record<string, Json>;
  parameters?: JsonObject[];
  method?: string;
  scheme?: string;
} & Partial<Omit<RequestSpec, "method" | "parameters">>): RequestSpec {
  const described = { parameters, responses: {}, security: [{ [scheme]: [] }] };
  const document = {
    ...documentOf({ "/things/{id}": { [method]: described } }),
    components: { securitySchemes: { [scheme]: { type: "http", scheme: "bearer" } } },
  };
  const [operation] = operationsOf(document);
  if (!operation) throw new Error("There is no operation.");
  const given = operation.parameters.flatMap((parameter) => {
    const value = values[parameter.name];
    return value === undefined ? [] : [{ parameter, value, source: GENERATED }];
  });
  return { operation, parameters: given, ...more };
}

const ID: JsonObject = { name: "id", in: "path", required: true, schema: { type: "string" } };

const prepare = (spec: RequestSpec, target = TARGET): Promise<PreparedRequest> => prepareRequest(spec, target, SCHEMES);

describe("parameters are serialized in the styles of the document", () => {
  test.each<{ parameter: JsonObject; value: Json; url?: string; headers?: Record<string, string> }>([
    { parameter: ID, value: "a/b c@d", url: "/things/a%2Fb%20c%40d" },
    { parameter: { ...ID, style: "matrix" }, value: "a", url: "/things/;id=a" },
    { parameter: { name: "tags", in: "query", schema: {} }, value: ["a", "b"], url: "/things/x?tags=a&tags=b" },
    {
      parameter: { name: "tags", in: "query", explode: false, style: "pipeDelimited", schema: {} },
      value: ["a", "b"],
      url: "/things/x?tags=a%7Cb",
    },
    {
      parameter: { name: "size", in: "query", style: "deepObject", schema: {} },
      value: { min: 1 },
      url: "/things/x?size%5Bmin%5D=1",
    },
    {
      parameter: { name: "filter", in: "query", content: { "application/json": { schema: {} } } },
      value: { a: 1 },
      url: "/things/x?filter=%7B%22a%22%3A1%7D",
    },
    { parameter: { name: "X-Teams", in: "header", schema: {} }, value: ["a", "b"], headers: { "x-teams": "a,b" } },
    { parameter: { name: "lang", in: "cookie", schema: {} }, value: "fr", headers: { cookie: "lang=fr" } },
  ])("$parameter with the value $value", async ({ parameter, value, url = "/things/x", headers = {} }) => {
    const values = { id: "x", [String(parameter.name)]: value };
    const prepared = await prepare(
      specOf({ parameters: parameter.in === "path" ? [parameter] : [ID, parameter], values }),
    );
    expect(prepared.url).toBe(`https://api.example.com${url}`);
    expect(Object.fromEntries(prepared.init.headers)).toEqual({ authorization: "Bearer s3cret", ...headers });
  });

  test("an at sign in the path stays unencoded if the request says so (RFC 3986, 3.3)", async () => {
    const spec = specOf({ parameters: [ID], values: { id: "kim@example.com" }, literalAt: true });
    expect((await prepare(spec)).url).toBe("https://api.example.com/things/kim@example.com");
  });
});

describe("the sent request names variables in place of secrets", () => {
  test.each<{ credential?: CredentialUse; sent: string; shown: string }>([
    { sent: "Bearer s3cret", shown: "Bearer $KEY" },
    { credential: "own", sent: "Bearer s3cret", shown: "Bearer $KEY" },
    { credential: "otherTeam", sent: "Bearer th3irs", shown: "Bearer $OTHER" },
    {
      credential: { apply: (key) => `${key}x`, show: (variable) => `\${${variable}}x` },
      sent: "Bearer s3cretx",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
      shown: "Bearer ${KEY}x",
    },
    {
      credential: { apply: (key) => key, show: (variable) => `$${variable}`, scheme: "Token" },
      sent: "Token s3cret",
      shown: "Token $KEY",
    },
    {
      credential: { apply: (key) => key, show: (variable) => `$${variable}`, scheme: "" },
      sent: "s3cret",
      shown: "$KEY",
    },
  ])("the credential $credential is sent as $sent and shown as $shown", async ({ credential, sent, shown }) => {
    const prepared = await prepare(specOf(credential === undefined ? {} : { credential }));
    expect(prepared.init.headers.get("authorization")).toBe(sent);
    expect(curl(prepared.sent)).toContain(` -H "Authorization: ${shown}"`);
    expect(JSON.stringify(prepared.sent)).not.toMatch(/s3cret|th3irs/);
  });

  test.each(["none", "sameTeam"] as const)(
    "the credential %s sends no key if the target has none",
    async (credential) => {
      const prepared = await prepare(specOf({ credential }));
      expect(prepared.init.headers.has("authorization")).toBe(false);
      expect(curl(prepared.sent)).not.toContain(" -H ");
    },
  );

  test("a key in the query is the variable in the shown URL", async () => {
    const prepared = await prepare(specOf({ scheme: "Query", parameters: [ID], values: { id: "x" } }));
    expect(prepared.url).toBe("https://api.example.com/things/x?key=s3cret");
    expect(curl(prepared.sent)).toContain(' "https://api.example.com/things/x?key=$KEY"');
  });

  test("an empty key has no variable, and is shown as it is", async () => {
    const { sent, init } = await prepare(specOf({ credential: { apply: () => "", show: () => "" } }));
    expect(init.headers.get("authorization")).toBe("Bearer");
    expect(curl(sent)).toContain(" -H 'Authorization: Bearer '");
  });

  test("curl encodes the key of HTTP's basic authentication (RFC 7617, 2)", async () => {
    const { sent, init } = await prepare(specOf({ scheme: "Basic" }));
    expect(init.headers.get("authorization")).toBe(`Basic ${btoa("s3cret")}`);
    expect(curl(sent)).toMatch(/ -u "\$KEY"$/);
  });

  test("a shell encodes a changed key in Base64 as HTTP's basic authentication does (RFC 7617, 2)", async () => {
    const credential = { apply: (key: string) => `${key}-x`, show: (name: string) => `$${name}-x` };
    const { sent, init } = await prepare(specOf({ scheme: "Basic", credential }));
    const line = curl(sent).replace(/^curl/, "printf '%s\\n'");
    const printed = shellOutput("sh", line, { KEY: "s3cret" });
    expect(printed).toContain(`\nAuthorization: ${init.headers.get("authorization")}\n`);
    expect(line).not.toContain(btoa("s3cret"));
  });

  test("a key in a cookie is the variable in the shown header", async () => {
    const prepared = await prepare(specOf({ scheme: "Cookie" }));
    expect(prepared.init.headers.get("cookie")).toBe("session=s3cret");
    expect(curl(prepared.sent)).toContain(' -H "Cookie: session=$KEY"');
  });

  test("the headers of the target file are sent with every request, and their secrets are not shown", async () => {
    const headers = { "X-Env": "staging", "X-Gate": { value: "g4te", variable: "GATE" } };
    const prepared = await prepare(specOf({ credential: "none" }), { ...TARGET, headers });
    expect(Object.fromEntries(prepared.init.headers)).toEqual({ "x-env": "staging", "x-gate": "g4te" });
    expect(curl(prepared.sent)).toContain(` -H 'X-Env: staging' -H "X-Gate: $GATE"`);
  });
});

describe("bodies", () => {
  test.each<{ title: string; body: NonNullable<RequestSpec["body"]>; shown: string | undefined; type: string | null }>([
    {
      title: "JSON",
      body: { type: "application/json", value: { a: 1 }, source: GENERATED },
      shown: '{"a":1}',
      type: "application/json",
    },
    {
      title: "a form",
      body: { type: "application/x-www-form-urlencoded", value: { a: 1, b: "x y" }, source: GENERATED },
      shown: "a=1&b=x+y",
      type: "application/x-www-form-urlencoded",
    },
    {
      title: "a multipart form, whose boundary fetch adds",
      body: { type: "multipart/form-data", value: { a: 1 }, source: GENERATED },
      shown: undefined,
      type: null,
    },
    {
      title: "text that is sent as it is",
      body: { type: "application/json", text: '{"a":', source: GENERATED },
      shown: '{"a":',
      type: "application/json",
    },
    {
      title: "text without a media type",
      body: { type: undefined, text: "a", source: GENERATED },
      shown: "a",
      type: null,
    },
  ])("$title", async ({ body, shown, type }) => {
    const { init, sent } = await prepare(specOf({ method: "post", body }));
    expect(init.method).toBe("POST");
    expect(init.headers.get("content-type")).toBe(type);
    expect(sent.body).toBe(shown);
  });

  test("a multipart form is shown by its fields", async () => {
    const value = { a: 1, b: ["x", "y"] };
    const body = { type: "multipart/form-data", value, source: GENERATED };
    const { sent } = await prepare(specOf({ method: "post", body }));
    expect(curl(sent)).toContain("--form-string 'a=1' --form-string 'b=x' --form-string 'b=y'");
  });

  test("fetch adds no media type to a text without one", async () => {
    const body = { type: undefined, text: "a", source: GENERATED };
    const { url, init, sent } = await prepare(specOf({ method: "post", body }));
    expect(new Request(url, { ...init, body: init.body ?? null }).headers.has("content-type")).toBe(false);
    expect(curl(sent)).toContain("-H 'Content-Type:' --data-raw 'a'");
  });

  test("another method replaces that of the operation", async () => {
    const { init, sent } = await prepare({ ...specOf({}), method: "patch" });
    expect([init.method, sent.method]).toEqual(["PATCH", "PATCH"]);
  });
});

describe("a request that HTTP cannot carry is skipped with the reason", () => {
  const header = { name: "X-Name", in: "header", schema: {} };
  const characters = "holds a character that HTTP cannot carry";
  const surrogate = "a value holds half of a surrogate pair, which a URL cannot carry";
  test.each<{ title: string; spec: RequestSpec; reason: string }>([
    {
      title: "a line break in a header",
      spec: specOf({ parameters: [header], values: { "X-Name": "a\r\nb" } }),
      reason: `the header "X-Name" ${characters}`,
    },
    {
      title: "letters beyond Latin-1 in a header",
      spec: specOf({ parameters: [header], values: { "X-Name": "取得" } }),
      reason: `the header "X-Name" ${characters}`,
    },
    {
      title: "an invalid header name",
      spec: specOf({ parameters: [{ ...header, name: "X Name" }], values: { "X Name": "a" } }),
      reason: `the header "X Name" ${characters}`,
    },
    {
      title: "a surrogate in the path",
      spec: specOf({ parameters: [ID], values: { id: "\ud800" } }),
      reason: surrogate,
    },
    {
      title: "a surrogate in the query",
      spec: specOf({ parameters: [{ name: "q", in: "query", schema: {} }], values: { q: "\udc00" } }),
      reason: surrogate,
    },
    {
      title: "a surrogate in a cookie",
      spec: specOf({ parameters: [{ name: "q", in: "cookie", schema: {} }], values: { q: "\udc00" } }),
      reason: surrogate,
    },
    {
      title: "a body of a GET",
      spec: specOf({ body: { type: "application/json", value: {}, source: GENERATED } }),
      reason: "GET requests with a body cannot be sent",
    },
    {
      title: "an object as XML",
      spec: specOf({ method: "post", body: { type: "application/xml", value: { a: 1 }, source: GENERATED } }),
      reason: "an object cannot be serialized as application/xml",
    },
  ])("$title", async ({ spec, reason }) => {
    await expect(prepare(spec)).rejects.toThrow(new Skipped(reason));
  });
});
