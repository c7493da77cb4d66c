import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { Subject } from "../run.js";
import { empty, json, type ReadRequest, Rejection, type ServedResponse, type Service } from "../service.js";

/** An uploaded file, and its description. */
interface StoredReceipt {
  receipt: JsonObject;
  bytes: Buffer;
}

/** The data of a server of payments.yaml. */
export interface PaymentsState {
  /** By id, the oldest one first. With `cvc` and `number`, which no response contains. */
  methods: Map<string, JsonObject>;
  charges: Map<string, JsonObject>;
  receipts: Map<number, StoredReceipt>;
  preferences: JsonObject;
  /** The number of the newest payment method. It is never used again. */
  lastMethod: number;
}

const TOKEN = "tk-of-the-merchant-0815";
const SECRET = { number: "4242424242424242", cvc: "123" };

/** The n-th card of a new server. */
export const methodId = (number: number) => String(100 + number);

function seed(): PaymentsState {
  const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
  const methods = numbers.map((number): [string, JsonObject] => {
    const id = methodId(number);
    const card = { id, type: "card", holder: "Ada Byron", expires: "2030-04", last4: "4242", ...SECRET };
    const iban = "DE89370400440532013000";
    return [id, number % 4 === 2 ? { id, type: "bank_account", holder: "Kim Lee", country: "DE", iban } : card];
  });
  const bytes = Buffer.from("%PDF-1.7 receipt");
  const receipt = { id: 7, purpose: "refund", note: "A cup of coffee.", size: bytes.length };
  return {
    methods: new Map(methods),
    charges: new Map(),
    receipts: new Map([[7, { receipt, bytes }]]),
    preferences: { language: "en", newsletter: false, phone: "+49301234567" },
    lastMethod: methods.length,
  };
}

/** An error of payments.yaml. */
export function failure(status: number, message: string, operation?: string): ServedResponse {
  if (operation !== "createToken") return json(status, { message });
  return json(status, { error: "invalid_request", error_description: message });
}

/** A payment method without its `writeOnly` fields. */
function shown({ cvc: _, number: __, ...method }: JsonObject): JsonObject {
  return method;
}

function foundMethod({ path }: ReadRequest, { methods }: PaymentsState): JsonObject {
  const method = methods.get(String(path.methodId));
  if (!method) throw new Rejection(404, "The payment method does not exist.");
  return method;
}

function foundReceipt({ path }: ReadRequest, { receipts }: PaymentsState): StoredReceipt {
  const stored = receipts.get(Number(path.receiptId));
  if (!stored) throw new Rejection(404, "The receipt does not exist.");
  return stored;
}

const PAYMENTS: Service<PaymentsState> = {
  file: "payments/payments.yaml",
  createState: seed,
  isAuthorized: (_, { headers }) => headers.authorization === `Bearer ${TOKEN}`,
  reject: failure,
  handlers: {
    createToken({ body }) {
      const { lifetime = 3600 } = asObject(body);
      const token = { access_token: "tk-2b1f09a7c3", token_type: "Bearer", expires_in: lifetime };
      return json(200, token, { "Cache-Control": "no-store" });
    },
    getPreferences: ({ cookie }, { preferences }) => json(200, { ...preferences, language: cookie.language ?? "en" }),
    setPreferences({ body }, state) {
      const { newsletter = false, phone = null } = asObject(body);
      const compact = typeof phone === "string" ? phone.replaceAll(" ", "") : phone;
      state.preferences = { ...state.preferences, newsletter, phone: compact };
      return json(200, state.preferences);
    },
    listPaymentMethods({ query }, { methods }) {
      const matches = [...methods.values()].filter(({ type }) => query.type === undefined || type === query.type);
      return json(200, { methods: matches.map(shown).slice(0, Number(query.limit ?? 25)) });
    },
    createPaymentMethod({ body }, state) {
      const { type = "card", holder = "", number, cvc, expires, country, iban } = asObject(body);
      state.lastMethod += 1;
      const id = methodId(state.lastMethod);
      const card = { number, cvc, expires, last4: String(number).slice(-4) };
      const fields = { id, type, holder, ...(type === "card" ? card : { country, iban }) };
      state.methods.set(id, fields as JsonObject);
      return json(201, shown(fields as JsonObject));
    },
    retrievePaymentMethod: (request, state) => json(200, shown(foundMethod(request, state))),
    deletePaymentMethod(request, state) {
      state.methods.delete(String(foundMethod(request, state).id));
      return empty(204);
    },
    createCharge({ body, header }, { charges }) {
      const { amount = 0, currency = "EUR", statement = "Charge" } = asObject(body);
      const key = String(header["Idempotency-Key"]);
      const lines = [{ text: statement, amount }];
      const charge = charges.get(key) ?? { id: `ch_${charges.size + 1}`, amount, currency, state: "succeeded", lines };
      charges.set(key, charge);
      return json(201, charge);
    },
    exportCharges(_, { charges }) {
      const lines = [...charges.values()].map(({ id, amount }) => `${id},${amount}\n`);
      return { status: 200, headers: { "Content-Type": "text/csv" }, body: `id,amount\n${lines.join("")}` };
    },
    uploadReceipt({ body, files }, { receipts }, { body: sent }) {
      const { file, purpose = null, note } = asObject(body);
      const id = 7 + receipts.size;
      const optional: Record<string, Json> = note === undefined ? {} : { note };
      const size = files.file?.size ?? String(file).length;
      const receipt = { id, purpose, ...optional, size };
      receipts.set(id, { receipt, bytes: sent });
      return json(201, receipt);
    },
    retrieveReceipt: (request, state) => json(200, foundReceipt(request, state).receipt),
    downloadReceipt(request, state) {
      const headers = {
        "Content-Type": "application/octet-stream",
        "Content-Disposition": 'attachment; filename="r.pdf"',
      };
      return { status: 200, headers, body: foundReceipt(request, state).bytes };
    },
    getTerms: () => ({
      status: 200,
      headers: { "Content-Type": "text/plain" },
      body: "Charges are final after a day.\n",
    }),
  },
};

export const payments: Subject<PaymentsState> = {
  service: PAYMENTS,
  key: TOKEN,
  allowed: ["createCharge", "setPreferences"],
  values: {
    retrievePaymentMethod: { methodId: { card: methodId(1) } },
    deletePaymentMethod: { methodId: { card: [5, 7, 8, 9, 11, 12].map(methodId) } },
    retrieveReceipt: { receiptId: { refund: 7 } },
    downloadReceipt: { receiptId: { refund: 7 } },
    exportCharges: { "X-Account": { main: "acc_1" } },
  },
};
