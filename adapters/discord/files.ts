import type { InboundFile } from '../../src/model/message.ts'
import type { Attachment, Message } from './payloads.ts'
import { fileRef } from './places.ts'
import { isText } from './sound.ts'

/** Of a message, and of what it forwards: whoever forwards a picture shows it. */
export const filesOf = ({ attachments = [], message_snapshots: snapshots = [] }: Message): Attachment[] => [
  ...attachments,
  ...snapshots.flatMap(({ message }) => message?.attachments ?? []),
]

/** None, where it cannot be fetched. */
export function readFile({ url, filename, content_type, size, duration_secs: seconds }: Attachment): InboundFile[] {
  if (!isText(url) || !URL.canParse(url)) return []
  const mimetype = (isText(content_type) && content_type.split(';')[0]) || 'application/octet-stream'
  const name = isText(filename) ? filename : 'file'
  // Told of voice messages alone.
  const speech = typeof seconds === 'number' && seconds > 0 ? { speech: { seconds } } : {}
  return [{ ref: fileRef(url), name, mimetype, size: Number.isSafeInteger(size) ? size! : 0, ...speech }]
}
