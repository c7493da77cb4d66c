const NAME =
  /^(limit|count|first|last|size|take|top|rows|max|(page|(results?|items)?per|max)(size|page|limit|results|items|count))$/;

/** Whether a parameter is likely to set the size of a page, by its name without case and separators. */
export function isPageSizeName(name: string): boolean {
  return NAME.test(name.toLowerCase().replace(/[^a-z\d]/g, ""));
}
