import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { toValidBodies, toValidQueries } from "../accepted-values.js";
import { changeJson, inBodies, inItems, inSuccesses, inValidQuery, jsonOf, without } from "../change.js";
import { accepts, failsAt, sends } from "../faults-of-requests.js";
import { empty, json, type Variation } from "../service.js";
import { failure, methodId, type PaymentsState } from "./service.js";

const FAILURE = failure(500, "panic: runtime error");
const charge = { operation: "createCharge", kind: "body" } as const;
const receipt = { operation: "uploadReceipt", kind: "body" } as const;

/** Adds secrets to a card. */
const leak = (name: string, value: string) => (method: JsonObject) =>
  method.type === "card" ? { ...method, [name]: value } : method;

/** Servers that each break one statement of payments.yaml. */
export const PAYMENTS_FAULTS: Variation<PaymentsState>[] = [
  // Forms.
  accepts("a token request without a grant type", { operation: "createToken", keyword: "required" }),
  accepts("a token request without a body", { operation: "createToken", kind: "missingBody" }),
  accepts("a grant type outside the enum", { operation: "createToken", keyword: "enum" }),
  accepts("a lifetime below the minimum", { operation: "createToken", keyword: "minimum" }),
  accepts("a lifetime that is a word", { operation: "createToken", place: "/lifetime", keyword: "type" }),
  accepts("an id of an application that is too short", { operation: "createToken", keyword: "minLength" }),
  accepts("preferences without the newsletter", { operation: "setPreferences", keyword: "required" }),
  accepts("preferences whose newsletter is a word", { operation: "setPreferences", keyword: "type" }),
  accepts("a language outside the enum of the cookie", { operation: "getPreferences", place: "language" }),
  sends("a lifetime as a text", "createToken", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), expires_in: "600" })),
  ),
  sends("bearer in small letters, which is outside the enum", "createToken", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), token_type: "bearer" })),
  ),
  sends("another amount than the example of the request has", "createCharge", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), amount: 400 })),
  ),
  sends("no token", "createToken", (response) =>
    changeJson(response, (each) => without(asObject(each), "access_token")),
  ),
  sends("a token that may be stored", "createToken", (response) => ({
    ...response,
    headers: { ...response.headers, "Cache-Control": "public" },
  })),
  sends("a token without Cache-Control", "createToken", (response) => ({
    ...response,
    headers: { "Content-Type": "application/json" },
  })),
  sends("the token as a form", "createToken", (response) => ({
    ...response,
    headers: { ...response.headers, "Content-Type": "application/x-www-form-urlencoded" },
    body: "access_token=tk-2b1f09a7c3&token_type=Bearer&expires_in=600",
  })),
  sends("a language outside the enum", "getPreferences", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), language: "it" })),
  ),
  sends("a newsletter that is a text", "setPreferences", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), newsletter: "true" })),
  ),
  // Cards and accounts.
  accepts(
    "a card without its security code, or of an unknown type",
    { operation: "createPaymentMethod", keyword: "required" },
    { operation: "createPaymentMethod", keyword: "oneOf" },
    { operation: "createPaymentMethod", keyword: "enum" },
  ),
  accepts(
    "a card number against its pattern",
    { operation: "createPaymentMethod", keyword: "pattern" },
    { operation: "createPaymentMethod", keyword: "oneOf" },
    { operation: "createPaymentMethod", keyword: "enum" },
    { operation: "createPaymentMethod", keyword: "required" },
  ),
  {
    title: "leaks the security code of a created card",
    respond: inBodies(["createPaymentMethod"], leak("cvc", "123")),
  },
  {
    title: "leaks the security code of a stored card",
    respond: inBodies(["retrievePaymentMethod"], leak("cvc", "123")),
  },
  {
    title: "leaks the security codes of listed cards",
    respond: inItems("listPaymentMethods", "methods", (items) => items.map(leak("cvc", "123"))),
  },
  {
    title: "leaks the number of a stored card",
    respond: inBodies(["retrievePaymentMethod"], leak("number", "4242424242424242")),
  },
  sends("a card without its last digits", "retrievePaymentMethod", (response) =>
    changeJson(response, (each) => without(asObject(each), "last4")),
  ),
  sends("a card without an id", "createPaymentMethod", (response) =>
    changeJson(response, (each) => without(asObject(each), "id")),
  ),
  sends("a type that the discriminator does not know", "retrievePaymentMethod", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), type: "cash" })),
  ),
  {
    title: "sends a card with the type of an account",
    respond: inItems("listPaymentMethods", "methods", (items) =>
      items.map((item) => ({ ...item, type: "bank_account" })),
    ),
  },
  {
    title: "sends an account without its number in a list",
    respond: inItems("listPaymentMethods", "methods", (items) => items.map((item) => without(item, "iban"))),
  },
  sends("a list without its envelope", "listPaymentMethods", (response) =>
    changeJson(response, (each) => asObject(each).methods ?? []),
  ),
  sends("200 for a created payment method, which is not documented", "createPaymentMethod", (response) => ({
    ...response,
    status: 200,
  })),
  sends("200 for a deleted payment method, which is not documented", "deletePaymentMethod", () =>
    json(200, { deleted: true }),
  ),
  accepts("a page size of zero", { operation: "listPaymentMethods", place: "limit", keyword: "minimum" }),
  accepts("a type outside the enum of the query", { operation: "listPaymentMethods", place: "type" }),
  {
    title: "ignores the page size",
    warns: true,
    respond: inValidQuery("listPaymentMethods", (query) => query.delete("limit")),
  },
  {
    title: "ignores the type of the query",
    warns: true,
    respond: inValidQuery("listPaymentMethods", (query) => query.delete("type")),
  },
  {
    title: "forgets created payment methods",
    respond: async (_, next, { operation, state: { methods } }) => {
      const response = await next();
      if (operation === "createPaymentMethod" && response.status === 201)
        methods.delete(String(asObject(jsonOf(response)).id));
      return response;
    },
  },
  {
    title: "deletes nothing",
    respond: async (_, next, { operation, state: { methods } }) => {
      const before = [...methods];
      const response = await next();
      if (operation === "deletePaymentMethod") for (const [id, each] of before) methods.set(id, each);
      return response;
    },
  },
  {
    title: "shows another payment method for every id that exists",
    respond: (request, next, { operation, state: { methods } }) => {
      const isKnown = operation === "retrievePaymentMethod" && methods.has(request.path.split("/")[2] ?? "");
      return next(isKnown ? { ...request, path: `/payment-methods/${methodId(4)}` } : request);
    },
  },
  // Charges.
  accepts("a charge without the required header", {
    operation: "createCharge",
    place: "Idempotency-Key",
    keyword: "required",
  }),
  accepts("a value of the required header that is too short", {
    operation: "createCharge",
    place: "Idempotency-Key",
    keyword: "minLength",
  }),
  accepts("a charge of zero", { ...charge, place: "/amount", keyword: "minimum" }),
  accepts("a charge above the maximum", { ...charge, place: "/amount", keyword: "maximum" }),
  accepts("a fraction as the amount", { ...charge, place: "/amount", keyword: "type" }),
  accepts("a charge without an amount", { ...charge, keyword: "required" }),
  accepts("a currency against its pattern", { ...charge, place: "/currency", keyword: "pattern" }),
  accepts("a list as the metadata", { ...charge, place: "/metadata", keyword: "type" }),
  sends("a charge without lines", "createCharge", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), lines: [] })),
  ),
  sends("an amount of a line as a text", "createCharge", (response) =>
    changeJson(response, (each) => ({
      ...asObject(each),
      lines: asList(asObject(each).lines).map((line) => ({ ...asObject(line), amount: "350" })),
    })),
  ),
  sends("a state that no branch of anyOf has", "createCharge", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), state: "refunded" })),
  ),
  accepts("an export without the required header", {
    operation: "exportCharges",
    place: "X-Account",
    keyword: "required",
  }),
  accepts("an account against its pattern", { operation: "exportCharges", place: "X-Account", keyword: "pattern" }),
  accepts("a separator of several characters", {
    operation: "exportCharges",
    place: "separator",
    keyword: "maxLength",
  }),
  sends("the export as JSON", "exportCharges", () => json(200, [{ id: "ch_1", amount: 350 }])),
  sends("the export without a media type", "exportCharges", (response) => ({ ...response, headers: {} })),
  // Receipts.
  accepts("a receipt without a purpose", { ...receipt, keyword: "required" }),
  accepts("a purpose outside the enum", { ...receipt, keyword: "enum" }),
  accepts("a number of pages above the maximum", { ...receipt, place: "/pages", keyword: "maximum" }),
  accepts("a word as the number of pages", { ...receipt, place: "/pages", keyword: "type" }),
  accepts("an empty note", { ...receipt, place: "/note", keyword: "minLength" }),
  accepts("an upload without a body", { operation: "uploadReceipt", kind: "missingBody" }),
  sends("a size as a text", "uploadReceipt", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), size: "16 B" })),
  ),
  sends("a receipt without an id", "retrieveReceipt", (response) =>
    changeJson(response, (each) => without(asObject(each), "id")),
  ),
  sends(
    "a file without Content-Disposition",
    "downloadReceipt",
    ({ headers: { "Content-Disposition": _, ...headers }, ...response }) => ({ ...response, headers }),
  ),
  sends("a file that browsers show in place", "downloadReceipt", (response) => ({
    ...response,
    headers: { ...response.headers, "Content-Disposition": "inline" },
  })),
  sends("a file as a page", "downloadReceipt", (response) => ({
    ...response,
    headers: { ...response.headers, "Content-Type": "text/html" },
    body: "<p>",
  })),
  sends("terms that are too short", "getTerms", (response) => ({ ...response, body: "None." })),
  sends("terms as a page", "getTerms", (response) => ({ ...response, headers: { "Content-Type": "text/html" } })),
  {
    title: "requires a key for the terms",
    respond: (request, next, { operation }) =>
      operation === "getTerms" && !request.headers.authorization ? failure(401, "No.") : next(),
  },
  // Keys.
  accepts("every request without looking at the token", { kind: "credentials" }),
  accepts("requests to charge without a valid token", { operation: "createCharge", kind: "credentials" }),
  accepts("downloads without a valid token", { operation: "downloadReceipt", kind: "credentials" }),
  {
    title: "accepts every token of the right form",
    respond: (request, next) => {
      const isForm = /^Bearer \S{8,}$/.test(request.headers.authorization ?? "");
      return next(
        isForm
          ? { ...request, headers: { ...request.headers, authorization: "Bearer tk-of-the-merchant-0815" } }
          : request,
      );
    },
  },
  // Server errors.
  failsAt("a missing header", { kind: "parameter", place: "X-Account" }, FAILURE),
  failsAt("a malformed form or malformed JSON", { kind: "syntax" }, FAILURE),
  failsAt("an id of a receipt that is a word", { kind: "parameter", place: "receiptId" }, empty(500)),
  failsAt("a wrong token", { kind: "credentials" }, empty(504)),
  {
    title: "responds with 500 to an unknown receipt",
    respond: async (_, next, { operation = "" }) => {
      const response = await next();
      return /Receipt/.test(operation) && response.status === 404 ? FAILURE : response;
    },
  },
  {
    title: "sends errors without a message for unknown receipts",
    respond: async (_, next, { operation = "" }) => {
      const response = await next();
      return /Receipt/.test(operation) && response.status === 404 ? json(404, { error: "not found" }) : response;
    },
  },
  {
    title: "declines charges with 402 and a body of another form",
    respond: async (_, next, { operation, violation }) =>
      operation === "createCharge" && !(await violation()) ? json(402, { error: "declined" }) : next(),
  },
  {
    title: "sends lines of CSV as JSON text",
    respond: inSuccesses(["exportCharges"], (response) => ({
      ...response,
      headers: { "Content-Type": "application/json" },
    })),
  },
  // Documented values that are not accepted.
  toValidBodies("fails for the smallest amount", "createCharge", ({ amount }) => amount === 1, FAILURE),
  toValidBodies(
    "fails for a charge without a statement",
    "createCharge",
    ({ statement }) => statement === undefined,
    FAILURE,
  ),
  toValidQueries(
    "fails for payment methods by their bank account",
    "listPaymentMethods",
    (query) => query.get("type") === "bank_account",
    FAILURE,
  ),
];
