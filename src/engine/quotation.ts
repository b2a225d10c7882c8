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

/** What turns text around, hides between its letters or says what nobody sees. Joiners stay where scripts and emoji need them. */
const unseen = /\u034f|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu
const idleJoiner = /(?<=^|[\p{Script=Latin}\p{N}\p{P}\s])[\u200c\u200d]+/gu

/** A value as one line of JSON: whatever its texts hold, it cannot end its quotation, begin another or hide anything. */
export function jsonLine(value: unknown): string {
  const json = JSON.stringify(value, (_, one) =>
    typeof one === 'string' ? one.replace(unseen, '').replace(idleJoiner, '') : one,
  )
  return disarmed(json).replace(/[\u0085\u2028\u2029]/g, escaped)
}

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}
