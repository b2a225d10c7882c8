import { cut } from '../../src/lib/cut.ts'
import type { Picture, TextFile } from '../../src/model/message.ts'
import { COMPONENTS_V2, type Component, ComponentType, type Message, type Row } from './payloads.ts'

/**
 * A message that is its components, and nothing else of it is shown: a container, in which the words, what belongs to them and what can be
 * pressed stand together. A message that was such a one stays one. An answer is none: it grows, and what people search, quote and are
 * notified of is a message's content.
 */

/** Characters of all its texts together: not in Discord's own pages, but in those of JDA. */
export const CARD_TEXT = 4000
/** Documented: of what a picture shows, for whoever cannot see it. */
export const DESCRIPTION = 1024
const ATTACHMENT = 'attachment://'

export const accents = { plain: 0x58_65_f2, wrong: 0xed_42_45, quiet: 0x80_84_8e } as const

/** What a message is that holds words alone, and is among its components because it was before. */
export const renderWords = (content: string): Component[] => [{ type: ComponentType.text, content }]

export function renderCard(parts: {
  /** A rule stands between them. */
  texts: readonly string[]
  rows: readonly Row[]
  files?: readonly (TextFile | Picture)[]
  accent: number
}): Component[] {
  const { texts, rows, files = [], accent } = parts
  const words = texts.flatMap((content, n) => [
    ...(n > 0 ? [{ type: ComponentType.separator }] : []),
    ...renderWords(content),
  ])
  const components = [...words, ...files.map(renderShown), ...rows]
  return [{ type: ComponentType.container, accent_color: accent, components }]
}

/** A file of the message, which nobody sees unless a component shows it. */
function renderShown(file: TextFile | Picture): Component {
  const url = `${ATTACHMENT}${fileName(file)}`
  if ('text' in file) return { type: ComponentType.file, file: { url } }
  return { type: ComponentType.gallery, items: [{ media: { url }, description: cut(file.alt, DESCRIPTION) }] }
}

/** Documented: a file is named by these characters alone where something refers to it. */
export const fileName = ({ name }: { name: string }): string => name.replaceAll(/[^\w.-]+/g, '_')

export const isCard = (message: Pick<Message, 'flags'> | undefined): boolean =>
  ((message?.flags ?? 0) & COMPONENTS_V2) !== 0

/** Documented: an edit that makes a card of a message has to take away what it held. */
export const cleared = { content: null, embeds: [] }

/** Components, each of them changed, or taken away, wherever it stands among the others. */
export function changed<T extends Component>(
  components: readonly T[],
  change: (one: Component) => Component | undefined,
): T[] {
  return components.flatMap((one) => {
    const now = change(one) as T | undefined
    if (!now) return []
    return now.components ? { ...now, components: changed(now.components, change) } : now
  })
}

/** With one more file, above what can be pressed. */
export function withFile(card: readonly Component[], file: TextFile): Component[] {
  return card.map((one) => {
    if (one.type !== ComponentType.container) return one
    const inside = one.components ?? []
    const rows = inside.filter(({ type }) => type === ComponentType.row)
    return { ...one, components: [...inside.filter((each) => !rows.includes(each)), renderShown(file), ...rows] }
  })
}

/** As it is sent to stay what it is: what Discord says of a file is not to be said to it. */
export function staying(one: Component): Component {
  if (one.type === ComponentType.file) return { type: one.type, file: { url: ATTACHMENT + (one.name ?? '') } }
  if (one.type !== ComponentType.gallery) return one
  const items = (one.items ?? []).map(({ media, description }) => ({
    media: { url: media.attachment_id === undefined ? media.url : ATTACHMENT + nameIn(media.url) },
    ...(description && { description }),
  }))
  return { type: one.type, items }
}

export const nameIn = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''
