import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import * as adapter from '../../src/exports/adapter.ts'
import * as engine from '../../src/exports/engine.ts'
import * as whole from '../../src/exports/index.ts'
import * as testing from '../contracts/index.ts'

const docs = resolve(import.meta.dirname, '../../docs')
const guide = readFileSync(join(docs, 'embedding.md'), 'utf8')

describe('the guide to the package', () => {
  it('has a row for each entry', () => {
    const entries = Object.keys(manifest.exports)
      .filter((path) => path !== './package.json')
      .map((path) => path.replace('.', manifest.name))
    expect([...guide.matchAll(/^\| `([\w/-]+)` \|/gm)].map(([, name]) => name)).toEqual(entries)
  })

  it('names only what can be imported', () => {
    const exported = new Set([adapter, engine, whole, testing].flatMap((entry) => Object.keys(entry)))
    const named = [...guide.matchAll(/\b(?:create|test|load|read)[A-Z]\w+|\b(?:passagesOf|orderKey)\b/g)].map(
      ([name]) => name,
    )
    expect(new Set(named).size).toBeGreaterThan(12)
    // In an example, one of the reader's own.
    expect(named.filter((name) => !exported.has(name) && name !== 'createMyQueue')).toEqual([])
  })

  it('leads to pages and examples that are there', () => {
    for (const [, path] of guide.matchAll(/\]\(([^)#]+)\)/g)) expect(existsSync(join(docs, path!)), path).toBe(true)
  })
})
