import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import {
  assertCurrencies,
  changed,
  checkedMetadata,
  currencyOf,
  deleted,
  expansions,
  fieldsOf,
  invalid,
  listed,
  newId,
  now,
} from "./requests.js";

const NEW_COUPON = [
  ...["amount_off", "applies_to", "currency", "currency_options", "duration", "duration_in_months", "id"],
  ...["max_redemptions", "metadata", "name", "percent_off", "redeem_by"],
];

function assertDiscount({ percent_off, amount_off }: JsonObject): void {
  const given = [percent_off ?? null, amount_off ?? null].filter((value) => value !== null);
  if (given.length !== 1) throw invalid("percent_off", "You must pass exactly one of percent_off or amount_off.");
  if (typeof percent_off === "number" && (percent_off <= 0 || percent_off > 100)) {
    throw invalid("percent_off", "It must be greater than 0, and no more than 100.");
  }
  if (typeof amount_off === "number" && amount_off < 1) throw invalid("amount_off", "It must be greater than 0.");
}

function newCoupon(request: ReadRequest, tables: Tables): JsonObject {
  const sent = fieldsOf(request, NEW_COUPON);
  const { id = newId("coupon"), duration = "once", duration_in_months = null, redeem_by = null } = sent;
  const { amount_off = null, percent_off = null, max_redemptions = null, name = null } = sent;
  assertDiscount(sent);
  if (tables.find("coupon", id)) throw invalid("id", "Coupon already exists.");
  if (id !== null && !/^[\w-]+$/.test(String(id))) throw invalid("id", "Only letters, digits, _ and - are allowed.");
  if (amount_off !== null && !sent.currency)
    throw invalid("currency", "You must pass currency when passing amount_off.");
  if (amount_off === null && sent.currency) throw invalid("currency", "You may only pass currency with amount_off.");
  if ((duration === "repeating") !== (duration_in_months !== null)) {
    throw invalid("duration_in_months", "It is required for the duration repeating, and for no other one.");
  }
  if (typeof duration_in_months === "number" && duration_in_months < 1)
    throw invalid("duration_in_months", "It must be 1 or more.");
  if (typeof redeem_by === "number" && redeem_by <= now()) throw invalid("redeem_by", "It must be in the future.");
  if (typeof redeem_by === "number" && redeem_by > now() + 157_680_000)
    throw invalid("redeem_by", "It is more than 5 years in the future.");
  if (typeof max_redemptions === "number" && max_redemptions < 1)
    throw invalid("max_redemptions", "It must be 1 or more.");
  assertCurrencies("currency_options", sent.currency_options);
  const missing = asList(asObject(sent.applies_to ?? {}).products).find((product) => !tables.find("product", product));
  if (missing !== undefined) throw invalid("applies_to[products]", `No such product: '${String(missing)}'`);
  const currency = amount_off === null ? null : currencyOf("currency", sent.currency);
  return {
    ...{
      id: id ?? newId("coupon"),
      object: "coupon",
      amount_off,
      created: now(),
      currency,
      duration,
      duration_in_months,
    },
    ...{ livemode: false, max_redemptions, metadata: checkedMetadata(sent.metadata), name, percent_off, redeem_by },
    ...{ times_redeemed: 0, valid: true },
  };
}

/** Coupons. */
export const COUPONS: Service<Tables>["handlers"] = {
  GetCoupons: (request, tables) => listed(request, tables, { table: "coupon", url: "/v1/coupons" }),
  PostCoupons(request, tables) {
    expansions(request, []);
    const coupon = newCoupon(request, tables);
    return json(200, tables.put("coupon", String(coupon.id), coupon));
  },
  GetCouponsCoupon(request, tables) {
    expansions(request, []);
    return json(200, tables.get("coupon", request.path.coupon));
  },
  PostCouponsCoupon(request, tables) {
    const coupon = tables.get("coupon", request.path.coupon);
    const { currency_options, ...sent } = fieldsOf(request, ["currency_options", "metadata", "name"]);
    expansions(request, []);
    assertCurrencies("currency_options", currency_options);
    return json(200, tables.put("coupon", String(coupon.id), changed(coupon, sent)));
  },
  DeleteCouponsCoupon(request, tables) {
    const coupon = tables.get("coupon", request.path.coupon);
    tables.remove("coupon", String(coupon.id));
    return deleted(coupon);
  },
};
