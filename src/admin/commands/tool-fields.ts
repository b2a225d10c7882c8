import { AppError } from '../../lib/errors.ts'
import type { Texts } from '../../lib/language.ts'
import { maxPrice, type ToolRule, type ToolServerSettings, toolPolicies, toolServerName } from '../../model/tools.ts'
import { say } from './call.ts'
import type { FieldSpec, FieldValue, SectionSpec } from './field-spec.ts'
import { tools as words } from './words/index.ts'

/** A server of tools as a form, and what is allowed of one tool. */

export interface NamedServer {
  name: string
  server: ToolServerSettings
}

type Name = keyof typeof words.labels

function labelled<Document>(name: Name, of: Omit<FieldSpec<Document>, 'name' | 'label'>): FieldSpec<Document> {
  const hint = (words.hints as Partial<Record<Name, Texts>>)[name]
  return { name, label: words.labels[name], ...(hint && { hint }), ...of }
}

const server = (name: Name, of: Omit<FieldSpec<NamedServer>, 'name' | 'label'>) => labelled(name, of)
const rule = (name: Name, of: Omit<FieldSpec<ToolRule>, 'name' | 'label'>) => labelled(name, of)

const refused = (texts: Texts) => new AppError('invalid_value', texts)

export const serverSections: readonly SectionSpec<NamedServer>[] = [
  {
    title: words.sections.server,
    fields: [
      server('name', {
        input: { kind: 'text', max: 32 },
        read: ({ name }) => name,
        write(of, value) {
          if (!toolServerName.test(`${value}`)) throw refused(words.nameShape)
          return { ...of, name: `${value}` }
        },
      }),
      server('url', {
        input: { kind: 'text', max: 2048 },
        read: ({ server }) => server.url,
        write(of, value) {
          const isUrl = /^https?:\/\//.test(`${value}`) && URL.canParse(`${value}`)
          if (!isUrl) throw refused(words.urlShape)
          return { ...of, server: { ...of.server, url: `${value}` } }
        },
      }),
      server('headers', {
        input: { kind: 'text', max: 3000, lines: true },
        optional: true,
        read: ({ server }) => (server.headers ?? []).map(({ key, value }) => `${key}: ${value}`).join('\n'),
        write(of, value) {
          const headers = linesOf(value, words.headerShape).map(([key, rest]) => ({ key, value: rest }))
          const { headers: _, ...server } = of.server
          return { ...of, server: { ...server, ...(headers.length > 0 && { headers }) } }
        },
      }),
      server('auth', {
        input: {
          kind: 'choice',
          choices: (call) =>
            (['nobody', 'agent', 'person'] as const).map((value) => ({ value, label: say(call, words.auth[value]) })),
        },
        read: ({ server }) => server.auth ?? 'nobody',
        write(of, value) {
          const { auth: _, sso, ...server } = of.server
          // A platform knows people, and no agent.
          if (value === 'person') return { ...of, server: { ...server, auth: value, ...(sso && { sso }) } }
          return { ...of, server: { ...server, ...(value === 'agent' && { auth: value }) } }
        },
      }),
      server('client', {
        input: { kind: 'text', max: 3000 },
        optional: true,
        read: ({ server: { client } }) => [client?.id, client?.secret].filter(Boolean).join(' '),
        write(of, value) {
          const { client: _, ...server } = of.server
          const [id = '', secret, ...more] = `${value}`.trim().split(/\s+/)
          if (more.length > 0) throw refused(words.clientShape)
          if (id === '') return { ...of, server }
          return { ...of, server: { ...server, client: { id, ...(secret !== undefined && { secret }) } } }
        },
      }),
    ],
  },
]

const formPolicies = toolPolicies.flatMap((one) => (one === 'ask' ? [one, 'always' as const] : [one]))

export const ruleSections: readonly SectionSpec<ToolRule>[] = [
  {
    title: words.sections.agreeing,
    fields: [
      rule('policy', {
        input: {
          kind: 'choice',
          choices: (call) => formPolicies.map((value) => ({ value, label: say(call, words.policies[value]) })),
        },
        read: ({ policy, always }) => (always ? 'always' : policy),
        write({ always: _, ...of }, value) {
          if (value !== 'always') return { ...of, policy: value as ToolRule['policy'] }
          // Who is asked elsewhere is asked each time.
          if (of.approvers) throw refused(words.alwaysAlone)
          return { ...of, policy: 'ask', always: true }
        },
      }),
      rule('who', {
        input: {
          kind: 'choice',
          choices: (call) =>
            (['everybody', 'admins', 'owners', 'groups'] as const).map((value) => ({
              value,
              label: say(call, words.who[value]),
            })),
        },
        read: ({ who = 'everybody' }) => (typeof who === 'string' ? who : 'groups'),
        write(of, value) {
          if (value !== 'groups') return withKey(of, 'who', value === 'everybody' ? undefined : value)
          // Which they are is written in the file, and stays as it is.
          if (typeof of.who !== 'object') throw refused(words.groupsInFile)
          return of
        },
      }),
      rule('expires', {
        input: { kind: 'text', max: 10 },
        optional: true,
        read: ({ expires = '' }) => expires,
        write(of, value) {
          if (value !== '' && !/^[1-9][0-9]{0,5}[smhd]$/.test(`${value}`)) throw refused(words.durationShape)
          return withKey(of, 'expires', value === '' ? undefined : value)
        },
      }),
      rule('callsPerHour', {
        input: { kind: 'text', max: 10 },
        optional: true,
        read: ({ callsPerHour = '' }) => `${callsPerHour}`,
        write(of, value) {
          if (value === '') return withKey(of, 'callsPerHour', undefined)
          const count = /^\d{1,6}$/.test(`${value}`.normalize('NFKC')) ? Number(`${value}`.normalize('NFKC')) : 0
          if (count < 1 || count > 100_000) throw refused(words.countShape)
          return { ...of, callsPerHour: count }
        },
      }),
      rule('price', {
        input: { kind: 'text', max: 12 },
        optional: true,
        read: ({ price = '' }) => `${price}`,
        write(of, value) {
          const text = `${value}`.normalize('NFKC').trim()
          if (text === '') return withKey(of, 'price', undefined)
          const price = /^\d{1,7}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
          if (!(price <= maxPrice)) throw refused(words.priceShape)
          return { ...of, price }
        },
      }),
    ],
  },
  {
    title: words.sections.arguments,
    fields: [
      rule('values', {
        input: { kind: 'text', max: 3000, lines: true },
        optional: true,
        read: ({ values = {} }) =>
          Object.entries(values)
            .map(([name, allowed]) => `${name}: ${allowed.map(writtenScalar).join(' | ')}`)
            .join('\n'),
        write(of, value) {
          const values = linesOf(value, words.lineShape).map(([name, rest]) => [name, scalarsOf(rest)] as const)
          return withKey(of, 'values', values.length > 0 ? Object.fromEntries(values) : undefined)
        },
      }),
      rule('patterns', {
        input: { kind: 'text', max: 3000, lines: true },
        optional: true,
        read: ({ patterns = {} }) =>
          Object.entries(patterns)
            .map(([name, pattern]) => `${name}: ${pattern}`)
            .join('\n'),
        write(of, value) {
          const patterns = linesOf(value, words.lineShape)
          return withKey(of, 'patterns', patterns.length > 0 ? Object.fromEntries(patterns) : undefined)
        },
      }),
    ],
  },
]

function withKey(of: ToolRule, key: keyof ToolRule, value: unknown): ToolRule {
  const { [key]: _, ...rest } = of
  return (value === undefined ? rest : { ...rest, [key]: value }) as ToolRule
}

/** Of a secret nothing is quoted. */
function linesOf(value: FieldValue, shape: Texts): [name: string, rest: string][] {
  return `${value}`
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, name, rest] = /^([^:\s]+)\s*:\s*(\S.*)$/.exec(line) ?? []
      if (name === undefined) throw refused(shape)
      return [name, rest!]
    })
}

type Scalar = string | number | boolean

const scalarShape = /^(?:true|false|-?\d+(?:\.\d+)?|".*")$/s

/** A text that would be read as something else is quoted. */
const writtenScalar = (value: Scalar): string =>
  typeof value === 'string' && !scalarShape.test(value) && !value.includes('|') ? value : JSON.stringify(value)

function scalarsOf(text: string): Scalar[] {
  const parts = text.match(/"(?:[^"\\]|\\.)*"|[^|]+/g) ?? []
  const all = parts.map((part) => part.trim()).filter((part) => part !== '')
  return all.map((part) => {
    if (!scalarShape.test(part)) return part
    try {
      return JSON.parse(part) as Scalar
    } catch {
      return part
    }
  })
}
