import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, byKey } from '../../admin/actor.ts'
import { patienceMs } from '../asked.ts'
import type { Caller } from '../callers.ts'
import { interrupted } from '../calls.ts'
import { createFollowing, type FollowedTurn, type TurnEnd, type TurnHead } from '../followed/following.ts'
import type { FollowedTurns } from '../followed/running.ts'
import type { Idempotent } from '../idempotency.ts'

/** How a turn was answered, as it is kept for whoever asks the same again. */
interface Ended {
  head: TurnHead
  end: TurnEnd
}

/**
 * With an `Idempotency-Key` the same request is one turn for a day: whoever sends it again is told its end, whole or streamed. It is made
 * whoever leaves meanwhile; what failed or was cut off is tried anew.
 */
export function createOnce(idempotent: Idempotent, turns: Pick<FollowedTurns, 'named'>) {
  return async (
    ask: (name?: string) => Promise<FollowedTurn>,
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    person: string,
  ): Promise<FollowedTurn> => {
    if (request.headers['idempotency-key'] === undefined) return ask()
    // Its stream begins long before there is an answer to keep.
    const asked = Promise.withResolvers<FollowedTurn>()
    const told = async (turn: FollowedTurn): Promise<Ended> => {
      const leave = turn.follow(false)
      asked.resolve(turn)
      try {
        const end = await turn.end
        if (end.broken) throw interrupted()
        return { head: { id: turn.id, key: caller.key, model: turn.model, at: turn.at }, end }
      } finally {
        leave()
      }
    }
    const run = async ({ nonce }: Actor) => told(await ask(nonce!))
    const join = async (name: string) => {
      const turn = await turns.named(name)
      if (!turn) return undefined
      reply.header('idempotency-replayed', 'true')
      return told(turn)
    }
    const answered = idempotent(request, byKey(caller), run, { person, join, patienceMs })
    answered.then(({ answer, isReplayed }) => {
      if (!isReplayed) return
      reply.header('idempotency-replayed', 'true')
      asked.resolve(ended(answer as Ended))
    }, asked.reject)
    return asked.promise
  }
}

function ended({ head, end }: Ended): FollowedTurn {
  const following = createFollowing(head)
  if (end.text !== '') following.add(end.text)
  following.end(end)
  return following.turn
}
