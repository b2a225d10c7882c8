import { cut } from '../../src/lib/cut.ts'
import type { Texts } from '../../src/lib/language.ts'
import { inUtc, withMoments } from '../../src/lib/moment.ts'
import type { Values } from '../../src/model/command.ts'
import type { Picture, TextFile } from '../../src/model/message.ts'
import type { Form, View } from '../../src/model/view.ts'
import {
  accents,
  CARD_TEXT,
  changed,
  cleared,
  DESCRIPTION,
  fileName,
  isCard,
  renderCard,
  staying,
  withFile,
} from './card.ts'
import { customId } from './command-calls.ts'
import { enteredFile, isEntered } from './entered.ts'
import { attachedTo } from './files.ts'
import { renderLinks } from './outbound.ts'
import { COMPONENTS_V2, type Component, ComponentType, type Message, type Row, SUPPRESS_EMBEDS } from './payloads.ts'
import { words } from './words/index.ts'

const CONTENT = 2000
const BUTTONS = 5
const STYLE = { primary: 1, plain: 2, success: 3, danger: 4 } as const

type Say = (texts: Texts) => string

/** A message that its person sees alone, with the files that go with it. */
export interface ViewPayload {
  body: {
    content?: string | null
    embeds?: object[]
    components: Component[]
    attachments: { id: string; filename?: string; description?: string }[]
    allowed_mentions: { parse: [] }
    flags: number
  }
  files: (TextFile | Picture)[]
}

/**
 * `entered`: into its form, and not sent yet; `over`: the message whose place it takes. What can be pressed, comes with a file, or is long
 * reads better as a card; a sentence is one.
 */
export function renderView(
  { text, file, buttons = [], links, form }: View,
  entered: Values,
  say: Say,
  over?: Pick<Message, 'flags'>,
): ViewPayload {
  const texts = [withPeople(text), form ? aboutForm(form, text, say) : ''].filter((part) => part.trim() !== '')
  const all = texts.join('\n\n')
  const isLong = all.length > CARD_TEXT
  const files = [
    ...(isLong ? [{ name: 'answer.md', text: withMoments(all, inUtc) }] : []),
    ...(file ? [{ ...file, name: fileName(file) }] : []),
    ...(form && Object.keys(entered).length > 0 ? [enteredFile(entered)] : []),
  ]
  const rows = form ? formRows(form, entered, say) : []
  const own = buttons.map(({ offer, label, style }) => button(customId(offer), label, STYLE[style ?? 'plain']))
  const pressed = [...rows, ...inRows(own)]
  const attachments = files.map((each, n) => ({
    ...{ id: String(n), filename: each.name },
    ...('alt' in each && { description: cut(each.alt, DESCRIPTION) }),
  }))
  const common = { attachments, allowed_mentions: { parse: [] as [] } }
  if (pressed.length + files.length === 0 && all.length <= CONTENT && !isCard(over)) {
    const body = { content: all || '–', components: renderLinks(links), flags: SUPPRESS_EMBEDS, ...common }
    return { body, files }
  }
  const isWrong = (form?.faults?.length ?? 0) > 0 || buttons.some(({ style }) => style === 'danger')
  const components = renderCard({
    texts: isLong ? [head(all)] : texts.length > 0 ? texts : ['–'],
    rows: [...pressed, ...renderLinks(links)],
    files,
    accent: isWrong ? accents.wrong : pressed.length > 0 ? accents.plain : accents.quiet,
  })
  const before = over && !isCard(over) ? cleared : {}
  return { body: { ...before, components, flags: COMPONENTS_V2, ...common }, files }
}

/** The same message once one more section was filled in. Its other files stay. */
export function renderEntered(message: Message, offer: string, section: number, entered: Values): ViewPayload {
  const filled = customId(offer, section)
  const send = customId(offer, 'send')
  const file = enteredFile(entered)
  const isACard = isCard(message)
  const components = changed(message.components ?? [], (one) => {
    if (one.custom_id === send) return { ...one, disabled: false }
    if (one.custom_id === filled) return { ...one, style: STYLE.plain, emoji: DONE }
    return one.type === ComponentType.file && one.name === file.name ? undefined : staying(one)
  })
  const others = attachedTo(message).filter((each) => !isEntered(each))
  return {
    body: {
      components: isACard ? withFile(components, file) : components,
      attachments: [...others.flatMap(({ id }) => (id ? [{ id }] : [])), { id: '0', filename: file.name }],
      allowed_mentions: { parse: [] },
      flags: isACard ? COMPONENTS_V2 : SUPPRESS_EMBEDS,
    },
    files: [file],
  }
}

const DONE = { name: '✔️' }

function aboutForm({ sections, submit, faults = [] }: Form, text: string, say: Say): string {
  const labels = new Map(sections.flatMap(({ fields }) => fields.map(({ name, label }) => [name, label] as const)))
  const lines = faults
    .filter(({ message }) => !text.includes(message))
    .map(({ field, message }) => `- **${labels.get(field) ?? field}**: ${withPeople(message)}`)
  const how = sections.length > 1 ? [say(words.inSections(submit))] : text.trim() === '' ? [say(words.formWaits)] : []
  return [lines.join('\n'), ...how].filter((part) => part !== '').join('\n\n')
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
  const cut = text.slice(0, CARD_TEXT - closing.length)
  const lines = cut.slice(0, Math.max(cut.lastIndexOf('\n'), CARD_TEXT / 2))
  const whole = lines.isWellFormed() ? lines : lines.slice(0, -1)
  const isOpen = (whole.match(/^ {0,3}```/gm)?.length ?? 0) % 2 === 1
  return `${whole}${isOpen ? closing : '\n…'}`
}
