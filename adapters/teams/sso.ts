import { z } from 'zod'
import { languageOf } from '../../src/lib/language.ts'
import type { Author } from '../../src/model/message.ts'
import { callLimitMs, type Inbox } from '../../src/ports/channel.ts'
import type { Log } from '../../src/ports/log.ts'
import type { SignedOn } from '../../src/ports/sign-on.ts'
import { ToolAuthFailure } from '../../src/ports/tools.ts'
import { type Connector, toRemove } from './connector.ts'
import type { Answered } from './http.ts'
import type { Near, Told } from './inbound.ts'
import type { Notifier } from './notify.ts'
import { OnBehalfRefused } from './on-behalf.ts'
import type { PeopleTokens } from './people-tokens.ts'
import { createSignInCards, type SignInCardParts } from './sign-in-card.ts'
import { words } from './words/index.ts'

const exchangeSchema = z.object({ id: z.string().min(1), connectionName: z.string(), token: z.string().min(1) })
const codeSchema = z.object({ state: z.string().min(1).max(200) })
const failureSchema = z.object({ code: z.string().max(100).catch('') })

/** What Teams tells of a sign-in; undefined: it is none. */
export type TakeSignIn = (told: Told) => Promise<Answered> | undefined

/**
 * Single sign-on: a card that Teams answers by itself, with a token of whoever it is for, from each of their devices; where Microsoft
 * wants to see them, Teams shows its button, and they come back with a code.
 */
export function createSso(
  parts: SignInCardParts & {
    inbox: Pick<Inbox, 'signingOn' | 'signedOn'>
    tokens: Pick<PeopleTokens, 'held' | 'exchanged'>
    connector: Pick<Connector, 'begin'>
    notifier: Pick<Notifier, 'whisper'>
    afterwards: (work: Promise<unknown>) => void
    log: Log
  },
) {
  const { inbox, tokens, connection, connector, notifier, afterwards, log } = parts
  const show = createSignInCards(parts)
  const { sso } = words

  const say = (near: Near, author: Author, text: { en: string; ja: string }): Promise<void> =>
    notifier.whisper(near, { text: text[languageOf(author.locale)] })

  /** What went wrong, in a sentence; what holds for everybody is for the operator too. */
  function sentenceOf(error: unknown): { en: string; ja: string } {
    if (!(error instanceof ToolAuthFailure)) throw error
    const { why, message, cause } = error
    const note = cause instanceof Error ? { why, detail: cause.message } : { why }
    log.warn(note, `somebody could not be signed in: ${message}`)
    if (error instanceof OnBehalfRefused) return sso.notInTheirName(error.code)
    return why === 'away' ? sso.away : sso.unsuitable
  }

  /** `failed`: they have been told why. */
  async function signedOn(near: Near, on: SignedOn): Promise<Awaited<ReturnType<Inbox['signedOn']>> | 'failed'> {
    try {
      return await inbox.signedOn(on)
    } catch (error) {
      afterwards(say(near, on.author, sentenceOf(error)))
      return 'failed'
    }
  }

  const whoOf = ({ spot }: Near, author: Author) => ({ platform: 'teams', installation: spot.tenant, author }) as const

  /** What Teams is not told it shows no button for. */
  function answered(exchange: z.infer<typeof exchangeSchema>, failureDetail?: string): Answered {
    const { id, connectionName } = exchange
    if (failureDetail === undefined) return { status: 200, body: { id, connectionName } }
    return { status: 412, body: { id, connectionName, failureDetail } }
  }

  /** It stands in their chat no longer than it is of use. Best effort. */
  function takeAway({ spot, activity }: Told): void {
    const id = activity.replyToId
    if (id !== undefined && !/\s/.test(id)) afterwards(connector.begin()(toRemove({ ...spot, id })))
  }

  async function exchanged(told: Told): Promise<Answered> {
    const { author, spot, user, activity } = told
    const exchange = exchangeSchema.safeParse(activity.value).data
    if (!exchange) return { status: 400 }
    const { id, token, connectionName } = exchange
    if (connectionName !== connection) return answered(exchange, 'The connection is another one.')
    const signal = AbortSignal.timeout(callLimitMs)
    const whose = { tenant: spot.tenant, user, token }
    const done = await signedOn(told, {
      ...{ ...whoOf(told, author), exchange: id },
      prove: (server) => tokens.exchanged(whose, server, signal),
    })
    if (done !== 'given') return answered(exchange, DETAILS[done])
    takeAway(told)
    return answered(exchange)
  }

  async function codeGiven(told: Told): Promise<Answered> {
    const { author, spot, user, activity } = told
    const code = codeSchema.safeParse(activity.value).data?.state
    const signal = AbortSignal.timeout(callLimitMs)
    const done =
      code === undefined
        ? 'refused'
        : await signedOn(told, {
            ...whoOf(told, author),
            prove: (server) => tokens.held({ tenant: spot.tenant, user, code }, server, signal),
          })
    if (done === 'given') takeAway(told)
    if (done === 'refused') afterwards(say(told, author, sso.notSignedIn))
    if (done === 'over') afterwards(say(told, author, sso.over))
    return done === 'given' ? { status: 200, body: {} } : { status: 404, body: {} }
  }

  /** Of most of these Teams shows nothing itself. */
  async function failed(told: Told): Promise<Answered> {
    const { code } = failureSchema.parse(told.activity.value ?? {})
    log.warn({ code }, 'Teams could not sign somebody in')
    afterwards(say(told, told.author, sso.failures[code as keyof typeof sso.failures] ?? sso.failed))
    return { status: 200, body: {} }
  }

  const take: TakeSignIn = (told) => {
    if (told.activity.type !== 'invoke') return undefined
    switch (told.activity.name) {
      case 'signin/tokenExchange':
        return exchanged(told)
      case 'signin/verifyState':
        return codeGiven(told)
      case 'signin/failure':
        return failed(told)
      default:
        return undefined
    }
  }

  return {
    take,

    /** Signs in whoever has pressed for that: at once where Microsoft knows them already. Never rejects for what Microsoft does. */
    async begin(near: Near, author: Author, approval: string): Promise<void> {
      const signal = AbortSignal.timeout(callLimitMs)
      const whose = { tenant: near.spot.tenant, user: near.user }
      const prove: SignedOn['prove'] = (server) => tokens.held(whose, server, signal)
      const done = await signedOn(near, { ...whoOf(near, author), approval, prove })
      if (done !== 'refused') return
      const isShown = await show(near, author, approval).catch(sentenceOf)
      if (isShown !== true) await say(near, author, isShown || sso.noChat)
    },
  }
}
export type Sso = ReturnType<typeof createSso>

/** What Teams is told, which shows its button then. */
const DETAILS = {
  refused: 'Microsoft wants to see the person.',
  taken: 'Another device of theirs was first.',
  over: 'Nothing waits for it any more.',
  failed: 'It could not be looked at.',
} as const
