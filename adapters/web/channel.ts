import { randomUUID } from 'node:crypto'
import { inUtc, withMoments } from '../../src/lib/moment.ts'
import { type Attachment, asText, bytesOf, type Note, type Place, withLinks } from '../../src/model/message.ts'
import type { Channel, Outcome } from '../../src/ports/channel.ts'
import type { Transcript } from '../../src/ports/transcript.ts'
import { limitsOf } from './limits.ts'
import { said, saidFile } from './outbound.ts'
import { keyIn, messageRef, readFileRef, readMessageRef, talkPlace } from './places.ts'
import type { Doing, Said } from './view.ts'

const gone = { refused: { code: 'gone', detail: 'the message is not kept any more' } } as const

/** Shows what is shown by writing it down; whoever watches the conversation is told by whichever process they are at. */
export function createChannel(transcript: Transcript): Channel {
  /** What is not written when time is over may be written yet. */
  async function attempt<T>(signal: AbortSignal, act: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (signal.aborted) return { unknown: signal.reason as Error }
    const { promise: over, reject } = Promise.withResolvers<never>()
    const end = () => reject(signal.reason)
    signal.addEventListener('abort', end, { once: true })
    try {
      return await Promise.race([act(), over])
    } catch (error) {
      return { unknown: error as Error }
    } finally {
      signal.removeEventListener('abort', end)
    }
  }

  const add = (place: Place, id: string, entry: Said) => async () => {
    const key = keyIn(place)
    await transcript.add(key, id, JSON.stringify(entry))
    return { ok: messageRef({ key, id }) }
  }

  /** Its bytes stand under the id of the message that names it. */
  const addFile = (place: Place, id: string, file: Attachment) => async () => {
    const entry = saidFile(id, file)
    const [{ name, mimetype }] = entry.files
    await transcript.addFile(keyIn(place), id, { name, mimetype, bytes: bytesOf(file) })
    return add(place, id, entry)()
  }

  return {
    platform: 'web',
    labels: true,
    limits: (place) => limitsOf(keyIn(place)),
    post: (place, part, key, signal) => attempt(signal, add(place, key, said(part))),
    edit: (ref, part, signal) =>
      attempt(signal, async () => {
        const { key, id } = readMessageRef(ref)
        return (await transcript.change(key, id, JSON.stringify(said(part)))) ? { ok: undefined } : gone
      }),
    attach: (place, file, key, signal) => attempt(signal, addFile(place, key, file)),
    find: (place, id, _hints, signal) =>
      attempt(signal, async () => {
        const key = keyIn(place)
        const found = await transcript.get(key, id)
        return { ok: found && found.body !== '' ? messageRef({ key, id }) : undefined }
      }),
    remove: (ref, signal) =>
      attempt(signal, async () => {
        const { key, id } = readMessageRef(ref)
        await transcript.removeFile(key, id)
        return (await transcript.change(key, id, '')) ? { ok: undefined } : gone
      }),
    notify: (_person, place, { file, ...view }, signal) =>
      attempt(signal, async () => {
        if (place === undefined) return { refused: { code: 'unsupported', detail: 'no page is known' } }
        const note: Said = {
          from: 'note',
          text: withMoments(withLinks(view), inUtc),
          ...(file && { attachment: asText(file) }),
        }
        await add(place, `note-${randomUUID()}`, note)()
        return { ok: undefined }
      }),
    async activity(place, what, _language, signal) {
      const key = keyIn(place)
      const body = JSON.stringify({ from: 'status', doing: what } satisfies Doing)
      await attempt(signal, async () => {
        const known = await transcript.add(key, 'status', body)
        if (known.body !== body) await transcript.change(key, 'status', body)
        return { ok: undefined }
      })
    },
    download: (file, maxBytes, signal) =>
      attempt(signal, async () => {
        const { key, id } = readFileRef(file)
        const found = await transcript.file(key, id)
        if (!found) return gone
        if (found.bytes.length <= maxBytes) return { ok: found.bytes }
        return { refused: { code: 'invalid', detail: `more than ${maxBytes} bytes` } }
      }),
  }
}

/** What a visitor is told beside the conversation. */
export const noteIn = (channel: Channel, key: string, note: Note) =>
  channel.notify!('', talkPlace(key), note, AbortSignal.timeout(7000))
