import type { Channel, Quoted } from '../../src/ports/channel.ts'
import { nameOf } from './inbound.ts'
import type { Message } from './payloads.ts'
import { readMessageRef } from './places.ts'
import type { Web } from './request.ts'
import { eventIdOf } from './spots.ts'
import { readText, type Self } from './text.ts'

/** Messages above a reply. Each call brings two: a message, and the one that it replies to. */
const MOST = 10

/** What a reply is about: the messages it goes back to, one by one. */
export function createQuoted({ web, self }: { web: Web; self: () => Self }): NonNullable<Channel['quoted']> {
  return async (ref, signal) => {
    let { channel, message } = readMessageRef(ref)
    const chain: Message[] = []
    let isCut = false
    while (true) {
      const reply = await web.call({ method: 'GET', path: `channels/${channel}/messages/${message}` }, signal)
      if (!('ok' in reply)) break
      const found = reply.ok as Message
      const above = found.referenced_message
      chain.push(found, ...(above ? [above] : []))
      const next = (above ?? found).message_reference
      if (!above || !next?.message_id) break
      isCut = chain.length >= MOST
      if (isCut) break
      message = next.message_id
      channel = next.channel_id ?? channel
    }
    return { messages: chain.reverse().map(toQuoted), isCut }
  }

  function toQuoted(message: Message): Quoted['messages'][number] {
    const { author, member } = message
    return {
      eventId: eventIdOf(message.id),
      author: nameOf(author, member?.nick) ?? 'somebody',
      text: readText(message, self()),
    }
  }
}
