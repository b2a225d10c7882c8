import { cut } from '../../src/lib/cut.ts'
import { type Attachment, bytesOf } from '../../src/model/message.ts'
import type { Channel } from '../../src/ports/channel.ts'
import type { Scopes } from './limits.ts'
import { outcomeBeside } from './outcome.ts'
import { messageRef, readPlace } from './places.ts'
import type { Refusals } from './refusals.ts'
import type { Reply, Web } from './web.ts'

/** Documented: of what a picture shows, for whoever cannot see it. */
const ALT = 1000

/** What a file is called at Slack: its key stands in it, because a file carries nothing else to know it by. */
export function fileName(key: string, { name }: Pick<Attachment, 'name'>): string {
  const dot = name.lastIndexOf('.')
  return `${name.slice(0, dot)}-${key.replaceAll(':', '-')}${name.slice(dot)}`
}

/** Whether a file of this name is the one with the key. */
export const isFileOf = (key: string, name: unknown): boolean =>
  typeof name === 'string' && name.replace(/\.\w+$/, '').endsWith(`-${key.replaceAll(':', '-')}`)

/** In three calls, of which nobody sees anything before the last. */
export function createAttach(parts: {
  web: Web
  scopesOf: (team: string) => Scopes
  fileHosts: readonly string[]
  /** Channels in which threads cannot be had. */
  threadless: Refusals
}): NonNullable<Channel['attach']> {
  const { web, scopesOf, fileHosts, threadless } = parts
  return async (place, file, key, signal) => {
    const { team, channel, thread } = readPlace(place)
    const bytes = bytesOf(file)
    const call = web.begin(signal)
    const outcome = (reply: Reply, id = '') =>
      outcomeBeside(reply, scopesOf(team).upload, () => messageRef({ team, channel, ts: id }))

    const begun = await call('files.getUploadURLExternal', {
      filename: fileName(key, file),
      length: bytes.length,
      ...('alt' in file && { alt_txt: cut(file.alt, ALT) }),
    })
    if (!('ok' in begun)) return outcome(begun)
    const { upload_url, file_id } = begun.ok as { upload_url: string; file_id: string }
    const url = new URL(upload_url)
    if (!fileHosts.includes(url.origin)) {
      return { refused: { code: 'forbidden', detail: `${url.origin} is not where Slack keeps files` } }
    }
    const sent = await web.send(url, bytes, signal)
    if (!('ok' in sent)) return outcome(sent)
    const done = await call('files.completeUploadExternal', {
      files: [{ id: file_id, title: file.name }],
      channel_id: channel,
      ...(thread && !threadless.has(channel) && { thread_ts: thread }),
    })
    return outcome(done, file_id)
  }
}

/** A MessageRef that names a file, not a message. */
export const isFile = (ts: string): boolean => /^F[A-Z0-9]+$/.test(ts)
