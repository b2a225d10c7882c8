import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMarkdownRenderer, defineConfig } from 'vitepress'
import { indexPath, writeIndex } from './index-file.ts'
import { outlineOf } from './outline.ts'
import { linksToFiles } from './outside.ts'
import { sectionsOf } from './sections.ts'

const docs = join(import.meta.dirname, '..')
const base = '/help/'
const icon = readFileSync(join(docs, '../console/page/icon.svg')).toString('base64')
/** What is written into each page and not into a file of its own, by the name of that file. */
const scripts = new Map<string, string>()

/** The documentation as a site of its own, in both languages, with nothing from elsewhere: `npm run docs`. */
export default defineConfig({
  title: 'Parley',
  description: 'Agents where the team already is: Slack, Discord, Microsoft Teams.',
  base,
  head: [['link', { rel: 'icon', href: `data:image/svg+xml;base64,${icon}` }]],
  outDir: '../dist/help',
  cacheDir: '../node_modules/.cache/vitepress',
  rewrites: { 'README.md': 'index.md', 'ja/README.md': 'ja/index.md' },
  // Their own files, so that the policy of the page need allow no script in a page.
  metaChunk: true,
  locales: {
    root: { label: 'English', lang: 'en', themeConfig: { sidebar: outlineOf(docs, '') } },
    ja: {
      label: '日本語',
      lang: 'ja',
      description: 'Slack、Discord、Microsoft Teams の中で働くエージェント。',
      themeConfig: {
        sidebar: outlineOf(docs, 'ja'),
        outline: { label: 'このページの内容' },
        docFooter: { prev: '前へ', next: '次へ' },
        darkModeSwitchLabel: '配色',
        lightModeSwitchTitle: 'ライトモードにする',
        darkModeSwitchTitle: 'ダークモードにする',
        sidebarMenuLabel: 'メニュー',
        returnToTopLabel: '先頭へ',
        langMenuLabel: '言語',
        skipToContentLabel: '本文へ',
        notFound: { title: 'ページがありません', quote: '', linkText: '目次へ', linkLabel: '目次へ' },
      },
    },
  },
  markdown: { config: linksToFiles },
  transformHtml(html) {
    return html.replaceAll(/<script id="[^"]*">([^<]*)<\/script>/g, (_, code: string) => {
      const name = `assets/${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
      scripts.set(name, code)
      return `<script src="${base}${name}"></script>`
    })
  },
  async buildEnd({ pages, outDir, srcDir, rewrites, markdown }) {
    for (const [name, code] of scripts) writeFileSync(join(outDir, name), code)
    const md = await createMarkdownRenderer(srcDir, markdown, base)
    for (const [language, isOfIt] of languages) {
      const sections = pages.filter(isOfIt).flatMap((page) => {
        const address = (rewrites.inv[page] ?? rewrites.map[page] ?? page).replace(/\.md$/, '.html')
        return sectionsOf(md.render(readFileSync(join(srcDir, page), 'utf8'), { relativePath: page }), address)
      })
      writeFileSync(join(outDir, indexPath(language)), writeIndex(sections))
    }
  },
})

const languages = [
  ['en', (page: string) => !page.startsWith('ja/')],
  ['ja', (page: string) => page.startsWith('ja/')],
] as const
