import { AppError } from '../lib/errors.ts'
import { createPersonState, declarationOf, usualStateLimits, writtenBy } from '../lib/person-state.ts'
import { orderKey } from '../model/key.ts'
import type { StateLimits } from '../model/state.ts'
import type { Store } from '../store/index.ts'
import type { Actor } from './actor.ts'
import type { Audit } from './audit.ts'
import { change } from './change.ts'
import { state as words } from './commands/words/index.ts'

/** Of whom, with which agent. */
export interface StateOf {
  agent: string
  /** The uid by which they are named. */
  person: string
}

/** What an agent keeps of a person, as admins change it. */
export interface PersonStates {
  /** 400 `invalid_value` where the agent or a limit refuses it. */
  set(of: StateOf, name: string, value: string, by: Actor): Promise<void>
  /** State and what was noted of them; what was said is still remembered. */
  clear(of: StateOf, by: Actor): Promise<void>
  /** Everything with which the agent goes on with them, so that it begins anew. */
  reset(of: StateOf, by: Actor): Promise<void>
}

const maxKey = 100

export interface PersonStatesParts {
  store: Store
  audit: Audit
  stateLimits?: StateLimits | undefined
}

export function createPersonStates({ store, audit, stateLimits = usualStateLimits }: PersonStatesParts): PersonStates {
  async function keyOf({ agent, person }: StateOf, { account }: Actor): Promise<string> {
    return orderKey(account, agent, await store.personLinks.personOf(account, person))
  }

  return {
    async set(of, name, value, by) {
      const { agent, person } = of
      if (name.length > maxKey) throw new AppError('invalid_value', words.keyTooLong(maxKey))
      const key = await keyOf(of, by)
      const { document } = (await store.agents.live(agent))!
      const kept = createPersonState(document, await store.people.stateWithWriters(key), stateLimits)
      const refused = kept.refusal(name, value, 'admin')
      if (refused) {
        const declaration = declarationOf(document.agent.state ?? {}, name)
        throw new AppError('invalid_value', words.refused(refused, name, declaration, stateLimits))
      }
      // The value is the person's, and may be private: the log has only its name.
      const steps = store.people.setSteps(key, writtenBy('admin', { [name]: value }))
      await change(audit, by, { action: 'state.set', agent, summary: `${person}: ${name}` }, steps)
    },

    async clear(of, by) {
      const key = await keyOf(of, by)
      // What was noted of the person goes too, and not the summaries of what was said.
      const steps = [store.people.clearStateStep(key), store.lasting.forgetStep(key, '')]
      await change(audit, by, { action: 'state.clear', agent: of.agent, summary: of.person }, steps)
    },

    async reset(of, by) {
      const key = await keyOf(of, by)
      const { people, lasting, scenarios, conversationFiles, toolApprovals, standingApprovals, timers, handovers } =
        store
      const steps = [
        people.clearStateStep(key),
        people.clearMemoryStep(key),
        lasting.clearStep(key),
        scenarios.clearStep(key),
        toolApprovals.forgetStep(key),
        standingApprovals.forgetStep(key),
        handovers.forgetStep(key),
        timers.clearStep(key),
        ...conversationFiles.forgetPersonSteps(key),
      ]
      await change(audit, by, { action: 'person.reset', agent: of.agent, summary: of.person }, steps)
    },
  }
}
