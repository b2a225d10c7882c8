/** What a search finds: a heading and what stands below it, up to the next one. */
export interface Section {
  /** The address below the site's own, with the heading's anchor. */
  id: string
  title: string
  /** The headings above, the page's first. */
  above: string
  text: string
}

/**
 * The sections of a page. `html` is what its Markdown became, `address` is where it stands. Code counts as text: people search for
 * commands and settings.
 */
export function sectionsOf(html: string, address: string): Section[] {
  const above: string[] = []
  return html.split(/(?=<h[1-4] )/).flatMap((piece) => {
    const heading = /^<h([1-4]) id="([^"]*)"[^>]*>(.*?)<a class="header-anchor".*?<\/h\1>/s.exec(piece)
    if (!heading) return []
    const [whole, level, anchor, inner] = heading
    const depth = Number(level) - 1
    const title = textOf(inner!)
    const section = {
      id: depth === 0 ? address : `${address}#${anchor}`,
      title,
      above: above.slice(0, depth).join(' › '),
      text: textOf(piece.slice(whole.length)),
    }
    above.length = depth
    above[depth] = title
    return [section]
  })
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#123': '{', '#125': '}' }

const textOf = (html: string): string =>
  html
    .replaceAll(/<(?:style|script|svg|button)\b.*?<\/(?:style|script|svg|button)>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39|#123|#125);/g, (_, name: string) => entities[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
