import type { Note } from '../../src/model/message.ts'
import type { Inbox } from '../../src/ports/channel.ts'
import type { Installations } from '../../src/ports/installations.ts'
import type { Log } from '../../src/ports/log.ts'
import type { CardActions } from './card-actions.ts'
import type { CommandDoor } from './commands.ts'
import { durably } from './durably.ts'
import type { Hosts } from './hosts.ts'
import type { Answered } from './http.ts'
import { asPress, type Inbound, type Near, readInbound, readTold, type Told, tenantOf } from './inbound.ts'
import type { Notifier } from './notify.ts'
import type { Offers } from './offers.ts'
import type { Activity } from './payloads.ts'
import type { Persons } from './persons.ts'
import { readPlace } from './places.ts'
import type { Sso } from './sso.ts'
import type { Suggested } from './suggested.ts'
import type { Talks } from './talks.ts'

export interface ReceiverParts {
  inbox: Inbox
  commands: CommandDoor
  cards: CardActions
  /** What is chosen in the menu of a message, or searched in the compose box: undefined for everything else. */
  extension: (activity: Activity, tenant: string) => Promise<Answered> | undefined
  isAllowed: (tenant: string) => boolean
  /** Whether the app is registered there. */
  isOwn: (tenant: string) => boolean
  installations: Installations
  persons: Pick<Persons, 'met'>
  talks: Pick<Talks, 'met'>
  notifier: Pick<Notifier, 'whisper'>
  offers: Pick<Offers, 'take'>
  hosts: Pick<Hosts, 'heard'>
  suggested: Suggested
  /** Where people are signed in. */
  sso: Sso | undefined
  /** What follows the acknowledgement. */
  afterwards: (work: Promise<unknown>) => void
  log: Log
}

const DONE: Answered = { status: 200 }

/** What Teams told, made durable. Rejects when it is to be told again. */
export function createReceiver(parts: ReceiverParts): (activity: Activity) => Promise<Answered> {
  const {
    inbox,
    commands,
    cards,
    extension,
    isAllowed,
    isOwn,
    installations,
    persons,
    talks,
    notifier,
    offers,
    hosts,
    suggested,
    sso,
    afterwards,
    log,
  } = parts
  const known = new Map<string, Promise<void>>()
  const strangers = new Set<string>()

  /** What is said there has an installation to belong to from then on. */
  function installed(tenant: string): Promise<void> {
    let adding = known.get(tenant)
    if (!adding) {
      const installation = { id: tenant, name: tenant, ...(isOwn(tenant) && { own: 'always' as const }) }
      adding = installations.add(installation).then(() => {})
      known.set(tenant, adding)
      adding.catch(() => known.delete(tenant))
    }
    return adding
  }

  function stranger(tenant: string): Answered {
    if (!strangers.has(tenant))
      log.warn({ tenant }, 'Teams told of a tenant that is not served: see TEAMS_ALLOWED_TENANTS')
    if (strangers.size < 1000) strangers.add(tenant)
    return { status: 403 }
  }

  /** A message that only repeats what was suggested is the choice of that. */
  async function meant(inbound: Inbound | undefined, activity: Activity, tenant: string): Promise<Inbound | undefined> {
    if (inbound?.kind !== 'message' || inbound.message.addressed !== 'direct') return inbound
    const { replyTo, text, eventId } = inbound.message
    const chat = `${tenant}/${readPlace(replyTo)!.conversation}`
    const chosen = await durably(() => suggested.chosen(chat, text, eventId))
    return chosen ? asPress(activity, tenant, chosen) : inbound
  }

  function answeredOffer(told: Told | undefined): Answered | undefined {
    const work = told && offers.take(told, inbox)
    if (work) afterwards(work)
    return work && DONE
  }

  function meet(told: Told): void {
    hosts.heard(told.spot.tenant, told.spot.serviceUrl)
    afterwards(persons.met(told, told.author))
  }

  function tell(near: Near, note: Note | undefined): void {
    if (note) afterwards(notifier.whisper(near, note))
  }

  return async (activity) => {
    const tenant = tenantOf(activity)
    if (tenant === undefined) return { status: 400 }
    if (!isAllowed(tenant)) return stranger(tenant)
    const told = readTold(activity, tenant)
    // Everybody who sees a card is told of, each time: nothing is noted of that.
    const looked = told && cards.look(told)
    if (looked) return looked
    await durably(() => installed(tenant))
    if (told) meet(told)
    // Where somebody points at a message, or searches, the app need not be.
    const asked = extension(activity, tenant)
    if (asked) return asked
    // Before the turn, which another process may run.
    if (told) await talks.met(told.spot, activity.channelData?.team?.id)
    const signIn = told && sso?.take(told)
    if (signIn) return signIn
    const command = answeredOffer(told) ?? (told && cards.press(told)) ?? commands.take(activity, tenant)
    if (command) return command
    const inbound = await meant(readInbound(activity, tenant), activity, tenant)
    switch (inbound?.kind) {
      case 'message':
        await durably(() => inbox.message(inbound.message))
        return DONE
      case 'control':
        await durably(() => inbox.control(inbound.control))
        return DONE
      case 'opened':
        await durably(() => inbox.opened(inbound.opening))
        return DONE
      case 'invited':
        await durably(() => inbox.invited(inbound.invitation))
        return DONE
      case 'press':
        cards.tell(inbound, await durably(() => inbox.press(inbound.press)))
        return DONE
      case 'vote': {
        const { vote, near } = inbound
        tell(near, await durably(() => inbox.vote(vote)))
        return { status: 200, body: {} }
      }
      default:
        return activity.type === 'invoke' ? { status: 501 } : DONE
    }
  }
}
