/** What a tokenizer or a reader might take for the end of a line. */
const lineBreaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

export function linesOf(text: string): string[] {
  return text.split(lineBreaks)
}

/** A directive that the model repeats from what it was given would be carried out. */
export function disarmed(text: string): string {
  return text.replace(/([#@])(?=\{)/g, '$1 ')
}

/** Each line behind `> `: whatever the text holds, it cannot end its quotation or begin another. */
export function quoted(text: string): string {
  return linesOf(disarmed(text))
    .map((line) => `> ${line}`)
    .join('\n')
}
