import type { MessageRef, Part, Place } from '../../src/model/message.ts'
import type { Channel, Limits, Outcome } from '../../src/ports/channel.ts'
import type { Notes } from '../../src/ports/notes.ts'
import type { Secrets } from '../../src/ports/secrets.ts'
import { disarm } from './disarm.ts'
import { createLimits } from './limits.ts'
import { notificationOf } from './notification.ts'
import { errorOf, outcomeOf } from './outcome.ts'
import { channelPlace, messageRef, readMessageRef, readPlace } from './places.ts'
import type { Reply, Web } from './web.ts'

/** What its token is kept under, by the execution's id. */
const NOTE = 'step/'
/** An execution's token lasts for fifteen minutes, or until it is over (slackapi/bolt-python#1075). */
const TOKEN_MS = 900_000
/** The token is over: what is left is the app's own, by which every execution of its steps can be ended. */
const OVER = /^(?:token_expired|token_revoked|invalid_auth|account_inactive|not_authed)$/
/** Slack sets no limit that it tells of; nothing is cut. */
const LONGEST = 1_000_000

/** What is kept of an execution as long as it runs. */
interface Kept {
  /** Its token, sealed. */
  token: string
  /** In milliseconds since the epoch. */
  at: number
  /** It is to end with this, since nobody will answer. */
  why?: string
}

/** Executions of the step "Ask an agent", which take one answer or one reason and no more. */
export interface Steps {
  /** Before its question is kept: by this token it will be ended. Resolves with why it is to end at once, where that is known already. */
  begun(execution: string, token: string): Promise<string | undefined>
  /** Ends one that nobody will answer. Rejects where Slack is to tell of it again: what is kept says then why. */
  refuse(team: string, execution: string, why: string): Promise<void>
  readonly channel: Shows
}

export function createSteps(parts: {
  web: Web
  notes: Notes
  secrets: Secrets
  unlimited?: boolean | undefined
  now: () => number
}): Steps {
  const { web, notes, secrets, unlimited, now } = parts
  const { of: scopesOf } = createLimits(parts)
  const contextOf = (execution: string): string => `slack ${NOTE}${execution}`

  async function keptOf(execution: string): Promise<Kept | undefined> {
    const kept = await notes.get(NOTE + execution)
    return kept === undefined ? undefined : JSON.parse(kept)
  }

  /** Those of which nobody ever came to an answer: their tokens are worth nothing any more. */
  async function tidy(): Promise<void> {
    for (const { name, value } of await notes.named(NOTE)) {
      if ((JSON.parse(value) as Kept).at + TOKEN_MS <= now()) await notes.forget(name)
    }
  }

  async function tokenOf(execution: string): Promise<string | undefined> {
    const kept = await keptOf(execution)
    try {
      return kept && secrets.open(kept.token, contextOf(execution))
    } catch {
      // It was sealed with a key that is no longer there.
      return undefined
    }
  }

  async function ask(method: string, execution: string, args: object, signal?: AbortSignal): Promise<Reply> {
    const token = await tokenOf(execution)
    const call = web.begin(signal)
    const all = { function_execution_id: execution, ...args }
    const reply = await call(method, all, token)
    return token !== undefined && OVER.test(errorOf(reply) ?? '') ? call(method, all) : reply
  }

  /** By what Slack says of it an execution is over, whoever ended it: an end whose answer got lost is not made twice. */
  async function end(
    place: { team: string; channel: string },
    method: 'functions.completeSuccess' | 'functions.completeError',
    args: object,
    signal?: AbortSignal,
  ): Promise<Outcome<void>> {
    const { team, channel: execution } = place
    const reply = await ask(method, execution, args, signal)
    const isDone = 'ok' in reply || errorOf(reply) === 'execution_not_in_running_state'
    const outcome = isDone ? { ok: undefined } : outcomeOf(reply, scopesOf(team).steps, () => {})
    if ('limited' in outcome || 'unknown' in outcome) return outcome
    // With another result it may still be ended.
    if (errorOf(reply) === 'parameter_validation_failed') return outcome
    await notes.forget(NOTE + execution)
    if (!('refused' in outcome)) return outcome
    // What is refused is this one execution, and no right of the app.
    return { refused: { ...outcome.refused, code: 'gone' } }
  }

  const fail = (place: { team: string; channel: string }, why: string, signal?: AbortSignal) =>
    end(place, 'functions.completeError', { error: notificationOf(why) }, signal)

  const show = (place: { team: string; channel: string }, part: Part, signal?: AbortSignal) =>
    part.failed
      ? fail(place, part.text, signal)
      : end(place, 'functions.completeSuccess', { outputs: { answer: disarm(part.text) } }, signal)

  return {
    async begun(execution, token) {
      const known = await keptOf(execution)
      if (known) return known.why
      await tidy()
      const kept: Kept = { token: secrets.seal(token, contextOf(execution)), at: now() }
      await notes.set(NOTE + execution, JSON.stringify(kept))
      return undefined
    },

    async refuse(team, execution, why) {
      const kept = await keptOf(execution)
      if (kept) await notes.set(NOTE + execution, JSON.stringify({ ...kept, why }))
      const outcome = await fail({ team, channel: execution }, why, AbortSignal.timeout(2000))
      if ('limited' in outcome) throw new Error('Slack takes no end of a step just now')
      if ('unknown' in outcome) throw outcome.unknown
    },

    channel: {
      limits(place): Limits {
        const post = unlimited ? [] : [scopesOf(readPlace(place).team).steps]
        const text = { max: LONGEST, unit: 'utf16' as const }
        // All that there is to show is the end.
        return { text, cost: { post, edit: [], stream: [], append: [], finish: [] }, interim: [] }
      },
      async post(place, part, _key, signal) {
        const spot = readPlace(place)
        const outcome = await show(spot, part, signal)
        return 'ok' in outcome ? { ok: messageRef({ ...spot, ts: 'answer' }) } : outcome
      },
      notify: async (_person, place, { text }, signal) => fail(readPlace(place!), text, signal),
      // What is not known to be over is ended once more, which Slack takes once.
      find: async () => ({ ok: undefined }),
      edit: async () => STAYS,
      remove: async () => STAYS,
      attach: async () => STAYS,
      stream: async () => STAYS,
      async activity() {},
    },
  }
}

const STAYS: Outcome<never> = { refused: { code: 'unsupported', detail: 'a step of a workflow takes one answer' } }

type Shows = Pick<
  Required<Channel>,
  'limits' | 'post' | 'notify' | 'find' | 'edit' | 'remove' | 'attach' | 'stream' | 'activity'
>

export const stepPlace = (team: string, execution: string): Place => channelPlace(team, execution)
/** Ids of channels begin with C, D or G. */
const isExecution = (id: string): boolean => id.startsWith('Fx')

/** The same channel, in which executions are places that take one answer. */
export function withSteps<C extends Shows>(channel: C, { channel: steps }: Steps): C {
  const at = (place: Place): Shows => (isExecution(readPlace(place).channel) ? steps : channel)
  const of = (ref: MessageRef): Shows => (isExecution(readMessageRef(ref).channel) ? steps : channel)
  return {
    ...channel,
    limits: (place: Place) => at(place).limits(place),
    post: (...of: Parameters<Shows['post']>) => at(of[0]).post(...of),
    notify: (...of: Parameters<Shows['notify']>) => (of[1] ? at(of[1]) : channel).notify(...of),
    find: (...of: Parameters<Shows['find']>) => at(of[0]).find(...of),
    attach: (...of: Parameters<Shows['attach']>) => at(of[0]).attach(...of),
    stream: (...of: Parameters<Shows['stream']>) => at(of[0]).stream(...of),
    activity: (...of: Parameters<Shows['activity']>) => at(of[0]).activity(...of),
    edit: (...given: Parameters<Shows['edit']>) => of(given[0]).edit(...given),
    remove: (...given: Parameters<Shows['remove']>) => of(given[0]).remove(...given),
  }
}
