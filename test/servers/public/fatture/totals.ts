import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { numberOf, rounded } from "./rows.js";

/** The percentage of the VAT of an item; 0 if it is not taxable. */
export function percentOf({ vat, not_taxable: isFree }: JsonObject): number {
  return isFree === true || vat === null || vat === undefined ? 0 : numberOf(asObject(vat).value);
}

/** The net amount of an item. A quantity that is not given is 1. */
function netOf(item: JsonObject, usesGrossPrices: boolean): number {
  const { net_price: net, gross_price: gross, qty } = item;
  const fromGross = numberOf(gross) / (1 + percentOf(item) / 100);
  const isFromGross = typeof gross === "number" && (usesGrossPrices || typeof net !== "number");
  const price = isFromGross ? fromGross : numberOf(net);
  return price * (typeof qty === "number" ? qty : 1) * (1 - numberOf(item.discount) / 100);
}

function rowsIn(list: Json | undefined): JsonObject[] {
  return list === null || list === undefined ? [] : asList(list).map(asObject);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** The totals of an issued document. */
export function totalsOf(document: JsonObject): JsonObject {
  const lines = rowsIn(document.items_list).map((item) => ({
    percent: percentOf(item),
    isTaxed: item.not_taxable !== true,
    net: netOf(item, document.use_gross_prices === true),
  }));
  const net = sum(lines.map((line) => line.net));
  const rivalsa = (net * numberOf(document.rivalsa)) / 100;
  const cassa = ((net + rivalsa) * numberOf(document.cassa)) / 100;
  const factor = net === 0 ? 1 : (net + rivalsa + cassa) / net;
  const vat = sum(lines.map((line) => (line.net * factor * line.percent) / 100));
  const taxable = sum(lines.filter(({ isTaxed }) => isTaxed).map((line) => line.net)) * factor;
  const gross = net + rivalsa + cassa + vat;
  const withheldFrom = ((net + rivalsa) * numberOf(document.withholding_tax_taxable ?? 100)) / 100;
  const withheld = (withheldFrom * numberOf(document.withholding_tax)) / 100;
  const otherWithheld = ((net + rivalsa) * numberOf(document.other_withholding_tax)) / 100;
  const stamp = numberOf(document.stamp_duty);
  return {
    amount_net: rounded(net),
    amount_rivalsa: rounded(rivalsa),
    amount_net_with_rivalsa: rounded(net + rivalsa),
    amount_cassa: rounded(cassa),
    taxable_amount: rounded(taxable),
    not_taxable_amount: rounded((net - taxable / factor) * factor),
    amount_vat: rounded(vat),
    amount_gross: rounded(gross),
    taxable_amount_withholding_tax: rounded(withheldFrom),
    amount_withholding_tax: rounded(withheld),
    taxable_amount_other_withholding_tax: rounded(net + rivalsa),
    amount_other_withholding_tax: rounded(otherWithheld),
    stamp_duty: rounded(stamp),
    amount_due: rounded(gross - withheld - otherWithheld + stamp),
    is_enasarco_maximal_exceeded: false,
    payments_sum: rounded(sum(rowsIn(document.payments_list).map(({ amount }) => numberOf(amount)))),
    vat_list: vatListOf(lines.map((line) => ({ ...line, net: line.net * factor }))),
  };
}

/** Net amounts and VAT by percentage. */
function vatListOf(lines: readonly { percent: number; net: number }[]): JsonObject {
  const percents = [...new Set(lines.map(({ percent }) => percent))];
  return Object.fromEntries(
    percents.map((percent) => {
      const net = sum(lines.filter((line) => line.percent === percent).map((line) => line.net));
      return [String(percent), { amount_net: rounded(net), amount_vat: rounded((net * percent) / 100) }];
    }),
  );
}

/** The date of the next payment that is not paid; null if there is none. */
export function nextDueDateOf(document: JsonObject): Json {
  const open = rowsIn(document.payments_list).filter(({ status }) => (status ?? "not_paid") === "not_paid");
  const dates = open.flatMap(({ due_date: date }) => (typeof date === "string" ? [date] : []));
  return dates.toSorted()[0] ?? null;
}

/** The items of a list, each with an id. */
export function withIds(list: Json | undefined, nextId: () => number): Json {
  if (list === null || list === undefined) return null;
  return asList(list).map((item) => {
    const { id, ...fields } = asObject(item);
    return { id: id ?? nextId(), ...fields };
  });
}
