import type { InboundFile, MessageRef } from '../model/message.ts'
import type { Channel } from '../ports/channel.ts'

/** Nobody waits longer to be told what came with a message. */
const tellMs = 10_000

/** Files that the platform tells of only where their message is read. `mayNot`: it does not tell us of them, also not later. */
export async function hiddenFiles(
  filesAt: MessageRef,
  { reading }: Pick<Channel, 'reading'>,
  signal: AbortSignal,
): Promise<{ files: InboundFile[] } | { mayNot: boolean }> {
  const told = await reading?.message(filesAt, AbortSignal.any([signal, AbortSignal.timeout(tellMs)]))
  // Pictures came with the message itself.
  if (told && 'ok' in told && told.ok) return { files: told.ok.files.filter(({ mimetype }) => mimetype !== undefined) }
  return { mayNot: !told || 'refused' in told || 'ok' in told }
}
