/**
 * The order key of one person with one agent: turns of one key run one at a time. The agent comes first, so that all keys
 * of an agent are one range; neither its id nor the account's holds a slash, so a uid can hold anything.
 */
export function orderKey(account: string, agent: string, uid: string): string {
  return `${agent}/${account}/${uid}`
}

export function readOrderKey(key: string): { agent: string; account: string; uid: string } {
  const [agent, account] = key.split('/', 2) as [string, string]
  return { agent, account, uid: key.slice(agent.length + account.length + 2) }
}

/** The range of all keys of an agent: `from <= key < to`. */
export function keysOfAgent(agent: string): { from: string; to: string } {
  // '0' is the character after '/'.
  return { from: `${agent}/`, to: `${agent}0` }
}
