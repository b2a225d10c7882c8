import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { platforms } from '../../adapters/registry.ts'
import { readEnvironment, variableNames } from '../../src/config/environment.ts'
import { wholeSettings } from '../../src/config/settings.ts'
import { agentDocumentSchema } from '../../src/model/agent.ts'
import { modelsSchema } from '../../src/model/models.ts'
import { planSchema } from '../../src/model/plan.ts'
import { rowsOf } from './rows.ts'

const root = resolve(import.meta.dirname, '../..')
const text = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The cells of each row that begins with code, below the headings that begin with `heading`. */
const rowsBelow = (page: string, heading: string): string[][] =>
  page
    .split(/^(?=## )/m)
    .filter((part) => part.startsWith(heading))
    .flatMap((part) => [...part.matchAll(/^\| `(.*) \|$/gm)])
    .map(([, row]) => `\`${row}`.split(' | '))

describe.each(['docs/settings.md', 'docs/ja/settings.md'])('%s', (path) => {
  const page = text(path)

  it.each([
    ['## `config/parley.yaml`', wholeSettings(platforms)],
    ['## `config/plans.yaml`', planSchema],
    ['## `config/models.yaml`', modelsSchema],
    ['## `agent.yaml`', agentDocumentSchema.omit({ rules: true, scenarios: true, tools: true })],
  ] as const)('has under %s every key, with what it is and what it may be', (heading, schema) => {
    const told = rowsBelow(page, heading).map(([key, usual, may]) => [key, usual, may])
    expect(told).toEqual(rowsOf(schema).map(([key, usual, may]) => [`\`${key}\``, usual, may]))
  })

  it('has every variable, with what holds without it', () => {
    const { providers } = parse(text('config/models.yaml')) as {
      providers: Record<string, { baseUrl: string; keyEnv?: string; modelEnv?: string }>
    }
    const ofModels = Object.values(providers).flatMap(({ baseUrl, keyEnv, modelEnv }) => [
      ...[...baseUrl.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!),
      ...[keyEnv, modelEnv].filter((name) => name !== undefined),
    ])
    const { variables } = readEnvironment({}, platforms)
    const usual = Object.entries(variables ?? {}).filter(([, value]) => value !== undefined)
    const told = rowsBelow(page, path.includes('/ja/') ? '## 環境変数' : '## The environment')
    expect(told.map(([name]) => name).toSorted()).toEqual(
      [...variableNames(platforms), ...ofModels].map((name) => `\`${name}\``).toSorted(),
    )
    expect(told.filter(([, without]) => without !== '').map(([name, without]) => [name, without])).toEqual(
      usual.map(([name, value]) => [`\`${name}\``, `\`${value}\``]),
    )
  })
})

/** The codes with which sources refuse, and with which status. */
function thrown(files: readonly string[]): Map<string, Set<string>> {
  const codes = new Map<string, Set<string>>()
  for (const source of files.map(text)) {
    for (const { index } of source.matchAll(/new AppError\(\s*'/g)) {
      const call = callAt(source, index)
      const code = /'([a-z_]+)'/.exec(call)![1]!
      const status = /\bstatus(?:: (\d+))?/.exec(call)
      codes.set(code, (codes.get(code) ?? new Set()).add(status ? (status[1] ?? '4xx') : '400'))
    }
  }
  return codes
}

/** The text of a call up to the bracket that ends it. */
function callAt(source: string, index: number): string {
  let depth = 0
  for (let at = source.indexOf('(', index); at < source.length; at++) {
    if (source[at] === '(') depth++
    if (source[at] === ')' && --depth === 0) return source.slice(index, at)
  }
  return source.slice(index)
}

describe.each(['docs/errors.md', 'docs/ja/errors.md'])('%s', (path) => {
  const page = text(path)
  const sources = globSync(['src/**/*.ts', 'adapters/**/*.ts'], { cwd: root })
  const told = rowsBelow(page, '## ')
  const codes = told.map(([code]) => code!.replaceAll('`', ''))

  it('has every code once, and none that nobody is told', () => {
    expect(new Set(codes).size).toBe(codes.length)
    expect([...thrown(sources).keys()].filter((code) => !codes.includes(code))).toEqual([])
    const all = sources.map(text).join('\n')
    const isSaid = (code: string) => all.includes(`'${code}'`) || all.includes(code.replace(/^[a-z]+_/, '}_'))
    expect(codes.filter((code) => !isSaid(code))).toEqual([])
  })

  it('tells the status of each that HTTP has', () => {
    const known = thrown(sources.filter((file) => !/^src\/(?:cli|admin\/commands)\//.test(file)))
    const wrong = rowsBelow(page, '## Over HTTP')
      .concat(rowsBelow(page, '## HTTP'))
      .map(([code, status]) => [code!.replaceAll('`', ''), status!] as const)
      .filter(([code]) => known.has(code))
      .filter(([code, status]) => status !== [...known.get(code)!].toSorted().join(', '))
    expect(wrong.map(([code, status]) => [code, status, ...known.get(code)!])).toEqual([])
  })
})
