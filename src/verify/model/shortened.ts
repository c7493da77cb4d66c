/** A text of at most so many characters, without half of a surrogate pair at its end. Three dots stand for the rest. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}
