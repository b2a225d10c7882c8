import type { Embed, Message } from './payloads.ts'
import { isText } from './sound.ts'

/** Texts stand in sections, which may stand in containers. */
const DEEPEST = 4

interface Holder {
  content?: unknown
  components?: unknown
}

/** What people read in a message besides its words: what programs show in embeds and components, as Markdown. */
export function shownText({ embeds = [], components = [] }: Pick<Message, 'embeds' | 'components'>): string[] {
  return [...embeds.map((one) => textOfEmbed(one ?? {})), ...textsIn(components, DEEPEST)].filter((text) => text !== '')
}

function textOfEmbed({ author, title, url, description, fields = [], footer }: Embed): string {
  const heading = isText(title) ? `**${isText(url) ? `[${title}](${url})` : title}**` : undefined
  const values = fields.map((field) => [field?.name, field?.value].filter(isText).join(': '))
  return [author?.name, heading, description, ...values, footer?.text]
    .filter((line) => isText(line) && line !== '')
    .join('\n')
}

function textsIn(components: unknown, depth: number): string[] {
  if (!Array.isArray(components) || depth === 0) return []
  return components.flatMap((one: Holder | null) => {
    const own = isText(one?.content) ? [one.content] : []
    return [...own, ...textsIn(one?.components, depth - 1)]
  })
}
