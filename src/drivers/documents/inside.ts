/** Text as it stands, save Markdown: in a fence, so that a comment of a script is no heading. */
export function fenced(name: string, text: string): string {
  if (/\.(md|markdown|txt)$/i.test(name)) return lowered(text)
  const fence = text.includes('```') ? '~~~~' : '```'
  return `${fence}\n${text.trimEnd()}\n${fence}`
}

/** Its headings one rank lower, to stand below another one. */
export function lowered(text: string): string {
  return text.replace(/^(?=#{1,5} )/gm, '#')
}
