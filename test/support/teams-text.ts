/** Lines that end where they end: those of tables, and those that Markdown breaks. */
const BROKEN = / {2}$|(?:^|[^\\])(?:\\\\)*\\$|<br\s*\/?>$/i

/**
 * What a person sees of Markdown in Teams, as far as line breaks go: a line of a paragraph goes on in the next one unless it is
 * broken. Blocks other than code and tables are not told apart.
 */
export function seenInTeams(markdown: string): string {
  let fence: string | undefined
  let seen = ''
  const lines = markdown.split('\n')
  for (const [n, line] of lines.entries()) {
    const [, run] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    const wasCode = fence !== undefined
    if (run && !(wasCode ? run[0] !== fence![0] || run.length < fence!.length || line.trim() !== run : false)) {
      fence = wasCode ? undefined : run
    }
    seen += line
    if (n === lines.length - 1) break
    const isParagraph = !wasCode && fence === undefined && !/^\s*\|/.test(line) && line.trim() !== ''
    const isJoined = isParagraph && lines[n + 1]!.trim() !== '' && !BROKEN.test(line)
    seen += isJoined ? ' ' : '\n'
  }
  return seen
}

/** What an Adaptive Card says, without its buttons and fields. */
export function saidInCard(card: { body?: Record<string, unknown>[] }): string {
  const said = (card.body ?? []).flatMap(({ type, text, codeSnippet, items }) => {
    if (type === 'TextBlock') return [seenInTeams(String(text))]
    // A box is a quotation.
    if (type === 'Container') return [saidInCard({ body: items as Record<string, unknown>[] }).replaceAll(/^/gm, '> ')]
    return type === 'CodeBlock' ? [`\`\`\`\n${String(codeSnippet)}\n\`\`\``] : []
  })
  return said.join('\n\n')
}
