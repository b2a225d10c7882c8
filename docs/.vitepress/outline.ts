import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The list of all pages is the index that readers see, `README.md` in `folder` of `docs`: each heading of it with a table becomes a
 * group, each row of the table a page, called by its own heading.
 */
export function outlineOf(docs: string, folder: string) {
  return readFileSync(join(docs, folder, 'README.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      text: part.slice(0, part.indexOf('\n')).trim(),
      items: [...part.matchAll(/^\| \[[^\]]+\]\(([a-z./-]+)\.md\) \|/gm)].map(([, page]) => ({
        text: /^# (.+)$/m.exec(readFileSync(join(docs, folder, `${page}.md`), 'utf8'))![1]!.replaceAll('`', ''),
        link: join('/', folder, page!),
      })),
    }))
}
