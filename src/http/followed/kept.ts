import type { AppError } from '../../lib/errors.ts'
import type { ConversationRequest } from '../../model/conversation.ts'
import { orderKey } from '../../model/key.ts'
import { followedContext, type Secrets } from '../../ports/secrets.ts'
import type { FollowedTurnRow } from '../../store/followed-turns.ts'
import type { Store } from '../../store/index.ts'
import type { TurnEnd, TurnHead } from './following.ts'

/** A turn as far as readers may have it. */
interface Told {
  head: TurnHead
  isHtml: boolean
  isNamed: boolean
  pieces: readonly string[]
}

export type Outcome = { end: TurnEnd } | { error: KeptError }
type KeptError = Pick<AppError, 'code' | 'say' | 'status' | 'faults'> & { retryAfterMs?: number }

export interface KeptTurn extends Told {
  /** With whom it is, in the order of their turns. */
  person: string
  holder: string
  touchedAt: number
  isCalled: boolean
  isCancelled: boolean
  /** Absent once it has ended, as the outcome is until then. */
  request: ConversationRequest | undefined
  outcome: Outcome | undefined
}

export type Kept = ReturnType<typeof createKept>

/** What is kept of turns for whoever comes back to them, here or elsewhere. What was said is sealed. */
export function createKept(store: Pick<Store, 'followedTurns'>, secrets: Secrets, holder: string) {
  const rows = store.followedTurns
  const sealed = (id: string, what: unknown) => secrets.seal(JSON.stringify(what), followedContext(id))
  const opened = (id: string, text: string) => JSON.parse(secrets.open(text, followedContext(id)))
  const told = ({ head, isHtml, isNamed, pieces }: Told) => sealed(head.id, { head, isHtml, isNamed, pieces })

  function read({ id, key, told, request, outcome, called, cancelled, holder, touched_at }: FollowedTurnRow): KeptTurn {
    return {
      ...(opened(id, told) as Told),
      ...{ person: key, holder, touchedAt: touched_at, isCalled: called === 1, isCancelled: cancelled === 1 },
      request: request === null ? undefined : opened(id, request),
      outcome: outcome === null ? undefined : opened(id, outcome),
    }
  }

  return {
    /** False: an equal call runs by then. */
    begin(of: Told, { thirdPartyToken, ...request }: ConversationRequest, name: string): Promise<boolean> {
      const { id, key: asker } = of.head
      const key = orderKey(request.account, request.agent, request.uid ?? '')
      // Such a token is stored nowhere: nobody else could make the answer with it.
      const called = thirdPartyToken === undefined ? 0 : 1
      return rows.begin({ id, key, asker, name, holder, called, request: sealed(id, request), told: told(of) })
    },
    async find(id: string): Promise<KeptTurn | undefined> {
      const row = await rows.find(id)
      return row && read(row)
    },
    /** The turn of an equal call. */
    async byName(name: string): Promise<KeptTurn | undefined> {
      const row = await rows.byName(name)
      return row && read(row)
    },
    leave: rows.leave,
    cancel: rows.cancel,
    /** False, here and below: another process has taken it over. */
    grow: (of: Told) => rows.grow({ id: of.head.id, holder }, told(of)),
    called: (id: string) => rows.called({ id, holder }),
    /** `keepsName`: whoever asks by the same name is told the same, also after the end. */
    end: (of: Told, outcome: Outcome, keepsName: boolean) =>
      rows.end({ id: of.head.id, holder }, { told: told(of), outcome: sealed(of.head.id, outcome), keepsName }),
    takeOver: ({ head, holder: from }: KeptTurn) => rows.takeOver({ id: head.id, holder: from }, holder),
  }
}
