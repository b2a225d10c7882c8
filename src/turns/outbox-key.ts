import type { Target } from '../store/outbox.ts'

/** No order key begins so: an agent's id holds no colon. */
const prefix = 'outbox:'

/** What the queue is rung with when a webhook has something to send. An agent's id holds no slash, so a name can hold anything. */
export function outboxKey({ agent, webhook }: Target): string {
  return `${prefix}${agent}/${webhook}`
}

/** Undefined: the key is of something else. */
export function readOutboxKey(key: string): Target | undefined {
  if (!key.startsWith(prefix)) return undefined
  const slash = key.indexOf('/')
  return { agent: key.slice(prefix.length, slash), webhook: key.slice(slash + 1) }
}
