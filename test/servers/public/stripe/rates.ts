import { asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import { assertTaxCode } from "./catalog.js";
import {
  assertAmount,
  assertCurrencies,
  assertFilled,
  changed,
  checkedMetadata,
  currencyOf,
  expansions,
  fieldsOf,
  invalid,
  listed,
  newId,
  now,
} from "./requests.js";

const TAX_CHANGE = [
  ...["active", "country", "description", "display_name", "jurisdiction", "metadata", "state", "tax_type"],
];
const NEW_SHIPPING = [
  "delivery_estimate",
  "display_name",
  "fixed_amount",
  "metadata",
  "tax_behavior",
  "tax_code",
  "type",
];

function assertTaxRate({ country, state, percentage, tax_type }: JsonObject): void {
  if (typeof country === "string" && !/^[A-Z]{2}$/.test(country)) {
    throw invalid("country", `Country '${country}' is unknown. Try using a 2-character alphanumeric country code.`);
  }
  if (typeof state === "string" && !/^[A-Z]{1,2}$/.test(state)) throw invalid("state", `State '${state}' is unknown.`);
  if (tax_type === "sales_tax" && typeof country === "string" && country !== "US")
    throw invalid("tax_type", "sales_tax is of the US.");
  if (typeof percentage === "number" && (percentage < 0 || percentage > 100)) {
    throw invalid("percentage", "It must be between 0 and 100.");
  }
}

function estimateOf(sent: Json | undefined): JsonObject | null {
  if (!isObject(sent)) return null;
  const { maximum = null, minimum = null } = sent;
  for (const [name, bound] of Object.entries({ maximum, minimum })) {
    if (isObject(bound) && Number(bound.value) < 1)
      throw invalid(`delivery_estimate[${name}][value]`, "It must be 1 or more.");
  }
  return { maximum, minimum };
}

/** The options of other currencies, without those that are only shown on request. */
function fixedAmount(sent: Json | undefined): JsonObject {
  if (!isObject(sent)) throw invalid("fixed_amount", "It is required for the type fixed_amount.");
  assertAmount("fixed_amount[amount]", sent.amount);
  assertCurrencies("fixed_amount[currency_options]", sent.currency_options);
  return { amount: sent.amount ?? 0, currency: currencyOf("fixed_amount[currency]", sent.currency) };
}

/** Tax rates and shipping rates. */
export const RATES: Service<Tables>["handlers"] = {
  GetTaxRates: (request, tables) =>
    listed(request, tables, { table: "tax_rate", url: "/v1/tax_rates", filters: ["active", "inclusive"] }),
  PostTaxRates(request, tables) {
    const sent = fieldsOf(request, [...TAX_CHANGE, "inclusive", "percentage"]);
    expansions(request, []);
    assertFilled(sent, ["display_name"]);
    assertTaxRate(sent);
    const optional = {
      active: true,
      country: null,
      description: null,
      jurisdiction: null,
      state: null,
      tax_type: null,
    };
    const id = newId("txr");
    const fixed = { id, object: "tax_rate", created: now(), livemode: false, metadata: checkedMetadata(sent.metadata) };
    return json(200, tables.put("tax_rate", id, { ...optional, ...sent, ...fixed }));
  },
  GetTaxRatesTaxRate(request, tables) {
    expansions(request, []);
    return json(200, tables.get("tax_rate", request.path.tax_rate));
  },
  PostTaxRatesTaxRate(request, tables) {
    const rate = tables.get("tax_rate", request.path.tax_rate);
    const sent = fieldsOf(request, TAX_CHANGE);
    expansions(request, []);
    assertFilled(sent, ["display_name"]);
    assertTaxRate(sent);
    return json(200, tables.put("tax_rate", String(rate.id), changed(rate, sent)));
  },
  GetShippingRates: (request, tables) =>
    listed(request, tables, {
      table: "shipping_rate",
      url: "/v1/shipping_rates",
      filters: ["active"],
      selects: ({ fixed_amount = {} }) =>
        request.query.currency === undefined || asObject(fixed_amount).currency === request.query.currency,
    }),
  PostShippingRates(request, tables) {
    const sent = fieldsOf(request, NEW_SHIPPING);
    expansions(request, []);
    assertFilled(sent, ["display_name"]);
    assertTaxCode(sent.tax_code);
    const { display_name = null, tax_behavior = "unspecified", tax_code = null } = sent;
    const money = {
      delivery_estimate: estimateOf(sent.delivery_estimate),
      fixed_amount: fixedAmount(sent.fixed_amount),
    };
    const id = newId("shr");
    const rate = { id, object: "shipping_rate", active: true, created: now(), ...money, display_name, livemode: false };
    const metadata = checkedMetadata(sent.metadata);
    return json(
      200,
      tables.put("shipping_rate", id, { ...rate, metadata, tax_behavior, tax_code, type: "fixed_amount" }),
    );
  },
  GetShippingRatesShippingRateToken(request, tables) {
    expansions(request, []);
    return json(200, tables.get("shipping_rate", request.path.shipping_rate_token));
  },
  PostShippingRatesShippingRateToken(request, tables) {
    const rate = tables.get("shipping_rate", request.path.shipping_rate_token);
    const { fixed_amount, ...sent } = fieldsOf(request, ["active", "fixed_amount", "metadata", "tax_behavior"]);
    expansions(request, []);
    assertCurrencies("fixed_amount[currency_options]", asObject(fixed_amount ?? {}).currency_options);
    return json(200, tables.put("shipping_rate", String(rate.id), changed(rate, sent)));
  },
};
