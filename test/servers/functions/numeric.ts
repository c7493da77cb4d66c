import type { Reach } from "./service.js";
import { Rejection } from "./service.js";

/** What three lengths make: of all orders, equal ones, and sides that do not meet. */
export function triangle(reach: Reach, a: number, b: number, c: number): string {
  if (a <= 0 || b <= 0 || c <= 0) {
    return reach("triangle: a side is not positive", "none");
  }
  const [short, middle, long] = [a, b, c].sort((left, right) => left - right) as [number, number, number];
  if (short + middle < long) {
    return reach("triangle: the sides do not meet", "none");
  }
  if (short + middle === long) {
    return reach("triangle: flat", "flat");
  }
  if (short === long) {
    return reach("triangle: equilateral", "equilateral");
  }
  if (short === middle || middle === long) {
    return reach("triangle: isosceles", "isosceles");
  }
  return short ** 2 + middle ** 2 === long ** 2
    ? reach("triangle: right", "right")
    : reach("triangle: scalene", "scalene");
}

/** The remainder that has the sign of the divisor. */
export function remainder(reach: Reach, dividend: number, divisor: number): number {
  if (divisor === 0) {
    reach("remainder: divisor of zero", 0);
    throw new Rejection("The operation is not defined.");
  }
  if (dividend === 0) {
    return reach("remainder: dividend of zero", 0);
  }
  const rest = dividend % divisor;
  if (rest === 0) {
    return reach("remainder: none", 0);
  }
  if (Math.abs(dividend) < Math.abs(divisor)) {
    reach("remainder: smaller dividend", 0);
  }
  return dividend < 0 === divisor < 0
    ? reach(dividend < 0 ? "remainder: both negative" : "remainder: both positive", rest)
    : reach(dividend < 0 ? "remainder: negative dividend" : "remainder: negative divisor", rest + divisor);
}

/** In how many ways k things are chosen of n. */
export function choices(reach: Reach, n: number, k: number): number {
  if (n < 0 || k < 0) {
    reach("choices: negative", 0);
    throw new Rejection("The operation is not defined.");
  }
  if (k > n) {
    reach("choices: more than there are", 0);
    throw new Rejection("The operation is not defined.");
  }
  if (n > 60) {
    reach("choices: too many", 0);
    throw new Rejection("The result is too large.");
  }
  if (k === 0 || k === n) {
    return reach(k === 0 ? "choices: none" : "choices: all", 1);
  }
  if (k === 1) {
    return reach("choices: one", n);
  }
  let ways = 1;
  for (let index = 1; index <= Math.min(k, n - k); index++) {
    ways = (ways * (n - index + 1)) / index;
  }
  return reach(k > n - k ? "choices: most" : "choices: few", Math.round(ways));
}

/** The share of the way from a start to an end. */
export function progress(reach: Reach, from: number, to: number, at: number): number {
  if (from === to) {
    reach("progress: no way", 0);
    throw new Rejection("The operation is not defined.");
  }
  if (from > to) {
    reach("progress: backwards", 0);
    throw new Rejection("The operation is not defined.");
  }
  if (at <= from) {
    return reach(at === from ? "progress: at the start" : "progress: before the start", 0);
  }
  return at >= to
    ? reach(at === to ? "progress: at the end" : "progress: after the end", 1)
    : reach("progress: between", (at - from) / (to - from));
}

/** The smallest factor of a whole number that is larger than one. */
export function smallestFactor(reach: Reach, value: number): number {
  if (value < 0) {
    reach("factor: negative", 0);
    throw new Rejection("The operation is not defined.");
  }
  if (value < 2) {
    return reach(value === 0 ? "factor: zero" : "factor: one", value);
  }
  if (value > 10_000) {
    reach("factor: too large", 0);
    throw new Rejection("The value is too large.");
  }
  for (let factor = 2; factor * factor <= value; factor++) {
    if (value % factor === 0) {
      return reach(factor === 2 ? "factor: even" : "factor: composite", factor);
    }
  }
  return reach(value === 2 ? "factor: two" : "factor: prime", value);
}

/** The exponential integral of an order, by a continued fraction for large values and a series for small ones. */
export function exponentialIntegral(reach: Reach, order: number, x: number): number {
  if (order < 0 || x < 0) {
    reach("integral: negative", 0);
    throw new Rejection("The operation is not defined.");
  }
  if (x === 0 && order <= 1) {
    reach("integral: no limit", 0);
    throw new Rejection("The operation is not defined.");
  }
  if (order === 0) {
    return reach("integral: order of zero", Math.exp(-x) / x);
  }
  if (x === 0) {
    return reach("integral: at zero", 1 / (order - 1));
  }
  if (x > 1) {
    let fraction = 0;
    for (let index = 60; index >= 1; index--) {
      fraction = (index * (order - 1 + index)) / (x + order + 2 * index - fraction);
    }
    return reach("integral: fraction", Math.exp(-x) / (x + order - fraction));
  }
  let sum = order === 1 ? -Math.log(x) - 0.5772156649015329 : 1 / (order - 1);
  let term = 1;
  for (let index = 1; index <= 60; index++) {
    term *= -x / index;
    if (index !== order - 1) {
      sum -= term / (index - order + 1);
      continue;
    }
    let harmonic = -0.5772156649015329;
    for (let step = 1; step <= index; step++) {
      harmonic += 1 / step;
    }
    sum += term * (harmonic - Math.log(x));
    reach("integral: term with a logarithm", 0);
  }
  return reach(order === 1 ? "integral: series of order one" : "integral: series", sum);
}

/** The price of a number of things, in cents, with the rebates for many. */
export function cost(reach: Reach, count: number, price: number, rebate: number | undefined): number {
  if (count <= 0 || price < 0) {
    reach(price < 0 ? "cost: negative price" : "cost: no things", 0);
    throw new Rejection("There is nothing to buy.");
  }
  if (price === 0) {
    return reach("cost: free", 0);
  }
  if (rebate !== undefined && (rebate < 0 || rebate > 100)) {
    reach(rebate < 0 ? "cost: negative rebate" : "cost: rebate of more than all", 0);
    throw new Rejection("There is no such rebate.");
  }
  if (rebate !== undefined) {
    return reach(rebate === 100 ? "cost: all is rebate" : "cost: with a rebate", count * price * (1 - rebate / 100));
  }
  if (count === 1) {
    return reach("cost: one thing", price);
  }
  return count < 10
    ? reach("cost: some", count * price)
    : reach(count >= 50 ? "cost: many" : "cost: ten and more", count * price * (count >= 50 ? 0.8 : 0.9));
}
