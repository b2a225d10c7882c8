import { createWebhooks } from '../../src/engine/webhooks/index.ts'

/** For agents that have none. */
export const noWebhooks = createWebhooks({
  send: async () => {
    throw new Error('there is nobody to call')
  },
})
