/** `1 case`, `1,024 cases`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** Thousands apart, the same in every locale. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Milliseconds as people tell them. */
export function lasting(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${grouped(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}

/** An ISO 8601 date in UTC as people read it. */
export function moment(date: string): string {
  return date.replace(/^(.{10})T(.{8}).*Z$/, "$1 $2 UTC");
}

/** The beginning of a sentence. */
export function sentence(text: string): string {
  const whole = /[.!?…]$/.test(text) ? text : `${text}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}
