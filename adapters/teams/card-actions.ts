import { languageOf, type Texts } from '../../src/lib/language.ts'
import type { Looked, Note } from '../../src/model/message.ts'
import type { Inbox } from '../../src/ports/channel.ts'
import type { Log } from '../../src/ports/log.ts'
import { durably } from './durably.ts'
import type { Answered } from './http.ts'
import { pressIn, type Told } from './inbound.ts'
import type { Notifier } from './notify.ts'
import { LOOK, PRESS, renderAsCard } from './outbound.ts'
import { executedOf } from './payloads.ts'
import { baseOf, readPlace } from './places.ts'
import { replyIdIn } from './pressed.ts'
import type { Sso } from './sso.ts'
import { within } from './within.ts'
import { words } from './words/index.ts'

/** Whoever pressed a button sees it wait for five seconds. */
const ANSWER_MS = 3500

type Pressed = NonNullable<ReturnType<typeof pressIn>>

export interface CardActions {
  /** Somebody sees a card. Undefined: it is none of that. Nothing is kept of it. */
  look(told: Told): Promise<Answered> | undefined
  /** A button of a card. Undefined: it is none of these. */
  press(told: Told): Promise<Answered> | undefined
  /** What whoever has pressed hears alone, and what they are asked. */
  tell(pressed: Pressed, note: Note | undefined): void
}

/**
 * What an `Action.Execute` of our cards does. Whoever pressed is answered with the card as it is by then, and whoever only sees it with
 * what is theirs to press; to everybody else the message is edited.
 */
export function createCardActions(parts: {
  inbox: Pick<Inbox, 'press' | 'look'>
  notifier: Pick<Notifier, 'whisper'>
  /** Where people are signed in. */
  sso: Pick<Sso, 'begin'> | undefined
  /** What follows the answer. */
  afterwards: (work: Promise<unknown>) => void
  log: Log
}): CardActions {
  const { inbox, notifier, sso, afterwards, log } = parts

  /** Undefined where it is not there any more, or stands elsewhere. */
  async function seenBy({ spot, author }: Told, replyId: string): Promise<Looked | undefined> {
    const seen = await inbox.look({ platform: 'teams', installation: spot.tenant, author, replyId })
    const place = seen && readPlace(seen.replyTo)
    const isHere = place?.tenant === spot.tenant && baseOf(place.conversation) === baseOf(spot.conversation)
    return isHere ? seen : undefined
  }

  async function looked(told: Told, id: string): Promise<Answered> {
    const say = speaker(told)
    try {
      const seen = await within(ANSWER_MS, seenBy(told, id))
      return seen ? showing(seen, told) : failing(400, say(words.card.gone))
    } catch (err) {
      log.warn({ err, tenant: told.spot.tenant }, 'a card could not be shown anew')
      return failing(500, say(words.failed))
    }
  }

  function tell({ press, near }: Pressed, note: Note | undefined): void {
    if (!note) return
    // Teams waits for the answer to a press, and to sign somebody in may take long.
    if (note.signOn && sso) afterwards(sso.begin(near, press.author, note.signOn.approval))
    afterwards(notifier.whisper(near, note))
  }

  async function pressed(told: Told, read: Pressed): Promise<Answered> {
    const { press } = read
    const say = speaker(told)
    const pressing = (async () => {
      const note = await durably(() => inbox.press(press))
      return { note, seen: await seenBy(told, press.replyId) }
    })()
    try {
      const done = await within(ANSWER_MS, pressing)
      if (!done) {
        // What becomes of it is seen by everybody.
        afterwards(pressing.then(({ note }) => tell(read, note)))
        return saying(say(words.working))
      }
      const { note, seen } = done
      const isRefused = note !== undefined && !(note.links || note.signOn || note.taken) && (!seen || seen.isOpen)
      // Nothing says that Teams shows the sentence of an error, so they are told besides.
      tell(read, note)
      if (isRefused) return failing(400, note.text)
      return seen ? showing(seen, told) : saying('✓')
    } catch (err) {
      log.error({ err, tenant: told.spot.tenant }, 'a button of a card could not be pressed')
      tell(read, { text: say(words.failed) })
      return failing(500, say(words.failed))
    }
  }

  return {
    tell,
    look(told) {
      const executed = executedOf(told.activity)
      if (executed?.verb !== LOOK) return undefined
      const id = replyIdIn(executed.data)
      return id === undefined ? Promise.resolve(unknown(told)) : looked(told, id)
    },
    press(told) {
      const executed = executedOf(told.activity)
      if (!executed) return undefined
      const read = executed.verb === PRESS ? pressIn(told, executed.data) : undefined
      return read ? pressed(told, read) : Promise.resolve(unknown(told))
    },
  }
}

const showing = ({ part, isOpen }: Looked, { user }: Told): Answered =>
  answering(200, 'application/vnd.microsoft.card.adaptive', renderAsCard(part, isOpen ? [user] : undefined))

/** What Teams shows to whoever pressed. */
const saying = (text: string): Answered => answering(200, 'application/vnd.microsoft.activity.message', text)

const failing = (statusCode: 400 | 500, message: string): Answered =>
  answering(statusCode, 'application/vnd.microsoft.error', {
    code: statusCode === 400 ? 'BadRequest' : 'InternalServerError',
    message,
  })

const unknown = (told: Told): Answered => failing(400, speaker(told)(words.card.unknown))

/** Documented: always with the status 200, whatever stands in it. */
const answering = (statusCode: number, type: string, value: unknown): Answered => ({
  status: 200,
  body: { statusCode, type, value },
})

function speaker({ author }: Told): (texts: Texts) => string {
  const language = languageOf(author.locale)
  return (texts) => texts[language]
}
