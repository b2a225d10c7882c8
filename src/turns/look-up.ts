import type { Find } from '../engine/knowledge/find.ts'
import { lookUp } from '../engine/knowledge/look-up.ts'
import type { Payer } from '../model/budget.ts'
import type { FoundPassage } from '../model/knowledge.ts'
import type { Store } from '../store/index.ts'
import { paidBy, payerOf } from './spending/meter.ts'

/** What a person looks up without asking; whoever looks pays for what it takes to compare meanings. */
export type LookUp = (
  payer: Payer,
  text: string,
  most: number,
  signal: AbortSignal,
) => Promise<FoundPassage[] | undefined>

export const createLookUp =
  ({ store, find }: { store: Pick<Store, 'agents'>; find: Find }): LookUp =>
  async (payer, text, most, signal) => {
    const live = await store.agents.live(payer.agent)
    return live && paidBy(payerOf(payer, live), () => lookUp(live, text, most, { find, signal }))
  }
