import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '../../src/lib/language.ts'

const root = resolve(import.meta.dirname, '../..')
const sources = globSync(['src/**/*.ts', 'adapters/**/*.ts'], { cwd: root }).toSorted()

/** A text beside its language: `ja: '…'`, `en: [`…, `ja: (name) => …`. */
const inline = /\b(?:en|ja): *(?:['"`[(]|\n\s*['"`])/

describe('what people read', () => {
  it('stands in catalogues, never beside the code that says it', () => {
    const outside = sources.filter((file) => !file.includes('/words/'))
    expect(outside.length).toBeGreaterThan(300)
    expect(outside.filter((file) => inline.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })

  it('stands in every language, in files of the same names', () => {
    const catalogues = sources.filter((file) => file.includes('/words/') && /(^|\/)en(\.ts|\/)/.test(file))
    expect(catalogues.length).toBeGreaterThan(30)
    const all = new Set(sources)
    const others = catalogues.flatMap((file) =>
      languages.map((language) => file.replace(/\/words\/en(?=\.ts|\/)/, `/words/${language}`)),
    )
    expect(others.filter((file) => !all.has(file))).toEqual([])
    for (const file of catalogues) expect(`${dirname(file)}/${basename(file)}`).toContain('/words/en')
  })
})
