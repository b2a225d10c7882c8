import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Document, parseDocument } from 'yaml'
import { platforms } from '../../adapters/registry.ts'
import { checkFolder } from '../../src/admin/scenarios/folder.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { mutations } from './scenario-mutations.ts'

const rooms = join(import.meta.dirname, '../fixtures/agents/rooms')
const check = (folder: string) => checkFolder(folder, platforms).findings

/** What is found once a file of the clean agent is changed, each finding with the line it names. */
function checkChanged(change: (file: Document) => void, name = 'book-room') {
  const folder = tempFolder()
  cpSync(rooms, folder, { recursive: true })
  const file = join(folder, 'scenarios', `${name}.yaml`)
  const document = parseDocument(readFileSync(file, 'utf8'))
  change(document)
  writeFileSync(file, document.toString())
  return check(folder).map(({ code, severity, file, line, path, message }) => {
    const text = readFileSync(file, 'utf8').split('\n')[line - 1]!
    return { code, severity, line: text.trim(), key: path.slice(path.indexOf(' ') + 1), message }
  })
}

it('finds nothing wrong with scenarios that are well', () => {
  expect(check(rooms)).toEqual([])
})

describe('finds what is put wrong', () => {
  it.each(mutations)('$code $key', ({ code, change, at, key, says, file, severity = 'error', also = [] }) => {
    const findings = checkChanged(change, file)
    expect(findings.filter((finding) => !also.includes(finding.code))).toEqual([
      { code, severity, line: expect.stringContaining(at), key, message: expect.stringContaining(says) },
    ])
  })

  it('with at least one mutation, and a line on the page for authors, for each code', () => {
    const codes = Array.from({ length: 31 }, (_, i) => `S0${String(i).padStart(2, '0')}`)
    expect([...new Set(mutations.map(({ code }) => code)), 'S030'].sort()).toEqual(codes)
    const page = readFileSync(join(import.meta.dirname, '../../docs/scenarios.md'), 'utf8')
    expect([...page.matchAll(/^\| (S\d{3}) \|/gm)].map(([, code]) => code)).toEqual(codes)
  })

  it('S030 of a webhook that is switched off', () => {
    const folder = tempFolder()
    cpSync(rooms, folder, { recursive: true })
    const file = join(folder, 'agent.yaml')
    const document = parseDocument(readFileSync(file, 'utf8'))
    document.setIn(['webhooks', 0, 'isEnable'], false)
    writeFileSync(file, document.toString())
    expect(check(folder).map(({ code, severity }) => `${code} ${severity}`)).toEqual(['S030 warning'])
  })

  it('nothing is wrong with the scenario that the page for authors shows', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/scenarios.md'), 'utf8')
    const folder = tempFolder()
    cpSync(rooms, folder, { recursive: true })
    writeFileSync(join(folder, 'scenarios/book-room.yaml'), /```yaml\n(version: 1\n.*?)```/s.exec(page)![1]!)
    expect(check(folder)).toEqual([])
  })
})
