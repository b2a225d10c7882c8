import { hash } from 'node:crypto'
import { timeOrderedId } from '../../lib/ids.ts'
import type { AgentVersion } from '../../model/agent.ts'
import type { ConversationRequest } from '../../model/conversation.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { keptForMs } from '../../store/followed-turns.ts'
import type { ApiHead } from './api-end.ts'
import { type ComingParts, createComing } from './coming.ts'
import { createFollowing, type FollowedTurn } from './following.ts'
import { createKept, type KeptTurn } from './kept.ts'
import { createKnown } from './known.ts'

export interface AskedTurn {
  request: ConversationRequest
  agent: AgentVersion
  key: string
  model: string
  /** What was sent, for telling a retry from another question; or a name of the call, which it keeps after its end. */
  body: unknown
  name?: string
  /** Of a turn of `/api`. */
  api?: ApiHead
  /** Whoever follows it may come back to it, also at another process, and also where this one dies. */
  isKept: boolean
}

export interface FollowedTurnsParts extends Omit<ComingParts, 'kept' | 'known'> {
  secrets: Secrets
  now: () => number
}

export type FollowedTurns = ReturnType<typeof createFollowedTurns>

/**
 * Turns that whoever loses their connection comes back to. OpenAI's SDK repeats a call without a word that it does, so equal calls of
 * one key are one turn as long as that runs; and so are those of one name.
 */
export function createFollowedTurns(parts: FollowedTurnsParts) {
  const { store, secrets, owed, now } = parts
  const kept = createKept(store, secrets, parts.processes.holder)
  const known = createKnown()
  const { make, come, isMade, close } = createComing({ ...parts, kept, known })
  const running = new Map<string, Promise<FollowedTurn>>()

  function begin({ request, agent, key, model, isKept, name, api }: AskedTurn) {
    // HTML is cleaned when it is whole, unless each of its readers is told all of it again and again.
    const isHtml = !api && agent.document.agent.autoResponseSettings?.shouldUseHtmlResponse === true
    const isNamed = name !== undefined
    const head = { id: timeOrderedId(now()), key, model, at: now(), ...(api && { api }) }
    const following = createFollowing(head)
    const beginMaking = () => {
      known.know(following)
      make(following, { request, isHtml, isKept, isNamed })
      return following.turn
    }
    return { following, told: { head, isHtml, isNamed, pieces: [] }, beginMaking }
  }

  /** A new turn that is kept, or the one that an equal call has begun in another process. */
  async function beginKept(asked: AskedTurn, name: string): Promise<FollowedTurn> {
    const { following, told, beginMaking } = begin(asked)
    for (;;) {
      if (await known.make(following, () => kept.begin(told, asked.request, name))) return beginMaking()
      const twin = await withEnd(() => kept.byName(name))
      if (twin && !(await isGivenUp(twin))) return come(twin)
      if (twin) await kept.leave(twin.head.id)
    }
  }

  /** Nobody came back to it in time after its process had died. */
  async function isGivenUp(row: KeptTurn): Promise<boolean> {
    return !row.outcome && now() - row.touchedAt > keptForMs && !(await isMade(row))
  }

  /** With its end, where this process has yet to write it. */
  async function withEnd(look: () => Promise<KeptTurn | undefined>): Promise<KeptTurn | undefined> {
    const row = await look()
    if (!row || row.outcome || !owed.has(row.head.id)) return row
    await owed.pay(row.head.id)
    return look()
  }

  return {
    /** A turn that is running for an equal call of this key, or a new one. */
    async ask(asked: AskedTurn, mayBegin: () => Promise<void>): Promise<FollowedTurn> {
      const { name = hash('sha256', JSON.stringify([asked.key, asked.body]), 'base64') } = asked
      const twin = running.get(name)
      if (twin) return twin
      await mayBegin()
      const since = running.get(name)
      if (since) return since
      const turn = asked.isKept ? beginKept(asked, name) : Promise.resolve(begin(asked).beginMaking())
      running.set(name, turn)
      const over = () => void running.delete(name)
      turn.then(({ end }) => end).then(over, over)
      return turn
    },
    /** The turn of this name that runs, or ran and was answered. */
    async named(name: string): Promise<FollowedTurn | undefined> {
      const here = running.get(name)
      if (here) return here
      const row = await withEnd(() => kept.byName(name))
      return row && !(await isGivenUp(row)) ? come(row) : undefined
    },
    /** A turn of this key that runs, here or elsewhere, or ended not long ago. */
    async find(id: string, key: string): Promise<FollowedTurn | undefined> {
      const here = known.find(id)
      if (here) return here.turn.key === key ? here.turn : undefined
      const row = await withEnd(() => kept.find(id))
      return row && row.head.key === key && !(await isGivenUp(row)) ? come(row) : undefined
    },
    close,
  }
}
