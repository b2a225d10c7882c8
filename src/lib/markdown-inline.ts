/** Marks that a run of words bears. */
export interface Style {
  bold?: true
  italic?: true
  strike?: true
  code?: true
}
/** `link`: to `url`. */
export type Run = { type: 'text' | 'link'; text: string; url?: string; style?: Style }

const INLINE =
  /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)|\[([^\][]+)\]\((https?:\/\/[^()\s]+)\)|(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\5(?![*_~])|(?<!\w)([*_])(?=[^\s*_])(.+?)(?<=[^\s*_])\7(?!\w)/g

/** Its words, without the marks of Markdown. */
export const inlineWords = (markdown: string): string =>
  inlineRuns(markdown)
    .map(({ text }) => text)
    .join('')

/** Words with their marks, as they stand in a line of Markdown; what is escaped is a character. */
export function inlineRuns(markdown: string, style: Style = {}): Run[] {
  const runs: Run[] = []
  let from = 0
  const put = (run: Run) => {
    if (run.text !== '') runs.push(Object.keys(style).length > 0 ? { ...run, style } : run)
  }
  const words = (text: string) => put({ type: 'text', text: text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1') })
  for (const match of markdown.matchAll(INLINE)) {
    const [whole, , code, label, url, double, strong, , emphasis] = match
    if (isEscaped(markdown, match.index)) continue
    words(markdown.slice(from, match.index))
    from = match.index + whole.length
    if (code !== undefined) runs.push({ type: 'text', text: code, style: { ...style, code: true } })
    else if (url !== undefined) put({ type: 'link', text: label!, url })
    else if (double === '~~') runs.push(...inlineRuns(strong!, { ...style, strike: true }))
    else if (strong !== undefined) runs.push(...inlineRuns(strong, { ...style, bold: true }))
    else runs.push(...inlineRuns(emphasis!, { ...style, italic: true }))
  }
  words(markdown.slice(from))
  return runs
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}
