/** Texts of others in a line of ours: no line breaks, nothing that ends a code span, writes backwards or rings a bell. */
export function shown(text: string, max = 60): string {
  const line = text
    .replace(/[\s`\p{Cc}]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  return line.length > max ? `${line.slice(0, max).toWellFormed()}…` : line
}

/** The same in Markdown outside of code: nothing in it is formatting or a mention. */
export function plain(text: string, max = 80): string {
  return shown(text, max).replace(/[\\*_~[\]<>|#]/g, '\\$&')
}

/** Of what somebody is to agree to: what cannot be seen is written out. */
export const visible = (text: string): string =>
  text.replace(/[\p{Cf}\p{Zl}\p{Zp}\u0085]/gu, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`)

/** Words of others as a quotation, of which no line looks like ours. */
export const quotedLines = (text: string): string =>
  visible(text)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
