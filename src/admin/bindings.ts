import { AppError } from '../lib/errors.ts'
import { sayPlaceReads } from '../model/context.ts'
import type { Place } from '../model/message.ts'
import type { Store } from '../store/index.ts'
import type { Binding } from '../store/places.ts'
import type { Step } from '../store/statement.ts'
import type { Actor } from './actor.ts'
import type { Audit } from './audit.ts'
import { change } from './change.ts'
import { places as words } from './commands/words/index.ts'
import type { Reach } from './commands/words/places.ts'
import { logLine } from './log-lines.ts'

/** Where a binding stands, and how far it reaches: all of a workspace or server, or of the organisation that those are in. */
export interface BoundPlace {
  place: Place
  reach: Reach
}

/** Which agent answers in a place, of an account. */
export interface Bindings {
  /** Of this very place. */
  at(account: string, place: Place): Promise<Binding | undefined>
  /** `more` is done with it. */
  bind(
    where: BoundPlace,
    wanted: Pick<Binding, 'agent' | 'mode' | 'context' | 'reads'>,
    by: Actor,
    more?: readonly Step[],
  ): Promise<{ before: Binding | undefined; after: Binding }>
  /** 404 `not_bound`. */
  unbind(where: BoundPlace, by: Actor): Promise<Binding>
}

export function createBindings({ store, audit }: { store: Store; audit: Audit }): Bindings {
  const { places } = store

  async function at(account: string, place: Place): Promise<Binding | undefined> {
    const binding = await places.at(place)
    return binding?.account === account ? binding : undefined
  }

  return {
    at,

    async bind({ place, reach }, wanted, by, more = []) {
      const before = await at(by.account, place)
      const after = { place, account: by.account, ...wanted, bound_by: by.author, bound_at: null }
      const summary = logLine('agent.use', {
        ...{ place: `${reach} ${place}`, before: toldBinding(before), after: toldBinding(after) },
      })
      const entry = { action: 'agent.use', agent: wanted.agent, summary }
      await change(audit, by, entry, [places.bindStep(after), ...more])
      return { before, after }
    },

    async unbind({ place, reach }, by) {
      const before = await at(by.account, place)
      if (!before) throw new AppError('not_bound', words.notBound(reach), { status: 404 })
      const summary = logLine('agent.unuse', { place: `${reach} ${place}`, before: toldBinding(before) })
      const entry = { action: 'agent.unuse', agent: before.agent, summary }
      await change(audit, by, entry, [places.unbindStep(place)])
      return before
    },
  }
}

/** As the log of changes tells it. */
export function toldBinding(binding: Binding | null | undefined): string {
  if (!binding) return 'nothing'
  const { agent, mode, context, reads } = binding
  const more = [...(context ? [`context ${context}`] : []), ...(reads ? [sayPlaceReads(JSON.parse(reads))] : [])]
  return `${agent} (${[mode, ...more].join(', ')})`
}
