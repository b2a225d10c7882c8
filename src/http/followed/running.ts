import { createHash } from 'node:crypto'
import { timeOrderedId } from '../../lib/ids.ts'
import type { AgentVersion } from '../../model/agent.ts'
import type { ConversationRequest } from '../../model/conversation.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { keptForMs } from '../../store/followed-turns.ts'
import { type ComingParts, createComing } from './coming.ts'
import { createFollowing, type FollowedTurn } from './following.ts'
import { createKept, type KeptTurn } from './kept.ts'
import { createKnown } from './known.ts'

export interface AskedTurn {
  request: ConversationRequest
  agent: AgentVersion
  key: string
  model: string
  /** What was sent, for telling a retry from another question. */
  body: unknown
  /** Whoever follows it may come back to it, also at another process, and also where this one dies. */
  isKept: boolean
}

export interface FollowedTurnsParts extends Omit<ComingParts, 'kept' | 'known'> {
  secrets: Secrets
  now: () => number
}

export type FollowedTurns = ReturnType<typeof createFollowedTurns>

/**
 * The turns of OpenAI's protocol. Its SDK repeats a call without a word that it does, so equal calls of one key are one turn as long as
 * that runs.
 */
export function createFollowedTurns(parts: FollowedTurnsParts) {
  const { store, secrets, now } = parts
  const { holder, isAlive } = parts.processes
  const kept = createKept(store, secrets, holder)
  const known = createKnown()
  const { make, come, close } = createComing({ ...parts, kept, known })
  const running = new Map<string, Promise<FollowedTurn>>()

  function begin({ request, agent, key, model, isKept }: AskedTurn) {
    const isHtml = agent.document.agent.autoResponseSettings?.shouldUseHtmlResponse === true
    const head = { id: timeOrderedId(now()), key, model, at: now() }
    const following = createFollowing(head)
    const beginMaking = () => {
      known.know(following)
      make(following, { request, isHtml, isKept })
      return following.turn
    }
    return { following, told: { head, isHtml, pieces: [] }, beginMaking }
  }

  /** A new turn that is kept, or the one that an equal call has begun in another process. */
  async function beginKept(asked: AskedTurn, name: string): Promise<FollowedTurn> {
    const { following, told, beginMaking } = begin(asked)
    for (;;) {
      if (await known.make(following, () => kept.begin(told, asked.request, name))) return beginMaking()
      const twin = await kept.byName(name)
      if (twin && !(await isGivenUp(twin))) return come(twin)
      if (twin) await kept.leave(twin.head.id)
    }
  }

  /** Nobody came back to it in time after its process had died. */
  async function isGivenUp({ outcome, touchedAt, holder: by }: KeptTurn): Promise<boolean> {
    return !outcome && now() - touchedAt > keptForMs && by !== holder && !(await isAlive(by))
  }

  /** The turn that is running here for an equal call of this key. */
  const twinOf = (asked: AskedTurn) => running.get(nameOf(asked))

  return {
    twinOf,
    /** A turn that is running for an equal call of this key, or a new one. */
    async ask(asked: AskedTurn, mayBegin: () => Promise<void>): Promise<FollowedTurn> {
      const name = nameOf(asked)
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
    /** A turn of this key that runs, here or elsewhere, or ended not long ago. */
    async find(id: string, key: string): Promise<FollowedTurn | undefined> {
      const here = known.find(id)
      if (here) return here.turn.key === key ? here.turn : undefined
      const row = await kept.find(id)
      return row && row.head.key === key && !(await isGivenUp(row)) ? come(row) : undefined
    },
    close,
  }
}

const nameOf = ({ key, body }: AskedTurn): string =>
  createHash('sha256')
    .update(JSON.stringify([key, body]))
    .digest('base64')
