import { describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { readEnvironment } from '../../src/config/environment.ts'
import { settingsSchema } from '../../src/config/settings.ts'
import { composeVariables, providerVariables, templates, text, variables } from './support.ts'

const example = text('deploy/example.env')
const shown = [...example.matchAll(/^#([A-Z]\w*)=(.*)$/gm)].map(([, name, value]) => ({ name: name!, value: value! }))

describe('deploy/example.env', () => {
  it('shows every variable there is, each once, and none that nothing reads', () => {
    expect(variables).toContain('DATABASE_URL')
    const names = shown.map(({ name }) => name)
    const known = [...new Set(['COMPOSE_PROFILES', ...variables, ...providerVariables, ...composeVariables])]
    expect(names.toSorted()).toEqual(known.toSorted())
  })

  it('sets nothing as it stands, and explains what it shows', () => {
    const lines = example.split('\n').filter((line) => line !== '')
    expect(lines.filter((line) => !line.startsWith('#'))).toEqual([])
    const explained = lines.filter((line, at) => !/^#[A-Z]\w*=/.test(line) && /^#[A-Z]\w*=/.test(lines[at + 1] ?? ''))
    expect(explained.length).toBeGreaterThan(20)
  })

  it('shows values that are allowed, and no token', () => {
    const { variables: given } = readEnvironment(
      Object.fromEntries(shown.filter(({ value }) => value !== '').map(({ name, value }) => [name, value])),
      platforms,
    )
    expect(given).toBeDefined()
    expect(shown.filter(({ name, value }) => /TOKEN|SECRET|KEY$/.test(name) && value !== '')).toEqual([])
  })
})

describe('docs/scaling.md', () => {
  const guide = text('docs/scaling.md')

  it('names variables and settings that there are', () => {
    const named = [...guide.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)].map(([name]) => name)
    // Node reads the second by itself.
    const known = new Set(['COMPOSE_PROFILES', 'NODE_EXTRA_CA_CERTS', ...variables, ...composeVariables])
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !known.has(name))).toEqual([])
    const settings = [...guide.matchAll(/`(chat|llm|memory|shutdown)\.(\w+)/g)]
    expect(settings.length).toBeGreaterThan(3)
    const { shape } = settingsSchema
    const keys = settings.map(([, section, key]) => ({ section: section as 'llm', key: key! }))
    expect(keys.filter(({ section, key }) => !(key in shape[section].parse({})))).toEqual([])
  })
})

describe('what the deployments set', () => {
  it('is known to Parley', () => {
    const set = [
      ...text('compose.yaml').matchAll(/^ {2,6}([A-Z][A-Z_]+):/gm),
      ...templates.matchAll(/name: ([A-Z_]+)$/gm),
    ]
      .map(([, name]) => name!)
      .filter((name) => !name.startsWith('POSTGRES_') && name !== 'APP_REPLICAS')
    expect(new Set(set)).toEqual(
      new Set([
        ...['HOST', 'PORT', 'TRUST_PROXIES', 'PARLEY_DATA', 'PARLEY_PLAYGROUND'],
        ...['DATABASE_URL', 'REDIS_URL', 'ROLES', 'WORKERS'],
      ]),
    )
    expect(set.filter((name) => !variables.includes(name))).toEqual([])
  })
})
