import type { Texts } from '../../src/lib/language.ts'
import type { Values } from '../../src/model/command.ts'
import type { Field, Form } from '../../src/model/view.ts'
import { cardNote, cardText } from './card-text.ts'
import { toMarkdown } from './markdown.ts'
import { words } from './words/index.ts'

type Json = Record<string, unknown>

/** Documented: of a card, in UTF-8; some of it is left for what Teams adds. */
const CARD_BYTES = 26_000
/** More choices than these are searched rather than looked through. */
const FEW = 8
/** What longer lists would offer is written. */
const CHOICES = 200
const LABEL = 100
const ABOVE = 4000

/** Stands before the names of fields, which are the app's own, and before values, which Teams wants filled. */
const FIELD = 'f_'
const VALUE = '='

/** What is known of a field when it comes back: `t` text, `k` text that stays as it is when empty, `c` choice, `b` switch, `f` files. */
type Kinds = Record<string, 't' | 'k' | 'c' | 'b' | 'f'>

export interface Around {
  /** Above the fields, in Markdown. */
  text: string
  /** What its button sends besides. */
  data: Json
  /** The names of files that were attached to the command, for the first field that takes some. */
  files: readonly string[]
  say: (texts: Texts) => string
}

/** How long a text may be, and a list, that is shown. */
interface Room {
  text: number
  choices: number
}

/** A form as the card of one dialog, all its sections beneath each other. */
export function renderForm(form: Form, around: Around): Json {
  let room: Room = { text: Number.POSITIVE_INFINITY, choices: CHOICES }
  for (;;) {
    const card = render(form, around, room)
    const isSmall = Buffer.byteLength(JSON.stringify(card)) <= CARD_BYTES
    if (isSmall || room.choices === 0) return card
    room = less(form, room)
  }
}

/** The longest texts make room first: they can still be written anew. Then the longest lists: what stood in them can be written. */
function less(form: Form, { text, choices }: Room): Room {
  const lengths = fieldsOf(form).map((field) => (field.kind === 'text' ? (field.value ?? '').length : 0))
  const longest = Math.max(0, ...lengths.filter((length) => length <= text))
  return longest > 0 ? { text: longest - 1, choices } : { text, choices: Math.floor(choices / 2) }
}

function render(form: Form, { text, data, files, say }: Around, room: Room): Json {
  const { sections, faults = [], more } = form
  const names = new Set(fieldsOf(form).map(({ name }) => name))
  const others = faults.filter(({ field }) => !names.has(field)).flatMap(({ message }) => warning(message))
  const above = text.trim() === '' ? [] : cardText(toMarkdown(text.slice(0, ABOVE).toWellFormed()))
  const withFiles = files.length > 0 ? fieldsOf(form).find(({ kind }) => kind === 'file')?.name : undefined
  const kinds: Kinds = {}
  const body = sections.flatMap(({ title, fields }) => [
    ...(sections.length > 1
      ? [{ type: 'TextBlock', text: title, weight: 'Bolder', size: 'Medium', separator: true, wrap: true }]
      : []),
    ...fields.flatMap((field) => {
      const kind = kindOf(field, room, field.name === withFiles)
      if (kind) kinds[field.name] = kind
      const given = field.name === withFiles ? files : []
      return [
        ...renderField(field, kind, { form, given, say }),
        ...faults.filter((fault) => fault.field === field.name).flatMap(({ message }) => warning(message)),
      ]
    }),
  ])
  return {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.5',
    body: [...above, ...others, ...body],
    actions: [
      { type: 'Action.Submit', title: form.submit, style: 'positive', data: { ...data, o: form.offer, f: kinds } },
      // What stands in the fields goes along with it.
      ...(more ? [{ type: 'Action.Submit', title: more.label, data: { ...data, o: more.offer, f: kinds } }] : []),
    ],
  }
}

/** Undefined for what is not sent back. */
function kindOf(field: Field, room: Room, hasFiles: boolean): Kinds[string] | undefined {
  if (field.kind === 'file') return hasFiles ? 'f' : undefined
  if (field.kind === 'switch') return 'b'
  if (field.kind === 'choice') return field.choices.length > 0 && field.choices.length <= room.choices ? 'c' : 't'
  const { length } = field.value ?? ''
  return length > field.max || length > room.text ? 'k' : 't'
}

function renderField(
  field: Field,
  kind: Kinds[string] | undefined,
  { form, given, say }: { form: Form; given: readonly string[]; say: Around['say'] },
): Json[] {
  const { name, label, hint, optional } = field
  const hints = (text: string | undefined): Json[] =>
    text === undefined ? [] : cardNote(toMarkdown(text), { isSubtle: true, size: 'Small', spacing: 'None' })
  const titled = { id: FIELD + name, label: optional ? label : `${label} *`, spacing: 'Medium' }
  if (field.kind === 'file') {
    const line = form.title.startsWith('/agent ') ? form.title : '/agent …'
    const text = given.length > 0 ? words.attached(given) : words.attach(line)
    return [
      { type: 'TextBlock', text: titled.label, wrap: true, spacing: 'Medium' },
      ...cardNote(toMarkdown(say(text)), { isSubtle: true, spacing: 'Small' }),
    ]
  }
  if (field.kind === 'switch') {
    const isOn = field.value ? 'true' : 'false'
    return [{ type: 'Input.Toggle', id: FIELD + name, title: label, value: isOn, spacing: 'Medium' }, ...hints(hint)]
  }
  if (field.kind === 'choice' && kind === 'c') {
    const choices = field.choices.map(({ value, label: title }) => ({
      title: cut(title.trim() || value || say(words.nothing)),
      value: VALUE + value,
    }))
    const isThere = choices.some(({ value }) => value === VALUE + field.value)
    const none = { title: say(words.nothing), value: VALUE }
    const hasNone = choices.some(({ value }) => value === VALUE)
    const input = {
      ...titled,
      type: 'Input.ChoiceSet',
      style: choices.length > FEW ? 'filtered' : 'compact',
      placeholder: say(words.choose),
      // Whoever has chosen something could not take it back otherwise.
      choices: [...(optional && !hasNone ? [none] : []), ...choices],
      ...(isThere && { value: VALUE + field.value }),
    }
    return [input, ...hints(hint)]
  }
  const { max = 200, lines = false } = field.kind === 'text' ? field : {}
  const value = kind === 'k' ? '' : (field.value ?? '')
  const input = {
    ...titled,
    type: 'Input.Text',
    maxLength: max,
    ...(lines && { isMultiline: true }),
    ...(value !== '' && { value }),
  }
  return [input, ...hints(hint ?? (kind === 'k' ? say(words.tooLong) : undefined))]
}

/** What stands in the fields of a form that was sent. Teams leaves out what is empty. */
export function readFields(data: Readonly<Record<string, unknown>>): { values: Values; wantsFiles?: string } {
  const kinds = typeof data['f'] === 'object' && data['f'] !== null ? (data['f'] as Kinds) : {}
  const values: Record<string, string | boolean> = {}
  let wantsFiles: string | undefined
  for (const [name, kind] of Object.entries(kinds)) {
    const sent = data[FIELD + name]
    const text = typeof sent === 'string' ? sent : ''
    if (kind === 'f') wantsFiles ??= name
    else if (kind === 'b') values[name] = sent === true || text === 'true'
    else if (kind === 'c') values[name] = text.startsWith(VALUE) ? text.slice(VALUE.length) : text
    else if (kind === 't' || text !== '') values[name] = text
  }
  return { values, ...(wantsFiles !== undefined && { wantsFiles }) }
}

const fieldsOf = ({ sections }: Form): Field[] => sections.flatMap(({ fields }) => [...fields])
const warning = (message: string): Json[] =>
  cardNote(toMarkdown(`⚠️ ${message}`), { color: 'Attention', spacing: 'Small' })

function cut(text: string): string {
  return text.length <= LABEL ? text : `${text.slice(0, LABEL - 1).toWellFormed()}…`
}
