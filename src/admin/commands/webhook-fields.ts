import { AppError } from '../../lib/errors.ts'
import type { Texts } from '../../lib/language.ts'
import type { Choice } from '../../model/command.ts'
import { isPlain } from '../../model/management.ts'
import type { Webhook } from '../../model/webhook.ts'
import { say } from './call.ts'
import type { FieldSpec, FieldUse, FieldValue, SectionSpec } from './field-spec.ts'
import { webhooks as words } from './words/index.ts'

/** A webhook as a form. Its name is what its secrets are kept by, so it is given once. */

type Trigger = Webhook['trigger']
type Setting = FieldSpec<Webhook>
type Name = keyof typeof words.labels

function field(name: Name, path: string, of: Omit<Setting, 'name' | 'label' | 'path'>): Setting {
  const hint = (words.hints as Partial<Record<Name, Texts>>)[name]
  return { name, label: words.labels[name], ...(hint && { hint }), path, ...of }
}

const text = (max: number): Setting['input'] => ({ kind: 'text', max })
const lines = (max: number): Setting['input'] => ({ kind: 'text', max, lines: true })

function numbered(of: readonly Texts[]): Setting['input'] {
  const choices = (call: FieldUse): Choice[] =>
    of.map((label, value) => ({ value: `${value}`, label: say(call, label) }))
  return { kind: 'choice', choices }
}

/** A key with a value, or without it where there is none. */
function withKey<T extends object>(of: T, key: keyof T, value: unknown): T {
  const { [key]: _, ...rest } = of
  return (value === undefined ? rest : { ...rest, [key]: value }) as T
}

function ofTrigger(key: keyof Trigger, input: Setting['input'], isOptional: boolean) {
  return {
    input,
    ...(isOptional && { optional: true }),
    read: ({ trigger }: Webhook): FieldValue => `${trigger[key] ?? ''}`,
    write: (webhook: Webhook, value: FieldValue): Webhook => ({
      ...webhook,
      trigger: withKey(webhook.trigger, key, value === '' ? undefined : isOptional ? value : Number(value)),
    }),
  }
}

function headers(name: 'headers' | 'secretHeaders', key: 'headers' | 'authHeaders'): Setting {
  return field(name, key, {
    input: lines(3000),
    optional: true,
    read: (webhook) => (webhook[key] ?? []).map(({ key: of, value }) => `${of}: ${value}`).join('\n'),
    write: (webhook, value) => {
      const given = linesOf(value).map((line) => {
        const [, of, rest] = /^([^:\s]+)\s*:\s*(.*)$/.exec(line) ?? []
        // Nothing of a line is quoted: it may be a secret.
        if (of === undefined) throw new AppError('invalid_value', words.secretShape)
        return { key: of, value: rest! }
      })
      return withKey(webhook, key, given.length > 0 ? given : undefined)
    },
  })
}

function linesOf(value: FieldValue): string[] {
  return `${value}`
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function parsed(value: FieldValue): unknown {
  try {
    return JSON.parse(`${value}`)
  } catch {
    return undefined
  }
}

const name = field('name', 'name', {
  input: text(100),
  read: (webhook) => webhook.name,
  write: (webhook, value) => ({ ...webhook, name: `${value}` }),
})

const call: readonly Setting[] = [
  field('method', 'method', {
    input: {
      kind: 'choice',
      choices: () => ['GET', 'POST', 'PUT', 'DELETE'].map((value) => ({ value, label: value })),
    },
    read: ({ method }) => method,
    write: (webhook, value) => ({ ...webhook, method: value as Webhook['method'] }),
  }),
  field('url', 'url', {
    input: text(2048),
    read: ({ url }) => url,
    write: (webhook, value) => ({ ...webhook, url: `${value}` }),
  }),
  field('enabled', 'isEnable', {
    input: { kind: 'switch' },
    read: ({ isEnable = true }) => isEnable,
    write: (webhook, value) => ({ ...webhook, isEnable: value === true }),
  }),
]

const others: readonly SectionSpec<Webhook>[] = [
  {
    title: words.sections.when,
    fields: [
      field('trigger', 'trigger.triggerType', ofTrigger('triggerType', numbered(words.triggers), false)),
      field('condition', 'trigger.condition', ofTrigger('condition', numbered(words.conditions), false)),
      field('values', 'trigger.conditionValues', {
        input: lines(3000),
        optional: true,
        read: ({ trigger }) => (trigger.conditionValues ?? []).join('\n'),
        write: (webhook, value) => {
          const given = linesOf(value)
          return {
            ...webhook,
            trigger: withKey(webhook.trigger, 'conditionValues', given.length > 0 ? given : undefined),
          }
        },
      }),
    ],
  },
  {
    title: words.sections.function,
    fields: [
      field('functionName', 'trigger.functionCallingName', ofTrigger('functionCallingName', text(64), true)),
      field(
        'functionAbout',
        'trigger.functionCallingDescription',
        ofTrigger('functionCallingDescription', lines(1000), true),
      ),
      field(
        'functionParameters',
        'trigger.functionCallingParametersJson',
        ofTrigger('functionCallingParametersJson', lines(3000), true),
      ),
    ],
  },
  {
    title: words.sections.sent,
    fields: [
      headers('headers', 'headers'),
      headers('secretHeaders', 'authHeaders'),
      field('payload', 'payload', {
        input: lines(3000),
        optional: true,
        read: ({ payload }) => (payload ? JSON.stringify(payload, null, 2) : ''),
        write: (webhook, value) => {
          if (value === '') return withKey(webhook, 'payload', undefined)
          const payload = parsed(value)
          if (!isPlain(payload)) throw new AppError('invalid_value', words.notAnObject)
          return { ...webhook, payload: payload as NonNullable<Webhook['payload']> }
        },
      }),
    ],
  },
  {
    title: words.sections.answer,
    fields: [
      field('useResponse', 'useResponseInPrompt', {
        input: { kind: 'switch' },
        read: ({ useResponseInPrompt = false }) => useResponseInPrompt,
        write: (webhook, value) => ({ ...webhook, useResponseInPrompt: value === true }),
      }),
      field('promptPrefix', 'promptPrefix', {
        input: lines(1000),
        optional: true,
        read: ({ promptPrefix = '' }) => promptPrefix,
        write: (webhook, value) => withKey(webhook, 'promptPrefix', value === '' ? undefined : value),
      }),
    ],
  },
]

export const editSections: readonly SectionSpec<Webhook>[] = [{ title: words.sections.call, fields: call }, ...others]
export const addSections: readonly SectionSpec<Webhook>[] = [
  { title: words.sections.call, fields: [name, ...call] },
  ...others,
]
