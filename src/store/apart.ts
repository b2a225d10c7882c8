/**
 * The account of the playground, whose people own it and nothing else: what they make, say and issue keys for reaches no other
 * account, and nothing of another reaches them. No account that is made can have such an id.
 */
export const playgroundAccount = '@playground'

/**
 * The id in the whole deployment of the agent that is called so in an account. Those of the playground end in a mark that no other
 * id can have, which people there need not write: each agent folder is an agent of the first account and another one of theirs.
 */
export function agentIdIn(account: string, name: string): string {
  return account === playgroundAccount && !name.endsWith(playgroundAccount) ? name + playgroundAccount : name
}

/** The account of an agent by its id alone: that of the playground, or one of the others. */
export function isOfPlayground(agent: string): boolean {
  return agent.endsWith(playgroundAccount)
}

/** What an agent is called in its account. */
export function agentNameOf(id: string): string {
  return isOfPlayground(id) ? id.slice(0, -playgroundAccount.length) : id
}
