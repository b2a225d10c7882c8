import type { Log } from '../log.ts'
import type { InboundMessage, Place, Platform } from '../model/message.ts'
import type { Store } from '../store/index.ts'
import type { Binding } from '../store/places.ts'

export interface AddressingParts {
  store: Store
  /** How the agent behaves in channels that are bound to nothing. */
  channelMode: Binding['mode']
  log: Log
}

/** Whose a message is, which agent it is near to, and what that one does with it. */
export interface Addressee {
  account: string
  agent: string
  /** Undefined: the agent is not meant. */
  wants: 'answer' | 'listen' | undefined
  /** The talk the agent takes part in by it, meant or not: the one it is bound to hear, else the thread it is in. */
  hears: Place | undefined
}

export function createAddressing({ store, channelMode, log }: AddressingParts) {
  async function accountOf(platform: Platform, installation: string): Promise<string | undefined> {
    const account = await store.places.accountOf(platform, installation)
    if (account === undefined) log.warn({ platform, installation }, 'an event of an unknown installation')
    return account
  }

  return {
    /** Undefined for an installation that is not there, or not any more. */
    accountOf,

    /** The agent that a person finds in these places. */
    async agentAt(account: string, within: readonly Place[]): Promise<string | undefined> {
      return (await store.places.bindingOf(within, account))?.agent ?? (await store.accounts.defaultAgent(account))
    },

    async addressee(message: InboundMessage): Promise<Addressee | undefined> {
      const { addressed } = message
      const account = await accountOf(message.platform, message.installation)
      if (account === undefined) return undefined
      const binding = await store.places.bindingOf(message.within, account)
      const mode = binding?.mode ?? channelMode
      const joined = message.thread && (await store.places.agentIn(message.thread, account))
      const agent = binding?.agent ?? joined ?? (await store.accounts.defaultAgent(account))
      if (!agent) return undefined
      // Whoever names the agent wants an answer, also where it only listens to the others.
      const isCalled = addressed === 'direct' || addressed === 'mention'
      const isFollowed = addressed === 'none' && (mode === 'all' || (mode === 'thread' && joined !== undefined))
      const wants = isCalled || isFollowed ? 'answer' : mode === 'listen' ? 'listen' : undefined
      const inThread = joined !== undefined || wants !== undefined ? message.thread : undefined
      const hears = addressed === 'direct' ? undefined : binding ? message.talk : inThread
      return { account, agent, wants, hears }
    },
  }
}
