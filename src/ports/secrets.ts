/** Secrets at rest. `context` says what a secret belongs to: what was sealed for one thing cannot be opened as another. */
export interface Secrets {
  seal(text: string, context: string): string
  /** Throws an `AppError` `secret_unreadable` when the key it was sealed with is not at hand. */
  open(sealed: string, context: string): string
}

/** The context of the secrets that sign an account's events. */
export function eventSecretContext(account: string): string {
  return `events:${account}`
}

/** The context of the secrets of an agent's webhooks. */
export function secretContext(agent: string): string {
  return `agent:${agent}`
}
/** Of the answer of a call that may be repeated, and of a turn that readers may come back to. */
export const callContext = ({ account, key }: { account: string; key: string }): string => `call/${account}/${key}`
export const followedContext = (id: string): string => `followed/${id}`
