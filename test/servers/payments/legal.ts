import { asObject, isObject } from "#openapi/document/document.js";
import { toValidBodies } from "../accepted-values.js";
import {
  changeJson,
  inBodies,
  inEveryResponse,
  inItems,
  inSuccesses,
  inValidRequests,
  reducingPageSize,
} from "../change.js";
import { appearsLater } from "../legal-waiting.js";
import { json, type Variation } from "../service.js";
import { failure, type PaymentsState } from "./service.js";

const appears = {
  create: "createPaymentMethod",
  retrieve: "retrievePaymentMethod",
  notFound: () => failure(404, "Not yet."),
};

/** Changes a text of a created payment method or charge, if it has one. */
function inText(name: string, change: (text: string) => string) {
  return inValidRequests(["createPaymentMethod", "createCharge"], (body) =>
    typeof body[name] === "string" ? { ...body, [name]: change(body[name]) } : body,
  );
}

/** Servers that break no statement of payments.yaml. */
export const PAYMENTS_LEGAL: Variation<PaymentsState>[] = [
  {
    title: "accepts JSON that is sent as text/plain",
    ignores: ({ kind, message, operation }) =>
      kind === "mediaType" && message.startsWith("text/plain") && operation !== "uploadReceipt",
  },
  {
    title: "accepts JSON in place of forms",
    respond: async (request, next, { operation = "" }) => {
      const isForm = operation === "createToken" || operation === "setPreferences";
      if (!isForm || !/json/.test(request.headers["content-type"] ?? "")) return next();
      const body = Buffer.from(new URLSearchParams(JSON.parse(`${request.body}`)).toString());
      return next({
        ...request,
        headers: { ...request.headers, "content-type": "application/x-www-form-urlencoded" },
        body,
      });
    },
  },
  { title: "accepts values that only a format forbids", ignores: ({ keyword }) => keyword === "format" },
  { title: "writes names in capitals", respond: inText("holder", (text) => text.toUpperCase()) },
  {
    title: "removes spaces from account numbers",
    respond: inText("iban", (text) => (text.replaceAll(" ", "").length < 15 ? text : text.replaceAll(" ", ""))),
  },
  {
    title: "writes countries with three letters",
    respond: inText("country", (text) => (text === "DE" ? "DEU" : text)),
  },
  {
    title: "shortens the text of a statement, and writes it in capitals",
    respond: inText("statement", (text) => text.slice(0, 5).toUpperCase()),
  },
  {
    title: "reduces a page size above the maximum",
    respond: reducingPageSize("listPaymentMethods", { parameter: "limit", maximum: 100 }),
  },
  {
    title: "shows the first and the last digits of a card, in fields of its own",
    respond: inBodies(["createPaymentMethod", "retrievePaymentMethod"], (body) =>
      body.type === "card" ? { ...body, masked: "424242******4242", brand: "visa" } : body,
    ),
  },
  {
    title: "shows a created payment method 400 ms later",
    respond: appearsLater({ ...appears, milliseconds: 400 }),
    waits: true,
  },
  {
    title: "shows and lists a created payment method 1.5 s later",
    respond: appearsLater({ ...appears, list: "listPaymentMethods", items: "methods", milliseconds: 1500 }),
    waits: true,
  },
  {
    title: "shows an uploaded receipt 400 ms later, because it is checked for viruses",
    respond: appearsLater({ ...appears, create: "uploadReceipt", retrieve: "retrieveReceipt", milliseconds: 400 }),
    waits: true,
  },
  {
    title: "has other clients, which add and remove payment methods meanwhile",
    respond: (_, next, { state: { methods }, count }) => {
      const [template] = methods.values();
      if (template && count % 2) methods.set(`x${count}`, { ...template, id: `x${count}` });
      else methods.delete(`x${count - 3}`);
      return next();
    },
  },
  {
    title: "lists payment methods in another order each time",
    respond: async (request, next, context) =>
      inItems("listPaymentMethods", "methods", (items) => {
        const at = context.count % Math.max(1, items.length);
        return [...items.slice(at), ...items.slice(0, at)];
      })(request, next, context),
  },
  {
    title: "declines every charge with 402, which is documented",
    respond: async (_, next, { operation, violation }) =>
      operation === "createCharge" && !(await violation()) ? json(402, { message: "The card was declined." }) : next(),
  },
  {
    title: "makes a charge for each request, because the key of an earlier one has expired",
    respond: (request, next, { state: { charges } }) => {
      if (request.path === "/charges") charges.clear();
      return next();
    },
  },
  {
    title: "leaves charges pending",
    respond: inBodies(["createCharge"], (body) => ({ ...body, state: "pending" })),
  },
  {
    title: "sends receipts as text",
    respond: inSuccesses(["downloadReceipt"], (response) => ({
      ...response,
      headers: { "Content-Disposition": "attachment", "Content-Type": "text/plain; charset=us-ascii" },
      body: "Ein Beleg über 3 €\n",
    })),
  },
  {
    title: "sends receipts as bytes that are not UTF-8",
    respond: inSuccesses(["downloadReceipt"], (response) => ({
      ...response,
      body: Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3]),
    })),
  },
  {
    title: "sends empty receipts",
    respond: inSuccesses(["downloadReceipt"], (response) => ({ ...response, body: "" })),
  },
  {
    title: "sends receipts in whole, with Accept-Ranges",
    respond: inSuccesses(["downloadReceipt"], (response) => ({
      ...response,
      headers: { ...response.headers, "Accept-Ranges": "bytes", "Content-MD5": "x" },
    })),
  },
  {
    title: "writes names of files with letters beyond ASCII",
    respond: inSuccesses(["downloadReceipt"], (response) => ({
      ...response,
      headers: {
        ...response.headers,
        "Content-Disposition": `attachment; filename="r.pdf"; filename*=UTF-8''%e2%82%ac.pdf`,
      },
    })),
  },
  {
    title: "writes CSV with quotes, other line ends and a header parameter",
    respond: inSuccesses(["exportCharges"], (response) => ({
      ...response,
      headers: { "Content-Type": "text/csv; charset=utf-8; header=present" },
      body: '\ufeff"id","amount"\r\n"ch_1","3,50"\r\n',
    })),
  },
  {
    title: "sends an empty export",
    respond: inSuccesses(["exportCharges"], (response) => ({ ...response, body: "" })),
  },
  {
    title: "writes terms in another encoding",
    respond: inSuccesses(["getTerms"], (response) => ({
      ...response,
      headers: { "Content-Type": "text/plain; charset=iso-8859-1" },
      body: Buffer.from("Gebühren fallen nicht an.", "latin1"),
    })),
  },
  {
    title: "issues another token each time, with a shorter lifetime than requested",
    respond: async (request, next, context) =>
      inBodies(["createToken"], (body) => ({
        ...body,
        access_token: `tk-token-${context.count}`,
        expires_in: 60,
        scope: "read",
      }))(request, next, context),
  },
  {
    title: "rejects unknown applications with 400 and invalid_client, which is documented",
    respond: async (_, next, { operation }) =>
      operation === "createToken" ? json(400, { error: "invalid_client" }) : next(),
  },
  {
    title: "ignores the language of the cookie, and sets a cookie",
    respond: inSuccesses(["getPreferences"], (response) => ({
      ...changeJson(response, (body) => ({ ...asObject(body), language: "en" })),
      headers: { ...response.headers, "Set-Cookie": "language=en; Path=/" },
    })),
  },
  {
    title: "writes telephone numbers as numbers for dialing",
    respond: inBodies(["setPreferences", "getPreferences"], (body) => ({ ...body, phone: "tel:+49-30-1234567" })),
  },
  {
    title: "deletes the telephone number, which is optional",
    respond: inBodies(["setPreferences", "getPreferences"], (body) => ({ ...body, phone: null })),
  },
  {
    title: "ignores the body of a GET",
    respond: (request, next, { operation }) =>
      next(operation === "exportCharges" ? { ...request, body: Buffer.of() } : request),
  },
  {
    title: "counts the bytes of a receipt in another encoding",
    respond: inBodies(["uploadReceipt", "retrieveReceipt"], (body) => ({ ...body, size: 4096 })),
  },
  {
    title: "accepts the scheme of the token in any case",
    respond: (request, next) => {
      const authorization = request.headers.authorization?.replace(/^bearer +/i, "Bearer ");
      return next(authorization ? { ...request, headers: { ...request.headers, authorization } } : request);
    },
  },
  {
    title: "adds details to its errors",
    respond: inEveryResponse((response) =>
      response.status < 400
        ? response
        : changeJson(response, (body) =>
            isObject(body) ? { ...body, field: "a", docs: "https://example.com" } : body,
          ),
    ),
  },
  toValidBodies(
    "charges no more than the account allows",
    "createCharge",
    ({ amount }) => Number(amount) > 50_000,
    failure(402, "The limit of the account is lower."),
  ),
];
