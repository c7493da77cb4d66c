const SIZE =
  /^(limit|count|first|last|size|take|top|rows|max|(page|(results?|items)?per|max)(size|page|limit|results|items|count))$/;

/** Whether a parameter is likely to set the size of a page, by its name without case and separators. */
export function isPageSizeName(name: string): boolean {
  return SIZE.test(plain(name));
}

/**
 * Whether a field is likely to be an object that describes the page around it. Its name without case and separators decides.
 */
export function isPageObjectName(name: string): boolean {
  return /^((response)?meta(data)?|paginat(ion|e|or)|paging|pager|pageinfo|page)$/.test(plain(name));
}

/** Whether a field is likely to have the number of the page around it. Its name without case and separators decides. */
export function isPageNumberName(name: string): boolean {
  return /^(page|currentpage|page(number|no|index))$/.test(plain(name));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, "");
}
