import { cut } from '../../src/lib/cut.ts'
import { languageOf } from '../../src/lib/language.ts'
import { alignedCode, segmentsOf } from '../../src/lib/markdown-tables.ts'
import type { Attachment, Feedback, Note, Part, QuickReplies } from '../../src/model/message.ts'
import { QUESTION } from './agent-command.ts'
import { ASK_ABOUT_FORM } from './called.ts'
import { accents, changed, cleared, renderCard, renderWords, staying } from './card.ts'
import { COMPONENTS_V2, type Component, ComponentType, EPHEMERAL, type Row, SUPPRESS_EMBEDS } from './payloads.ts'
import { words } from './words/index.ts'

/** Documented: characters of a message, of a button's label and of an option's; buttons and options of a row; rows. */
const CONTENT = 2000
const LABEL = 80
const OPTION = 100
const BUTTONS = 5
const OPTIONS = 25
const ROWS = 5
const TEXT_DISPLAY = 4000
const LINK = 2048

/** Nothing a model writes calls anybody but whoever is answered. */
const calling = (user?: string) => ({ parse: [], replied_user: false, ...(user !== undefined && { users: [user] }) })
const STYLE = { primary: 1, secondary: 2, link: 5 } as const

/** A message, as it is created and edited. Everything is named, so that an edit takes away what was shown before. */
export interface Payload {
  content: string | null
  embeds: object[]
  components: Component[]
  allowed_mentions: object
  flags: number
}

export function renderPart(part: Part): Payload {
  if (part.plain) return renderPlain(part)
  if (part.card) return asCard(part, renderCardOf(part))
  const embeds = renderEmbeds(part)
  return {
    content: withTables(part.text),
    embeds,
    components: renderRows(part),
    allowed_mentions: calling(part.mayMention),
    // Previews of links that stand in the text would come and go while it grows.
    flags: embeds.length === 0 ? SUPPRESS_EMBEDS : 0,
  }
}

/** Discord has no tables: they are code, with their columns one beneath the other, where the message has room for that. */
function withTables(text: string): string {
  const shown = segmentsOf(text).map((one) => ('table' in one ? alignedCode(one.table) : one.markdown))
  const whole = shown.length === 1 && shown[0] === text ? text : shown.join('\n')
  return whole.length <= CONTENT ? whole : text
}

/** In the place of what was shown before. What was a card cannot be anything else, not even plain words. */
export const renderEdit = (part: Part): Payload =>
  part.card && part.plain ? asCard(part, renderWords(renderPlain(part).content)) : renderPart(part)

const asCard = ({ plain, mayMention }: Part, components: Component[]): Payload => ({
  ...cleared,
  components,
  allowed_mentions: calling(plain ? undefined : mayMention),
  flags: COMPONENTS_V2,
})

function renderCardOf(part: Part): Component[] {
  const { text, imageUrl, url, quickReplies } = part
  const words = [text, ...[imageUrl, url].filter((address) => address !== undefined)].join('\n')
  const waits = quickReplies !== undefined && quickReplies.chosen === undefined
  return renderCard({
    texts: [withTables(words)],
    rows: renderRows(part),
    accent: waits ? accents.plain : accents.quiet,
  })
}

/** Words alone. What servers filter are links, too: an address without its scheme is none, and can still be read and copied. */
function renderPlain({ text, imageUrl, url, quickReplies }: Part): Payload & { content: string } {
  const options = quickReplies?.options.map((option) => `- ${option}`) ?? []
  const words = [text, ...[imageUrl, url].filter((address) => address !== undefined), ...options].join('\n')
  const bare = words
    .replaceAll(/\[([^[\]]*)\]\(<?https?:\/\/([^\s()<>]*)>?\)/gi, '$1 ($2)')
    .replaceAll(/https?:\/\//gi, '')
  return {
    content: cut(bare, CONTENT),
    embeds: [],
    components: [],
    allowed_mentions: calling(),
    flags: SUPPRESS_EMBEDS,
  }
}

/** A file, in a message of its own. */
export function renderFile({ name }: Attachment): Partial<Payload> & { attachments: object[] } {
  return { allowed_mentions: calling(), attachments: [{ id: 0, filename: name }] }
}

/** What one person sees. */
export function renderNote({ text, links }: Note) {
  const components = renderLinks(links)
  const shown = { content: cut(text, CONTENT), allowed_mentions: calling(), flags: EPHEMERAL }
  return components.length > 0 ? { ...shown, components } : shown
}

export function renderLinks(links: Note['links'] = []): Row[] {
  const buttons = links.map(({ url, label }) => ({ type: ComponentType.button, style: STYLE.link, label, url }))
  return buttons.length > 0 ? [{ type: ComponentType.row, components: buttons }] : []
}

/** A form in which a person says what they want to know. */
export function renderForm({ text }: Note, locale: string | undefined) {
  const language = languageOf(locale, text)
  const input = { type: ComponentType.input, custom_id: QUESTION, style: 2, max_length: 4000, required: true }
  return {
    custom_id: ASK_ABOUT_FORM,
    title: words.askAbout.title[language],
    components: [
      { type: ComponentType.text, content: cut(text, TEXT_DISPLAY) },
      { type: ComponentType.label, label: words.askAbout.label[language], component: input },
    ],
  }
}

/** The components of a message as it is shown, with one of its quick replies pressed. */
export function markPressed(components: readonly Component[], pressed: string, value: string | undefined): Component[] {
  return changed(components, (one) => {
    if (!one.custom_id?.startsWith('q')) return staying(one)
    const isPressed = one.custom_id === pressed
    if (one.type === ComponentType.button) return closed(one, isPressed)
    const options = one.options?.map((option) => ({ ...option, default: isPressed && option.value === value }))
    return { ...one, disabled: true, ...(options && { options }) }
  })
}

function renderRows({ quickReplies, feedback }: Part): Row[] {
  const rows = quickReplies ? renderQuickReplies(quickReplies, feedback ? ROWS - 1 : ROWS) : []
  return feedback ? [...rows, renderFeedback(feedback)] : rows
}

function renderFeedback({ id }: Feedback): Row {
  const button = (emoji: string, value: number): Component => ({
    type: ComponentType.button,
    style: STYLE.secondary,
    emoji: { name: emoji },
    custom_id: `f:${id}:${value}`,
  })
  return { type: ComponentType.row, components: [button('👍', 1), button('👎', 0)] }
}

function renderQuickReplies({ id, options, chosen }: QuickReplies, most: number): Row[] {
  const asButtons = options.length <= BUTTONS * most
  const perRow = asButtons ? BUTTONS : OPTIONS
  const rows: Row[] = []
  for (let from = 0; from < options.length && rows.length < most; from += perRow) {
    const some = options.slice(from, from + perRow).map((label, offset) => ({ label, index: from + offset }))
    const components = asButtons
      ? some.map(({ label, index }) => {
          const button = {
            type: ComponentType.button,
            style: STYLE.primary,
            label: cut(label, LABEL),
            custom_id: `q:${id}:${index}`,
          }
          return chosen === undefined ? button : closed(button, index === chosen)
        })
      : [renderSelect(`q${rows.length}:${id}`, some, chosen)]
    rows.push({ type: ComponentType.row, components })
  }
  return rows
}

function renderSelect(custom_id: string, some: { label: string; index: number }[], chosen: number | undefined) {
  const options = some.map(({ label, index }) => ({
    label: cut(label, OPTION),
    value: String(index),
    default: index === chosen,
  }))
  return { type: ComponentType.select, custom_id, options, disabled: chosen !== undefined }
}

function closed(button: Component, isPressed: boolean): Component {
  return { ...button, style: isPressed ? STYLE.primary : STYLE.secondary, disabled: true }
}

/** The picture and the link of an answer. Discord refuses a message with an address that is none. */
function renderEmbeds({ imageUrl, url }: Part): object[] {
  const others = [imageUrl, url].filter((address) => address !== undefined && !isWeb(address))
  const link = isWeb(url) ? { title: cut(new URL(url).host, 256), url } : {}
  const image = isWeb(imageUrl) ? { image: { url: imageUrl } } : {}
  const words = others.length > 0 ? { description: cut(others.join('\n'), LINK) } : {}
  const embed = { ...link, ...words, ...image }
  return Object.keys(embed).length > 0 ? [embed] : []
}

function isWeb(url: string | undefined): url is string {
  if (url === undefined || url.length > LINK || !URL.canParse(url)) return false
  return /^https?:$/.test(new URL(url).protocol)
}
