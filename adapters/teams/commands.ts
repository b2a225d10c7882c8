import { setTimeout as sleep } from 'node:timers/promises'
import { type Language, languageOf, type Texts } from '../../src/lib/language.ts'
import { LatestMap } from '../../src/lib/latest.ts'
import { inUtc, inZone, withMoments } from '../../src/lib/moment.ts'
import type { CommandCall, Given } from '../../src/model/command.ts'
import type { InboundFile } from '../../src/model/message.ts'
import type { View } from '../../src/model/view.ts'
import type { Budget } from '../../src/ports/budget.ts'
import type { Inbox } from '../../src/ports/channel.ts'
import type { Log } from '../../src/ports/log.ts'
import { type Did, readDid } from './command-calls.ts'
import type { Connector } from './connector.ts'
import { renderForm } from './form-card.ts'
import type { Answered } from './http.ts'
import type { Activity } from './payloads.ts'
import type { Persons } from './persons.ts'
import { baseOf, conversationPlace, replyPlace, tenantPlace } from './places.ts'
import { createPrivate, originFor, type Reader, type Shown } from './private.ts'
import { messageOf, renderView } from './view-message.ts'
import { within } from './within.ts'
import { words } from './words/index.ts'

/** A message is acknowledged within a second, whether it was carried out by then or not. */
const TAKEN_MS = 700
/** Teams waits for the answer to an invoke for five seconds. */
const ANSWER_MS = 3500
/** By then Teams has closed the dialog. */
const CLOSED_MS = 300
const KEPT = 1000

/** `/agent` in all tenants: what people did is asked, and shown to them alone. */
export interface CommandDoor {
  /** Undefined: it is none. What follows the acknowledgement is told `afterwards`. */
  take(activity: Activity, tenant: string): Promise<Answered> | undefined
}

export function createCommandDoor(parts: {
  inbox: Pick<Inbox, 'command'>
  connector: Connector
  persons: Persons
  budget: Pick<Budget, 'tryTake'>
  /** The ids in Entra of those who own what nobody owns yet: Teams does not tell who manages it. */
  owners: readonly string[]
  afterwards: (work: Promise<unknown>) => void
  log: Log
  now: () => number
}): CommandDoor {
  const { inbox, persons, afterwards, log } = parts
  const owners = new Set(parts.owners.map((id) => id.toLowerCase()))
  const shown = createPrivate(parts)
  /** How each was answered: Teams tells of the same more than once. */
  const answers = new LatestMap<string, Promise<Answered>>(KEPT)
  /** What is being done, also when Teams tells of it under another id. */
  const running = new Map<string, Promise<Answered>>()
  /** Files that were attached to a command whose form takes some, by the form's offer. */
  const attached = new LatestMap<string, readonly InboundFile[]>(KEPT)

  async function callOf(did: Did, given: Given): Promise<CommandCall> {
    const { eventId, near, home, author, about } = did
    const { tenant, conversation, kind } = near.spot
    const isInIt = kind !== 'personal' && baseOf(conversation) === home
    return {
      eventId,
      platform: 'teams',
      installation: tenant,
      within: [conversationPlace(tenant, home), tenantPlace(tenant)],
      conversation: conversationPlace(tenant, conversation),
      ...(isInIt && { announceTo: replyPlace({ ...near.spot, conversation: home }) }),
      author,
      given,
      ...(about !== undefined && { about }),
      managesPlace: async () => owners.has(author.id.toLowerCase()),
    }
  }

  async function givenOf({ given, near }: Did): Promise<Given> {
    if ('line' in given) {
      const { mentions, files } = given
      return { text: withIds(given.line(await persons.uids(near, mentions)), near.spot.tenant), files }
    }
    if (!('values' in given)) return given
    const { offer, values, wantsFiles } = given
    const files = wantsFiles === undefined ? undefined : attached.get(offer)
    return { offer, values: { ...values, ...(files && { [wantsFiles!]: files }) } }
  }

  async function ask(did: Did): Promise<AnswerView> {
    const { given, author } = did
    const say = speaker(did)
    try {
      const asked = await givenOf(did)
      const view = await inbox.command(await callOf(did, asked))
      const files = 'files' in given ? given.files : attached.get(given.offer)
      const takers = view.form ? [view.form, ...(view.form.more ? [view.form.more] : [])] : []
      if (files && files.length > 0) for (const { offer } of takers) attached.set(offer, files)
      const named = await persons.named(did.near.spot, view)
      return { view: { ...named, text: withMoments(named.text, timesOf(did)) }, say }
    } catch (error) {
      log.error({ err: error, tenant: did.near.spot.tenant, person: author.id }, 'a command could not be answered')
      return { view: { text: say(words.failed) }, say }
    }
  }

  function readerOf({ near, author }: Did, say: AnswerView['say']): Reader {
    return { ...near, name: author.name ?? '', say }
  }

  async function show(
    did: Did,
    { view, say }: AnswerView,
    instead = view.aside ? undefined : messageIn(did),
  ): Promise<void> {
    const reader = readerOf(did, say)
    const { first, files } = renderView(view, say)
    const at = await shown.show(reader, (spot) => first(originFor(spot, did.home)), { instead })
    // What follows it stands where it stands.
    if (at) await follow({ ...reader, spot: at }, files)
  }

  async function follow(reader: Reader, files: ReturnType<typeof renderView>['files']): Promise<void> {
    for (const { payload, words } of files) await shown.show(reader, () => payload, { orElse: words })
  }

  /** What takes long is announced, and the answer comes in its place. */
  async function showWhenDone(did: Did, asking: Promise<AnswerView>): Promise<void> {
    const asked = await within(TAKEN_MS, asking)
    if (asked) return show(did, asked)
    const say = speaker(did)
    const announced = await shown.show(readerOf(did, say), () => messageOf(say(words.working)), {
      instead: messageIn(did),
    })
    await show(did, await asking, announced)
  }

  function dialog(did: Did, { view, say }: AnswerView): Answered {
    const { form, text } = view
    const data = { k: 'a', ...(did.home !== homeOf(did) && { w: did.home }) }
    const files = (attached.get(form!.offer) ?? []).map(({ name }) => name)
    const content = renderForm(form!, { text, data, files, say })
    const isLarge = form!.sections.flatMap(({ fields }) => fields).length > 3
    const card = { contentType: 'application/vnd.microsoft.card.adaptive', content }
    const value = { title: form!.title, width: 'medium', height: isLarge ? 'large' : 'medium', card }
    return { status: 200, body: { task: { type: 'continue', value } } }
  }

  async function open(did: Did, asking: Promise<AnswerView>): Promise<Answered> {
    const asked = await within(ANSWER_MS, asking)
    if (!asked) return closing(speaker(did)(words.slow))
    if (asked.view.form) {
      const { files } = renderView(asked.view, asked.say)
      if (files.length > 0) afterwards(follow(readerOf(did, asked.say), files))
      return dialog(did, asked)
    }
    // There is nothing to fill in any more: the answer takes the button's place, or is only told to who pressed.
    if (!asked.view.aside) afterwards(sleep(CLOSED_MS).then(() => show(did, asked)))
    return closing(plain(asked.view.text))
  }

  async function send(did: Did, asking: Promise<AnswerView>): Promise<Answered> {
    const asked = await within(ANSWER_MS, asking)
    if (asked?.view.form) return dialog(did, asked)
    afterwards(sleep(CLOSED_MS).then(() => (asked ? show(did, asked) : showWhenDone(did, asking))))
    return { status: 200, body: {} }
  }

  async function run(did: Did): Promise<Answered> {
    const { given } = did
    if ('values' in given && given.wantsFiles !== undefined && !attached.has(given.offer)) {
      return closing(speaker(did)(words.filesGone))
    }
    const asking = ask(did)
    if (did.by === 'open') return open(did, asking)
    if (did.by === 'form') return send(did, asking)
    afterwards(showWhenDone(did, asking))
    await within(TAKEN_MS, asking)
    return { status: 200 }
  }

  function once(did: Did): Promise<Answered> {
    const before = running.get(did.eventId)
    if (before) return before
    const work = run(did).finally(() => running.delete(did.eventId))
    running.set(did.eventId, work)
    return work
  }

  return {
    take(activity, tenant) {
      const did = readDid(activity, tenant)
      if (!did) return undefined
      const delivery = `${did.near.spot.conversation} ${activity.id ?? did.eventId}`
      const answer = answers.get(delivery) ?? once(did)
      answers.set(delivery, answer)
      return answer
    },
  }
}

interface AnswerView {
  view: View
  /** In the language of who asked. */
  say: (texts: Texts) => string
}

/** Teams has no mark for a moment in a text, but often tells the zone of who writes. */
const timesOf = (did: Did) => (did.zone === undefined ? inUtc : inZone(spoken(did), did.zone))

const spoken = ({ author, given }: Did): Language =>
  languageOf(author.locale, 'line' in given ? given.line(() => '') : '')

function speaker(did: Did): AnswerView['say'] {
  const language = spoken(did)
  return (texts) => texts[language]
}

const homeOf = ({ near }: Did): string => near.spot.conversation.split(';')[0]!

/** The message of ours whose button it was. */
const messageIn = ({ near, message }: Did): Shown | undefined =>
  message === undefined ? undefined : { ...near.spot, id: message }

/** What is said in a dialog that closes. */
const closing = (value: string): Answered => ({ status: 200, body: { task: { type: 'message', value } } })
const plain = (text: string): string =>
  text
    .replace(/[`*\\]/g, '')
    .slice(0, 1000)
    .toWellFormed()

/** People can be called by their id in Entra where they cannot be mentioned. */
const withIds = (line: string, tenant: string): string =>
  line.replace(/(?<!\S)@([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?!\S)/gi, (_, id: string) => {
    return `@teams_${tenant}_${id.toLowerCase()}`
  })
