import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const text = (path: string): string => readFileSync(join(root, path), 'utf8')

const pages = ['', 'docs/', 'docs/ja/']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => folder + name))
  .filter((path) => path.endsWith('.md'))
  .filter((path) => path !== 'CHANGELOG.md')

/** The name under which a heading can be led to, as forges make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replaceAll(' ', '-')

const withoutCode = (markdown: string): string => markdown.replaceAll(/^```.*?^```/gms, '')

it.each(pages)('every link of %s leads to a page that is there, and to a heading of it', (page) => {
  const links = [...withoutCode(text(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^(?:https?|mailto):/.test(link))
  const broken = links.filter((link) => {
    const [path = '', anchor] = link.split('#')
    const file = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(root, file))) return true
    if (anchor === undefined || !file.endsWith('.md')) return false
    const headings = [...withoutCode(text(file)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))
    return !headings.includes(anchor)
  })
  expect(broken).toEqual([])
})

it.each(['docs/README.md', 'docs/ja/README.md'])('%s leads to every page, in its language', (path) => {
  const index = text(path)
  const others = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md')
  expect(others.filter((name) => !index.includes(`](${name})`))).toEqual([])
})

it('the moving picture of the README can be loaded by whoever is in a hurry', () => {
  const gif = readFileSync(join(root, 'docs/images/film.gif'))
  expect(gif.subarray(0, 6).toString('latin1')).toBe('GIF89a')
  expect(gif.length).toBeLessThan(2 * 2 ** 20)
  for (const path of ['README.md', 'README.ja.md']) expect(text(path)).toContain('](docs/images/film.gif)')
})

const inJapanese = [
  ['README.ja.md', 'README.md'],
  ...readdirSync(join(root, 'docs/ja')).map((name) => [`docs/ja/${name}`, `docs/${name}`]),
] as [string, string][]

it.each(inJapanese)('%s has what %s has', (japanese, english) => {
  const shape = (page: string) => {
    const markdown = text(page)
    return {
      headings: [...withoutCode(markdown).matchAll(/^(#+) /gm)].map(([, level]) => level),
      commands: [...markdown.matchAll(/^```.*?^```/gms)].map(([block]) => block),
      rows: markdown.split('\n').filter((line) => line.startsWith('|')).length,
      points: markdown.split('\n').filter((line) => line.startsWith('- ')).length,
      codes: codesOf(markdown),
      links: [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => goalOf(link!)).sort(),
    }
  }
  expect(shape(japanese)).toEqual(shape(english))
})

it.each(inJapanese)('%s leads its readers to pages in Japanese', (japanese) => {
  const links = [...withoutCode(text(japanese)).matchAll(/\]\(([^)\s#]+\.md)/g)].map(([, link]) => link!)
  const english = links.filter((link) => /^docs\/[\w-]+\.md$/.test(join(dirname(japanese), link)))
  expect(english).toEqual([])
})

/** What is written as code between words: it is the same in every language. */
const codesOf = (markdown: string): string[] => {
  const codes = withoutCode(markdown).matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)
  return [...new Set([...codes].map(([, code]) => code!.replaceAll(/\s*\n\s*/g, ' ')))].toSorted()
}

/** Where a link leads in either language; headings have other names there. */
const goalOf = (link: string): string =>
  link
    .replace(/^(?:\.\.\/)+/, '')
    .replace(/^docs\/ja\//, 'docs/')
    .replace(/^README.*/, 'README')
    .replace(/#.*/, '#')

it.each([
  ['docs/troubleshooting.md', /“([^”]+)”/g],
  ['docs/ja/troubleshooting.md', /「([^」]+)」/g],
] as const)('what %s quotes is what people and programs are told', (path, quotes) => {
  const page = text(path)
  const sources = globSync(['src/**/*.ts', 'adapters/**/*.ts'], { cwd: root }).map(text).join('\n')
  const quoted = [...page.matchAll(quotes)].map(([, quote]) => quote!)
  const codes = [...page.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, code]) => code!)
  expect(quoted.length).toBeGreaterThan(10)
  expect(codes.length).toBeGreaterThan(10)
  expect(quoted.filter((quote) => !sources.includes(quote))).toEqual([])
  expect(codes.filter((code) => !sources.includes(`'${code}'`))).toEqual([])
})
