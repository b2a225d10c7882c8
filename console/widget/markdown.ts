import { el } from './dom.ts'

/**
 * As much of Markdown as answers need, as elements: nothing of it is ever read as HTML, and links lead to the web or to mail alone.
 */
export function markdown(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  fragment.append(...blocks(text.replaceAll('\r\n', '\n').split('\n')))
  return fragment
}

const fence = /^\s*(`{3,}|~{3,})\s*([\w+-]*)\s*$/
const heading = /^(#{1,6})\s+(.*?)\s*#*$/
const rule = /^\s*([-*_])(\s*\1){2,}\s*$/
const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/
const quote = /^\s*>\s?/
const tableRow = /^\s*\|.*\|\s*$/
const tableLine = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/

function blocks(lines: string[]): Node[] {
  const nodes: Node[] = []
  let at = 0
  /** The lines from here on that are alike. */
  const taken = (isSo: (line: string, n: number) => boolean): string[] => {
    const from = at
    while (at < lines.length && isSo(lines[at]!, at - from)) at++
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at]!
    const [, mark, language] = fence.exec(line) ?? []
    const title = heading.exec(line)
    if (line.trim() === '') at++
    else if (mark) {
      at++
      const code = taken((one) => !(one.trim().startsWith(mark) && one.trim().replaceAll(mark[0]!, '') === ''))
      at++
      nodes.push(el('pre', { tabindex: '0' }, el('code', { 'data-language': language || undefined }, code.join('\n'))))
    } else if (title) {
      at++
      // The page has headings of its own: these are a level of theirs.
      const level = Math.min(6, title[1]!.length + 2)
      nodes.push(el(`h${level}` as 'h3', {}, ...spans(title[2]!)))
    } else if (rule.test(line)) {
      at++
      nodes.push(el('hr'))
    } else if (quote.test(line))
      nodes.push(el('blockquote', {}, ...blocks(taken((one) => quote.test(one)).map((one) => one.replace(quote, '')))))
    else if (item.test(line)) nodes.push(list(taken((one, n) => item.test(one) || (n > 0 && /^\s+\S/.test(one)))))
    else if (tableRow.test(line) && tableLine.test(lines[at + 1] ?? ''))
      nodes.push(table(taken((one) => tableRow.test(one))))
    else nodes.push(paragraph(taken((one, n) => one.trim() !== '' && (n === 0 || !begins(one)))))
  }
  return nodes
}

const begins = (line: string): boolean =>
  fence.test(line) || heading.test(line) || rule.test(line) || quote.test(line) || item.test(line)

function paragraph(lines: string[]): HTMLElement {
  const nodes = lines.flatMap((line, n) => [...(n > 0 ? [el('br')] : []), ...spans(line.trim())])
  return el('p', {}, ...nodes)
}

function list(lines: string[]): HTMLElement {
  const [, indent = '', mark = ''] = item.exec(lines[0]!)!
  const isOrdered = /\d/.test(mark)
  const items: string[][] = []
  for (const line of lines) {
    const [, deep = '', , text = ''] = item.exec(line) ?? []
    if (item.test(line) && deep.length <= indent.length) items.push([text])
    else items.at(-1)!.push(line.slice(Math.min(indent.length + 2, line.search(/\S/))))
  }
  const children = items.map(([first = '', ...rest]) => el('li', {}, ...spans(first), ...blocks(rest)))
  const start = isOrdered && Number.parseInt(mark, 10) !== 1 ? String(Number.parseInt(mark, 10)) : undefined
  return isOrdered ? el('ol', { start }, ...children) : el('ul', {}, ...children)
}

function table(lines: string[]): HTMLElement {
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'))
  const [head = '', , ...rows] = lines
  const headRow = el('tr', {}, ...cells(head).map((cell) => el('th', { scope: 'col' }, ...spans(cell))))
  const body = rows.map((row) => el('tr', {}, ...cells(row).map((cell) => el('td', {}, ...spans(cell)))))
  return el(
    'div',
    { class: 'table', tabindex: '0' },
    el('table', {}, el('thead', {}, headRow), el('tbody', {}, ...body)),
  )
}

/** What begins first wins; what has no end is text. */
const span = new RegExp(
  [
    String.raw`\\([!-/:-@[-${'`'}{-~])`,
    '(`+)(.+?)\\2(?!`)',
    String.raw`!?\[((?:[^\[\]\\]|\\.|\[[^\]]*\])*)\]\(<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+"[^"]*")?\)`,
    String.raw`\*\*(?=\S)(.+?)(?<=\S)\*\*`,
    String.raw`__(?=\S)(.+?)(?<=\S)__(?!\w)`,
    String.raw`\*(?=[^\s*])(.+?)(?<=[^\s*])\*`,
    String.raw`(?<!\w)_(?=\S)(.+?)(?<=\S)_(?!\w)`,
    String.raw`~~(?=\S)(.+?)(?<=\S)~~`,
    String.raw`<?(https?://[^\s<>"'）」、。]+[^\s<>"'.,;:!?)）」、。])>?`,
  ].join('|'),
)

function spans(text: string): Node[] {
  const nodes: Node[] = []
  let rest = text
  while (rest !== '') {
    const found = span.exec(rest)
    if (!found) break
    const [whole, escaped, , code, label, url, strong, strong2, emphasis, emphasis2, struck, bare] = found
    nodes.push(document.createTextNode(rest.slice(0, found.index)))
    if (escaped !== undefined) nodes.push(document.createTextNode(escaped))
    else if (code !== undefined) nodes.push(el('code', {}, code.trim() === '' ? code : code.replace(/^ (.*) $/, '$1')))
    else if (label !== undefined) nodes.push(...link(url!, spans(label)))
    else if (bare !== undefined) nodes.push(...link(bare, [document.createTextNode(bare)]))
    else if ((strong ?? strong2) !== undefined) nodes.push(el('strong', {}, ...spans((strong ?? strong2)!)))
    else if ((emphasis ?? emphasis2) !== undefined) nodes.push(el('em', {}, ...spans((emphasis ?? emphasis2)!)))
    else nodes.push(el('s', {}, ...spans(struck!)))
    rest = rest.slice(found.index + whole.length)
  }
  if (rest !== '') nodes.push(document.createTextNode(rest))
  return nodes
}

/** Whether an address may be gone to: of the web, or of somebody's mail. */
export const isSafe = (url: string): boolean => URL.canParse(url) && /^(https?|mailto):$/.test(new URL(url).protocol)

function link(url: string, label: Node[]): Node[] {
  if (!isSafe(url)) return label
  return [el('a', { href: url, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...label)]
}
