import type { Store } from '../store/index.ts'
import type { createApprovalCards } from './approval-cards.ts'

interface WithdrawnParts {
  store: Store
  cards: Pick<ReturnType<typeof createApprovalCards>, 'settle'>
  /** Shows what a turn's messages owe; not waited for. */
  pay(turnId: string): void
}

/** What was asked for is not waited for any more: no button looks alive that does nothing. */
export function createWithdrawn({ store, cards, pay }: WithdrawnParts) {
  return async (ids: readonly string[]): Promise<void> => {
    for (const row of await Promise.all(ids.map((id) => store.toolApprovals.byId(id)))) {
      if (row?.state !== 'withdrawn') continue
      const card = await cards.settle(row, { over: 'withdrawn' })
      // An answer that is taken away has no buttons.
      const asking = (await store.turns.byId(row.turn))?.answer ? [row.turn] : []
      const presses = asking.map((id) => ({ ...store.turns.pressStep(id, -1), guard: false }))
      await store.db.batch([...presses, ...card.steps])
      for (const turn of [...asking, ...card.turns]) pay(turn)
    }
  }
}
