type Json = Record<string, unknown>

/** More of a card nobody reads. */
const maxCharacters = 8000
const maxDepth = 30

const words = ['title', 'activityTitle', 'subtitle', 'activitySubtitle', 'text', 'activityText', 'codeSnippet', 'value']
const parts = ['body', 'items', 'columns', 'sections', 'card']

/**
 * What people read on a card, as Markdown: that of an Adaptive Card, or of the older kinds (hero, thumbnail, list and connector cards),
 * which other apps post.
 */
export function cardWords(card: unknown): string {
  const lines: string[] = []
  let left = maxCharacters

  function add(line: unknown): void {
    if (typeof line !== 'string' || line.trim() === '' || left <= 0) return
    lines.push(line.trim().slice(0, left))
    left -= line.length
  }

  function read(element: unknown, depth: number): void {
    if (left <= 0 || depth > maxDepth) return
    if (Array.isArray(element)) for (const one of element) read(one, depth + 1)
    if (!isObject(element) || element['isVisible'] === false) return
    const { type, altText, inlines } = element
    if (type === 'Image') return add(altText && `[image: ${String(altText)}]`)
    // A button is what may be done, and not what was said.
    if (/^Action\./.test(String(type ?? ''))) return
    for (const name of words) add(element[name])
    add(
      listOf(inlines)
        .map((one) => (isObject(one) ? one['text'] : one))
        .join(''),
    )
    for (const fact of listOf(element['facts'])) add(factOf(fact))
    for (const row of listOf(element['rows'])) add(rowOf(row, depth))
    for (const name of parts) read(element[name], depth + 1)
  }

  function rowOf(row: unknown, depth: number): string {
    const cells = isObject(row) ? listOf(row['cells']) : []
    const said = cells.map((cell) => {
      const before = lines.length
      read(cell, depth + 1)
      return lines.splice(before).join(' ')
    })
    return said.length > 0 ? `| ${said.join(' | ')} |` : ''
  }

  read(card, 0)
  return lines.join('\n')
}

function factOf(fact: unknown): string {
  if (!isObject(fact)) return ''
  const { title, name = title, value } = fact
  return `${String(name ?? '')}: ${String(value ?? '')}`
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
