import { createHash } from 'node:crypto'
import type { Values } from '../../src/model/command.ts'
import type { Author, InboundFile, MessageRef } from '../../src/model/message.ts'
import { readLine } from './agent-words.ts'
import { readFields } from './form-card.ts'
import { answeredIn, eventIdOf, type Near, readTold } from './inbound.ts'
import { type Activity, type Mention, mentionsOf } from './payloads.ts'
import { baseOf, messageRef, type Spot } from './places.ts'
import { quotesOf, twinOf, withoutQuotes } from './quotes.ts'
import { readFiles } from './received-files.ts'
import { readText } from './text.ts'

/** What somebody did, before it is known who the people are that they mention. */
export interface Did {
  by: 'message' | 'button' | 'open' | 'form'
  eventId: string
  near: Near
  /** The conversation it is about: that of the command, also when its answer had to be shown elsewhere. */
  home: string
  author: Author
  /** Of the IANA database, where Teams tells it. */
  zone?: string
  given:
    | { line(uidOf: (mention: Mention) => string): string; mentions: Mention[]; files: InboundFile[] }
    | { offer: string }
    /** `wantsFiles`: the field that files were attached for when the form was opened. */
    | { offer: string; values: Values; wantsFiles?: string }
  /** The message it is a reply to. */
  about?: MessageRef
  /** The message that the button is in. */
  message?: string
}

/** What a button of a command's answer, or of a form, says about itself. */
interface Pressed {
  offer: string
  home?: string
  data: Record<string, unknown>
}

/** What an activity means to `/agent`; undefined for everything else. */
export function readDid(activity: Activity, tenant: string): Did | undefined {
  const told = readTold(activity, tenant)
  if (!told) return undefined
  const { author, spot, user, bot } = told
  const { type, name, value, replyToId, localTimezone: zone } = activity
  const pressed = pressedOf(value)
  if (type === 'message' && !pressed) return value ? undefined : readMessage()
  if (!pressed) return undefined
  const { offer, data } = pressed
  const done = {
    eventId: `teams:press:${tenant}:${baseOf(spot.conversation)}:${activity.id ?? offer}`,
    near: { spot, user },
    home: pressed.home ?? baseOf(spot.conversation),
    author,
    ...(zone && { zone }),
    ...(replyToId !== undefined && !/\s/.test(replyToId) && { message: replyToId }),
  }
  if (type === 'message') return { ...done, by: 'button', given: { offer } }
  if (name === 'task/fetch') return { ...done, by: 'open', given: { offer } }
  if (name !== 'task/submit') return undefined
  const { values, wantsFiles } = readFields(data)
  return {
    ...done,
    by: 'form',
    // Teams tells again of a form under another id when it got no answer: it is the same if the same stands in it.
    eventId: `teams:form:${digest([tenant, author.id, offer, Object.entries(values).toSorted()])}`,
    given: { offer, values, ...(wantsFiles !== undefined && { wantsFiles }) },
  }

  function readMessage(): Did | undefined {
    const mentions = mentionsOf(activity)
    const quotes = quotesOf(activity, twinOf(activity))
    const said = (names?: (mention: Mention) => string): string =>
      withoutQuotes(readText(activity.text ?? '', mentions, bot, names), quotes)
    const isCalled =
      activity.recipient?.isTargeted === true ||
      (spot.kind !== 'personal' && mentions.some(({ mentioned }) => mentioned.id === bot))
    if (readLine(said(), isCalled) === undefined) return undefined
    const where = answeredIn(spot, activity.id!)
    const about = quotes.find(({ id }) => id !== undefined)?.id ?? replyToId
    return {
      by: 'message',
      eventId: eventIdOf(spot, activity.id!),
      near: { spot: where, user },
      home: baseOf(spot.conversation),
      author,
      ...(zone && { zone }),
      given: {
        line: (uidOf) => readLine(said(uidOf), isCalled) ?? '',
        mentions: mentions.filter(({ mentioned }) => mentioned.id !== bot),
        files: readFiles(activity),
      },
      ...(about !== undefined && !/\s/.test(about) && { about: refTo(where, about) }),
    }
  }
}

const refTo = (spot: Spot, id: string): MessageRef => messageRef({ ...spot, id })

/** Of a button, what was sent with it; of an invoke, that is wrapped. Nothing else that comes with it is believed. */
function pressedOf(value: unknown): Pressed | undefined {
  const data = isRecord(value) && isRecord(value['data']) ? value['data'] : value
  if (!isRecord(data) || data['k'] !== 'a') return undefined
  const { o: offer, w: home } = data
  if (typeof offer !== 'string' || !/^[\w-]{1,40}$/.test(offer)) return undefined
  const isHome = typeof home === 'string' && /^[^\s/;]{1,300}$/.test(home)
  return { offer, data, ...(isHome && { home }) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')
