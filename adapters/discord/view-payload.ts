import { cut } from '../../src/lib/cut.ts'
import type { Texts } from '../../src/lib/language.ts'
import { inUtc, withMoments } from '../../src/lib/moment.ts'
import type { Values } from '../../src/model/command.ts'
import type { Picture, TextFile } from '../../src/model/message.ts'
import type { Form, View } from '../../src/model/view.ts'
import { customId } from './command-calls.ts'
import { enteredFile, isEntered } from './entered.ts'
import { renderLinks } from './outbound.ts'
import { type Component, ComponentType, type Message, type Row, SUPPRESS_EMBEDS } from './payloads.ts'
import { words } from './words/index.ts'

const CONTENT = 2000
const BUTTONS = 5
/** Documented: of what a picture shows, for whoever cannot see it. */
const DESCRIPTION = 1024
const STYLE = { primary: 1, plain: 2, success: 3, danger: 4 } as const

type Say = (texts: Texts) => string

/** A message that its person sees alone, with the files that go with it. */
export interface ViewPayload {
  body: {
    content?: string
    components: Row[]
    attachments: { id: string; filename?: string; description?: string }[]
    allowed_mentions: { parse: [] }
    flags: number
  }
  files: (TextFile | Picture)[]
}

/** `entered`: into its form, and not sent yet. */
export function renderView({ text, file, buttons = [], links, form }: View, entered: Values, say: Say): ViewPayload {
  const all = [withPeople(text), ...(form ? aboutForm(form, text, say) : [])]
    .filter((part) => part.trim() !== '')
    .join('\n\n')
  const isLong = all.length > CONTENT
  const files = [
    ...(isLong ? [{ name: 'answer.md', text: withMoments(all, inUtc) }] : []),
    ...(file ? [file] : []),
    ...(form && Object.keys(entered).length > 0 ? [enteredFile(entered)] : []),
  ]
  const rows = form ? formRows(form, entered, say) : []
  const own = buttons.map(({ offer, label, style }) => button(customId(offer), label, STYLE[style ?? 'plain']))
  return {
    body: {
      content: isLong ? head(all) : all || '–',
      components: [...rows, ...inRows(own), ...renderLinks(links)],
      attachments: files.map((each, n) => ({
        ...{ id: String(n), filename: each.name },
        ...('alt' in each && { description: cut(each.alt, DESCRIPTION) }),
      })),
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    },
    files,
  }
}

/** The same message once one more section was filled in. Its other files stay. */
export function renderEntered(message: Message, offer: string, section: number, entered: Values): ViewPayload {
  const filled = customId(offer, section)
  const send = customId(offer, 'send')
  const components = (message.components ?? []).map((row) => ({
    ...row,
    components: (row.components ?? []).map((one) => {
      if (one.custom_id === send) return { ...one, disabled: false }
      return one.custom_id === filled ? { ...one, style: STYLE.plain, emoji: DONE } : one
    }),
  }))
  const others = (message.attachments ?? []).filter((file) => !isEntered(file))
  const file = enteredFile(entered)
  return {
    body: {
      components,
      attachments: [...others.flatMap(({ id }) => (id ? [{ id }] : [])), { id: '0', filename: file.name }],
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    },
    files: [file],
  }
}

const DONE = { name: '✔️' }

function aboutForm({ sections, submit, faults = [] }: Form, text: string, say: Say): string[] {
  const labels = new Map(sections.flatMap(({ fields }) => fields.map(({ name, label }) => [name, label] as const)))
  const lines = faults
    .filter(({ message }) => !text.includes(message))
    .map(({ field, message }) => `- **${labels.get(field) ?? field}**: ${withPeople(message)}`)
  const how = sections.length > 1 ? [say(words.inSections(submit))] : text.trim() === '' ? [say(words.formWaits)] : []
  return [lines.join('\n'), ...how]
}

function formRows({ offer, submit, more, sections, faults = [] }: Form, entered: Values, say: Say): Row[] {
  const isFaulty = faults.length > 0
  if (sections.length === 1) {
    const label = say(isFaulty ? words.correct : words.openForm)
    // Beside what was entered it would take its place.
    const others =
      more && Object.keys(entered).length === 0 ? [button(customId(more.offer), more.label, STYLE.plain)] : []
    return inRows([button(customId(offer, 'open'), label, STYLE.primary), ...others])
  }
  const parts = sections.map(({ title, fields }, n) => {
    const names = fields.map(({ name }) => name)
    const isWrong = faults.some(({ field }) => names.includes(field))
    const one = button(customId(offer, n), title, isWrong ? STYLE.danger : STYLE.plain)
    return !isWrong && names.some((name) => entered[name] !== undefined) ? { ...one, emoji: DONE } : one
  })
  const send = button(customId(offer, 'send'), submit, STYLE.success)
  return [...inRows(parts), ...inRows([{ ...send, disabled: Object.keys(entered).length === 0 }])]
}

const button = (custom_id: string, label: string, style: number): Component => ({
  type: ComponentType.button,
  style,
  label,
  custom_id,
})

function inRows(buttons: readonly Component[]): Row[] {
  const rows: Row[] = []
  for (let from = 0; from < buttons.length; from += BUTTONS) {
    rows.push({ type: ComponentType.row, components: buttons.slice(from, from + BUTTONS) })
  }
  return rows
}

/** People in a view; those of other platforms as their bare uid. */
function withPeople(text: string): string {
  return text.replaceAll(/<@([a-z]+_[^<>\s]+)>/g, (_, uid: string) => {
    const [, user] = /^discord_(\d{15,20})$/.exec(uid) ?? []
    return user ? `<@${user}>` : uid
  })
}

/** Up to the end of a line, with its code closed. */
function head(text: string): string {
  const closing = '\n```\n…'
  const cut = text.slice(0, CONTENT - closing.length)
  const lines = cut.slice(0, Math.max(cut.lastIndexOf('\n'), CONTENT / 2))
  const whole = lines.isWellFormed() ? lines : lines.slice(0, -1)
  const isOpen = (whole.match(/^ {0,3}```/gm)?.length ?? 0) % 2 === 1
  return `${whole}${isOpen ? closing : '\n…'}`
}
