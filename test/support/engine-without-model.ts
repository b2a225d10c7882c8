import { createEngine, type Engine } from '../../src/engine/converse.ts'
import { usualStateLimits } from '../../src/lib/person-state.ts'
import type { Store } from '../../src/store/index.ts'
import { noWebhooks } from './no-webhooks.ts'

/** What an agent answers by its rules and scenarios alone: the first of several sentences, no knowledge, and a fault where a model is asked. */
export const engineWithoutModel = (store: Store, now: () => number = Date.now): Engine =>
  createEngine({
    store,
    llm: {
      model: () => undefined,
      stream: () => {
        throw new Error('no model is asked')
      },
    },
    find: async () => ({ hits: [] }),
    memoryItems: 10,
    levels: [35, 50, 65, 80],
    webhooks: noWebhooks,
    state: usualStateLimits,
    now,
    random: () => 0,
  })
