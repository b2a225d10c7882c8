import { posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

type Token = ReturnType<MarkdownRenderer['parse']>[number]

/**
 * Pages lead to files that are not on the site (an example, a manifest). Readers of the repository follow these links; on the site
 * they become words that tell the file's path, since nobody can be led there.
 */
export function linksToFiles(md: MarkdownRenderer): void {
  md.core.ruler.push('links-to-files', ({ tokens, env }) => {
    for (const { children } of tokens) if (children) unlink(children, String(env.relativePath))
  })
}

function unlink(tokens: readonly Token[], page: string): void {
  let isOutside = false
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const file = fileOf(String(token.attrGet('href')), page)
      isOutside = file !== undefined
      if (file !== undefined) token.attrs = [['title', file]]
    }
    if (isOutside && /^link_/.test(token.type)) token.tag = 'span'
  }
}

/** The path in the repository of what a link leads to, if that is no page of the site. */
function fileOf(href: string, page: string): string | undefined {
  if (/^[a-z]+:|^[#/]/.test(href)) return undefined
  const path = posix.join('docs', posix.dirname(page), href)
  return path.startsWith('docs/') ? undefined : path
}
