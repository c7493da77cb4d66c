import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { assertAmount, assertCurrencies, invalid } from "./requests.js";

/**
 * How much a price is: one amount, an amount that the customer chooses, or tiers.
 *
 * @throws Rejection with 400 unless the fields state exactly one of these
 */
export function pricedFields(sent: JsonObject): JsonObject {
  assertCurrencies("currency_options", sent.currency_options);
  const { billing_scheme = "per_unit", tax_behavior = "unspecified", transform_quantity = null } = sent;
  const recurring = recurringOf(sent.recurring);
  const fields = {
    billing_scheme,
    recurring,
    tax_behavior,
    transform_quantity,
    type: recurring ? "recurring" : "one_time",
  };
  if (isObject(transform_quantity) && Number(transform_quantity.divide_by) < 1) {
    throw invalid("transform_quantity[divide_by]", "It must be greater than 0.");
  }
  if (billing_scheme === "tiered") return { ...fields, ...tiered(sent) };
  if (sent.tiers !== undefined) throw invalid("tiers", "Tiers need the billing scheme tiered.");
  if (sent.tiers_mode !== undefined) throw invalid("tiers_mode", "Tiers need the billing scheme tiered.");
  return { ...fields, ...amountOf(sent), tiers_mode: null };
}

function recurringOf(sent: Json | undefined): JsonObject | null {
  if (!isObject(sent)) return null;
  const { interval = "month", interval_count = 1, usage_type = "licensed", aggregate_usage = null } = sent;
  const longest = { day: 1095, week: 156, month: 36, year: 3 }[String(interval)] ?? 1;
  if (Number(interval_count) < 1 || Number(interval_count) > longest) {
    throw invalid("recurring[interval_count]", `It must be between 1 and ${longest}.`);
  }
  if (aggregate_usage !== null && usage_type !== "metered") {
    throw invalid("recurring[aggregate_usage]", "It is only allowed for metered usage.");
  }
  const aggregate = usage_type === "metered" ? (aggregate_usage ?? "sum") : null;
  return { aggregate_usage: aggregate, interval, interval_count, usage_type };
}

function amountOf({ unit_amount, unit_amount_decimal, custom_unit_amount = null }: JsonObject): JsonObject {
  const given = [unit_amount ?? null, unit_amount_decimal ?? null, custom_unit_amount].filter(
    (value) => value !== null,
  );
  if (given.length !== 1) {
    throw invalid(
      "unit_amount",
      "You must specify exactly one of unit_amount, unit_amount_decimal, custom_unit_amount.",
    );
  }
  assertAmount("unit_amount", unit_amount);
  if (isObject(custom_unit_amount)) {
    if (custom_unit_amount.enabled !== true) throw invalid("custom_unit_amount[enabled]", "It must be true.");
    const { maximum = null, minimum = null, preset = null } = custom_unit_amount;
    return { custom_unit_amount: { maximum, minimum, preset }, unit_amount: null, unit_amount_decimal: null };
  }
  if (unit_amount_decimal === undefined || unit_amount_decimal === null) {
    return { custom_unit_amount: null, unit_amount: unit_amount ?? null, unit_amount_decimal: String(unit_amount) };
  }
  const text = String(unit_amount_decimal);
  if (!/^\d{1,10}(\.\d{1,12})?$/.test(text)) throw invalid("unit_amount_decimal", `Invalid decimal: ${text}`);
  const isWhole = Number.isInteger(Number(text));
  return { custom_unit_amount: null, unit_amount: isWhole ? Number(text) : null, unit_amount_decimal: text };
}

function tiered({ tiers, tiers_mode, unit_amount, transform_quantity }: JsonObject): JsonObject {
  if (tiers_mode === undefined) throw invalid("tiers_mode", "The billing scheme tiered needs it.");
  if (unit_amount !== undefined) throw invalid("unit_amount", "The billing scheme tiered does not have it.");
  if (transform_quantity !== undefined)
    throw invalid("transform_quantity", "The billing scheme tiered does not have it.");
  const last = asObject(asList(tiers).at(-1) ?? {});
  if (last.up_to !== "inf") throw invalid("tiers", "The last tier must have up_to=inf.");
  return { custom_unit_amount: null, tiers_mode, unit_amount: null, unit_amount_decimal: null };
}
