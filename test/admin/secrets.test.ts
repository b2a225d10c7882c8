import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSecrets } from '../../src/admin/secrets.ts'
import { AppError } from '../../src/lib/errors.ts'
import { tempFolder } from '../support/temp-folder.ts'

const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof AppError ? error.code : error
  }
  return undefined
}

it('opens what it has sealed, also after a restart', () => {
  const folder = join(tempFolder(), 'data')
  const sealed = createSecrets({ dataFolder: folder }).seal('pâsswörd 🔑', 'agent:guide')
  expect(sealed).toMatch(/^v1:[0-9a-f]{8}:[\w-]{16}:[\w-]{22}:[\w-]+$/)
  expect(createSecrets({ dataFolder: folder }).open(sealed, 'agent:guide')).toBe('pâsswörd 🔑')
})

it('makes its key file once, whole and for nobody else to read', () => {
  const folder = tempFolder()
  createSecrets({ dataFolder: folder })
  const file = join(folder, 'parley.key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const before = readFileSync(file, 'utf8')
  createSecrets({ dataFolder: folder })
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect(readdirSync(folder)).toEqual(['parley.key'])
})

it('makes no file when the key is given', () => {
  const folder = tempFolder()
  const key = randomBytes(32)
  const sealed = createSecrets({ dataFolder: folder, keys: [key] }).seal('a', 'x')
  expect(createSecrets({ dataFolder: folder, keys: [key] }).open(sealed, 'x')).toBe('a')
  expect(readdirSync(folder)).toEqual([])
})

it('still opens what the file sealed once a key is given, and seals with that key', () => {
  const folder = tempFolder()
  const old = createSecrets({ dataFolder: folder }).seal('old', 'x')
  const key = randomBytes(32)
  const both = createSecrets({ dataFolder: folder, keys: [key] })
  expect(both.open(old, 'x')).toBe('old')
  expect(createSecrets({ dataFolder: tempFolder(), keys: [key] }).open(both.seal('new', 'x'), 'x')).toBe('new')
})

it('never seals the same text alike, and opens it only as what it was', () => {
  const secrets = createSecrets({ dataFolder: tempFolder() })
  const sealed = secrets.seal('a', 'agent:guide')
  expect(secrets.seal('a', 'agent:guide')).not.toBe(sealed)
  expect(codeOf(() => secrets.open(sealed, 'agent:other'))).toBe('secret_unreadable')
})

it('refuses what was changed, cut or sealed with another key', () => {
  const secrets = createSecrets({ dataFolder: tempFolder() })
  const sealed = secrets.seal('secret', 'x')
  const parts = sealed.split(':')
  const shortTag = [...parts.slice(0, 3), parts[3]!.slice(0, 6), parts[4]].join(':')
  const changed = [...parts.slice(0, 4), parts[4]!.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))].join(':')
  const foreign = createSecrets({ dataFolder: tempFolder() }).seal('secret', 'x')
  for (const wrong of ['', 'v1', sealed.slice(0, 30), shortTag, changed, foreign, sealed.replace('v1', 'v2')]) {
    expect(codeOf(() => secrets.open(wrong, 'x'))).toBe('secret_unreadable')
  }
})

it('says so when the key file is damaged, and leaves it alone', () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'parley.key'), 'half a k')
  expect(codeOf(() => createSecrets({ dataFolder: folder }))).toBe('key_file_damaged')
  expect(readFileSync(join(folder, 'parley.key'), 'utf8')).toBe('half a k')
})
