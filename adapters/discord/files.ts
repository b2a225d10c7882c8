import type { InboundFile } from '../../src/model/message.ts'
import { nameIn } from './card.ts'
import { type Attachment, type Component, ComponentType, type Medium, type Message } from './payloads.ts'
import { fileRef } from './places.ts'
import { isText } from './sound.ts'

/** Of a message, and of what it forwards: whoever forwards a picture shows it. */
export const filesOf = ({ message_snapshots: snapshots = [], ...message }: Message): Attachment[] => [
  ...attachedTo(message),
  ...snapshots.flatMap(({ message }) => (message ? attachedTo(message) : [])),
]

/** Documented: what a component shows is told of there, and not among the attachments. */
export const attachedTo = ({ attachments = [], components = [] }: Pick<Message, 'attachments' | 'components'>) => [
  ...attachments,
  ...filesIn(components, DEEPEST),
]

/** Files and galleries stand in containers, or for themselves. */
const DEEPEST = 2

function filesIn(components: unknown, depth: number): Attachment[] {
  if (!Array.isArray(components) || depth === 0) return []
  return components.flatMap((one: Component | null) => {
    if (one?.type === ComponentType.container) return filesIn(one.components, depth - 1)
    const media = one?.type === ComponentType.gallery && Array.isArray(one.items) ? one.items : []
    const own = one?.type === ComponentType.file ? [{ media: one.file, name: one.name, size: one.size }] : media
    return own.flatMap((each): Attachment[] => {
      const { media, name, size } = each as { media?: Medium; name?: unknown; size?: unknown }
      if (!isText(media?.url) || !isText(media.attachment_id) || !URL.canParse(media.url)) return []
      return [
        {
          ...{ id: media.attachment_id, url: media.url, filename: isText(name) ? name : nameIn(media.url) },
          ...(isText(media.content_type) && { content_type: media.content_type }),
          ...(typeof size === 'number' && { size }),
        },
      ]
    })
  })
}

/** None, where it cannot be fetched. */
export function readFile({ url, filename, content_type, size, duration_secs: seconds }: Attachment): InboundFile[] {
  if (!isText(url) || !URL.canParse(url)) return []
  const mimetype = (isText(content_type) && content_type.split(';')[0]) || 'application/octet-stream'
  const name = isText(filename) ? filename : 'file'
  // Told of voice messages alone.
  const speech = typeof seconds === 'number' && seconds > 0 ? { speech: { seconds } } : {}
  return [{ ref: fileRef(url), name, mimetype, size: Number.isSafeInteger(size) ? size! : 0, ...speech }]
}
