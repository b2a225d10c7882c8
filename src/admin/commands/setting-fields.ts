import { stringify } from 'yaml'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { Texts } from '../../lib/language.ts'
import { readYamlText } from '../../lib/yaml/index.ts'
import type { Choice } from '../../model/command.ts'
import { isPlain, merge, type Plain } from '../../model/management.ts'
import { say } from './call.ts'
import type { FieldSpec, FieldUse, FieldValue, SectionSpec } from './field-spec.ts'
import { editing, settings } from './words/index.ts'

/** The settings of an agent as a form. */

type Name = Exclude<keyof typeof settings.labels, 'promptFile'>
type Setting = FieldSpec<Plain>

/** Of a field; prompts that are longer come as files. */
const maxPrompt = 3000
const maxPromptBytes = 200_000

/** What it is for, and what it is where nobody says so. */
function hintOf(name: Name): Texts {
  const byDefault = (settings.defaults as Partial<Record<Name, Texts>>)[name]
  return byDefault ? settings.withDefault(settings.hints[name], byDefault) : settings.hints[name]
}

function setting(
  name: Name,
  path: string,
  input: Setting['input'],
  more: Pick<Setting, 'optional' | 'file'> & {
    read?(value: unknown): FieldValue
    /** Null takes the setting away. */
    write?(value: FieldValue): unknown
  } = {},
): Setting {
  const keys = path.split('.')
  const { read = (value) => (value === undefined ? '' : String(value)), write = (value) => value, ...rest } = more
  return {
    name,
    label: settings.labels[name],
    hint: hintOf(name),
    input,
    ...rest,
    read: (settings) => read(valueAt(settings, keys)),
    write: (settings, value) => merge(settings, nested(keys, write(value))),
    path: `agent.${path}`,
  }
}

function valueAt(settings: Plain, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => (isPlain(value) ? value[key] : undefined), settings)
}

function nested(keys: readonly string[], value: unknown): Plain {
  return keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Plain
}

const text = (max: number): Setting['input'] => ({ kind: 'text', max })
const orNone = (value: FieldValue) => (value === '' ? null : value)

function toggle(name: Name, path: string, byDefault: boolean): Setting {
  return setting(name, path, { kind: 'switch' }, { read: (value) => (value as boolean | undefined) ?? byDefault })
}

function number(name: Name, path: string, isWhole: boolean): Setting {
  const write = (value: FieldValue) => {
    if (value === '') return null
    const digits = `${value}`
      .normalize('NFKC')
      .trim()
      .replace(/^(\d+),(\d+)$/, '$1.$2')
    if ((isWhole ? /^-?\d{1,9}$/ : /^-?\d{0,9}(\.\d{1,9})?$/).test(digits) && digits !== '') return Number(digits)
    throw new AppError('invalid_value', isWhole ? editing.notAWholeNumber : editing.notANumber)
  }
  return setting(name, path, text(20), { optional: true, write })
}

const choicesOf =
  (of: Readonly<Record<string, Texts>>) =>
  (call: FieldUse): Choice[] =>
    Object.entries(of).map(([value, label]) => ({ value, label: say(call, label) }))

/** Retired ones with what they answer as; the one that is chosen stays, whatever has become of it. */
async function modelChoices(call: FieldUse, chosen: string): Promise<Choice[]> {
  const { models } = call.parts.admin
  const listed = (await models.list()).map(({ name, upstream, isRetired }) => {
    const told = upstream === undefined || (name === upstream && !isRetired)
    const texts = isRetired
      ? settings.retired(name, upstream === name ? undefined : upstream)
      : settings.answersAs(name, upstream)
    return { value: name, label: told ? name : say(call, texts) }
  })
  const isThere = chosen === '' || listed.some(({ value }) => value === chosen)
  return isThere ? listed : [{ value: chosen, label: chosen }, ...listed]
}

/** Whoever wants no model at all leaves the field empty: then nothing is left that would need one. */
const model: Setting = {
  ...setting('model', 'llmSettings.llm', { kind: 'choice', choices: modelChoices }, { optional: true }),
  write(settings, value) {
    const changed = merge(settings, nested(['llmSettings', 'llm'], orNone(value)))
    const { llmSettings, ...rest } = changed
    return isPlain(llmSettings) && Object.keys(llmSettings).length > 0 ? changed : rest
  },
}

const modelField = (name: Name, path: string) =>
  setting(name, path, { kind: 'choice', choices: modelChoices }, { optional: true, write: orNone })

const id: Setting = {
  name: 'id',
  label: settings.labels.id,
  hint: hintOf('id'),
  optional: true,
  input: text(64),
  read: ({ id = '' }) => String(id),
  write: (settings, value) => merge(settings, { id: orNone(value) }),
  path: 'agent.id',
}

/** As YAML, for there is no telling how many keys there are. */
const state: Setting = {
  name: 'state',
  label: settings.labels.state,
  hint: hintOf('state'),
  optional: true,
  input: { kind: 'text', max: maxPrompt, lines: true },
  read: ({ state }) => (state === undefined ? '' : stringify(state, { lineWidth: 100, flowCollectionPadding: true })),
  write({ state: _, ...settings }, value) {
    const read = readYamlText('state', `${value}`, z.record(z.string(), z.json()))
    if ('faults' in read) throw new AppError('invalid_value', editing.notYaml(read.faults[0]!.message))
    return Object.keys(read.value).length > 0 ? { ...settings, state: read.value } : settings
  },
  path: 'agent.state',
}

const about = [
  setting('name', 'displayName', text(100)),
  setting('description', 'description', text(120), { optional: true }),
  setting('avatar', 'photoUrl', text(2048), { optional: true }),
  setting('provider', 'providerName', text(60), { optional: true }),
]

const others: readonly SectionSpec<Plain>[] = [
  {
    title: settings.sections.model,
    fields: [
      setting('scope', 'scope', { kind: 'choice', choices: choicesOf(settings.scopes) }),
      model,
      number('temperature', 'llmSettings.temperature', false),
      toggle('ai', 'useAIResponse', true),
      setting('service', 'serviceURL', text(2048), { optional: true, write: orNone }),
    ],
  },
  {
    title: settings.sections.models,
    fields: [
      modelField('fallback', 'llmSettings.fallbackLlm'),
      modelField('judge', 'llmSettings.judgeLlm'),
      modelField('cheaper', 'llmSettings.cheaperLlm'),
    ],
  },
  {
    title: settings.sections.prompt,
    fields: [
      setting(
        'prompt',
        'llmSettings.prompt',
        { kind: 'text', max: maxPrompt, lines: true },
        {
          optional: true,
          write: orNone,
          file: { name: 'promptFile', label: settings.labels.promptFile, maxBytes: maxPromptBytes },
        },
      ),
      state,
      number('keepDays', 'keepDays', true),
    ],
  },
  {
    title: settings.sections.answers,
    fields: [
      toggle('stream', 'autoResponseSettings.stream', false),
      toggle('html', 'autoResponseSettings.shouldUseHtmlResponse', false),
      toggle('ui', 'autoResponseSettings.shouldAutoGenerateUI', false),
      setting(
        'level',
        'autoResponseSettings.ruleBasedThresholdLevel',
        {
          kind: 'choice',
          choices: (call) => settings.levels.map((label, value) => ({ value: `${value}`, label: say(call, label) })),
        },
        { optional: true, write: (value) => (value === '' ? null : Number(value)) },
      ),
    ],
  },
  {
    title: settings.sections.knowledge,
    fields: [
      toggle('knowledge', 'knowledge.knowledgeDataStore.useKnowledgeDataStore', false),
      number('passages', 'knowledge.knowledgeDataStore.knowledgeDataStoreNumCandidates', true),
      number('threshold', 'knowledge.knowledgeDataStore.knowledgeDataStoreCandidateScoreThreshold', false),
      toggle('mail', 'knowledge.knowledgeDataStore.shouldSendDataStoreResultEmail', false),
      setting(
        'searchPrompt',
        'knowledge.searchQueryPrompt',
        { kind: 'text', max: 1500, lines: true },
        {
          optional: true,
          write: orNone,
        },
      ),
    ],
  },
]

export const editSections: readonly SectionSpec<Plain>[] = [
  { title: settings.sections.about, fields: about },
  ...others,
]
export const createSections: readonly SectionSpec<Plain>[] = [
  { title: settings.sections.about, fields: [id, ...about] },
  ...others,
]

/** What is asked of an agent that is made; with the file for its prompt these are five. */
const first: readonly Name[] = ['name', 'description', 'model', 'prompt']
const isFirst = ({ name }: Setting) => (first as readonly string[]).includes(name)
const all = editSections.flatMap(({ fields }) => fields)

export const firstSections: readonly SectionSpec<Plain>[] = [
  { title: settings.sections.about, fields: first.map((name) => all.find((field) => field.name === name)!) },
]
/** Where the id that the name gives is taken. */
export const idSection: SectionSpec<Plain> = { title: settings.labels.id, fields: [id] }
/** All else, behind *More*. */
export const moreSections: readonly SectionSpec<Plain>[] = editSections.map(({ title, fields }) => ({
  title,
  fields: fields.filter((field) => !isFirst(field)),
}))
