import type { Log } from '../lib/log.ts'
import type { Deed } from '../model/called-by.ts'
import type { OfPlace } from '../model/context.ts'
import { orderKey } from '../model/key.ts'
import type { InboundMessage, Place, PlatformId } from '../model/message.ts'
import type { Store } from '../store/index.ts'
import { type Binding, hearsAll, wholeOf } from '../store/places.ts'
import { asMeant, type Meant, needsCalledBy } from './called.ts'

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
  /** As that agent takes it. */
  message: InboundMessage
  /** A program that the agent names said it. */
  byProgram?: true
  /** An emoji that has something done, and asks nothing. */
  does?: Deed
  /** Undefined: the agent is not meant. */
  wants: 'answer' | 'listen' | undefined
  /** Everything said here would be heard, but the place has not been told so. */
  untold?: Place
  /** The talk the agent takes part in by it, meant or not: the one it is bound to hear, else the thread it is in. */
  hears: Place | undefined
  /** How far the agent looks around a message there, and what it reads, where the place says so. */
  looks?: OfPlace
}

/** Places, narrowest first, of an installation; what is bound to all of that counts last. */
type Where = Pick<InboundMessage, 'platform' | 'installation' | 'to'> & { within: readonly string[] }

/** Why nobody answers: the installation is none of ours, the person is blocked, or there is no agent. */
export type Nobody = 'unserved' | 'blocked' | 'noAgent' | 'noSuchAgent'

export function createAddressing({ store, channelMode, log }: AddressingParts) {
  async function accountOf(platform: PlatformId, installation: string): Promise<string | undefined> {
    const standing = await store.places.standingOf(platform, installation)
    if (standing?.status === 'approved') return standing.account
    if (!standing) log.warn({ platform, installation }, 'an event of an unknown installation')
    return undefined
  }

  /** Whoever is blocked is told so alone, where something was promised to them. */
  async function isBlocked(account: string, uid: string): Promise<boolean> {
    const blocked = await store.roles.isBlocked(account, uid)
    if (blocked) log.info({ account, uid }, 'somebody who is blocked was not answered')
    return blocked
  }

  async function own(account: string, agent: string): Promise<string | undefined> {
    return (await store.agents.live(agent))?.account === account ? agent : undefined
  }

  /** Which agent there is in these places, and what it does with what is not said to it. */
  async function hearerAt(account: string, { within, to, ...of }: Where) {
    const binding = await store.places.bindingOf([...within, wholeOf(of)], account)
    const agent = binding?.agent ?? (await (to === undefined ? store.accounts.defaultAgent(account) : own(account, to)))
    return { binding, agent, mode: binding?.mode ?? channelMode }
  }

  /** The place that would have to be told first: the channel, or what is bound in it. Undefined where nothing is to be told. */
  async function untoldOf(
    { within, addressed }: InboundMessage,
    agent: string,
    mode: Binding['mode'],
    bound: string | undefined,
  ): Promise<Place | undefined> {
    const channel = within.at(-2)
    if (!hearsAll(mode) || addressed === 'direct' || channel === undefined) return undefined
    const place = within.slice(0, -2).find((one) => one === bound) ?? channel
    const row = await store.listening.at(place)
    return row?.state === 'told' && row.agent === agent && row.mode === mode ? undefined : place
  }

  /** What the agent does with a message; `inThread`: it has answered in its thread before. */
  async function wantsOf(
    message: InboundMessage,
    mode: Binding['mode'],
    inThread: boolean,
    isBound: boolean,
  ): Promise<Addressee['wants']> {
    if (message.program) return undefined
    if (isCalled(message) || (await isToAnswer(message))) return 'answer'
    if (message.addressed === 'none' && mode === 'all') return 'answer'
    if (message.addressed === 'none' && mode === 'thread' && inThread && (await goesOn(message, isBound)))
      return 'answer'
    return mode === 'listen' ? 'listen' : undefined
  }

  const isToAnswer = async ({ addressed, repliesTo }: InboundMessage): Promise<boolean> =>
    addressed === 'none' && repliesTo !== undefined && (await store.turns.byRef(repliesTo)) !== undefined

  /** People who talk to each other in a thread that the agent takes part in are left in peace. */
  async function goesOn(message: InboundMessage, isBound: boolean): Promise<boolean> {
    const { repliesTo, talk, thread, root, eventId, author } = message
    if (repliesTo) return false
    return store.said.goesOn({ talk: isBound ? talk : thread!, ...(root && { root }), eventId, uid: author.uid })
  }

  /** The agent that it is near to: of what is bound there, else the one that takes part in its thread. */
  async function nearestTo(told: InboundMessage, account: string) {
    const { thread, beginsThread } = told
    const found = isNamed(told)
      ? { binding: undefined, agent: await own(account, told.to), mode: channelMode }
      : await hearerAt(account, told)
    const { binding, agent: here, mode: asked } = found
    const isOld = thread !== undefined && !beginsThread
    const joined = isOld ? await store.places.agentIn(thread, account) : undefined
    return { binding, here, asked, joined, agent: binding?.agent ?? joined ?? here }
  }

  async function meantFor(told: InboundMessage, agent: string): Promise<Meant> {
    if (!needsCalledBy(told)) return { message: told }
    return asMeant(told, (await store.agents.live(agent))?.document.calledBy)
  }

  return {
    isBlocked,

    /** Undefined for an installation that is not there, or not any more, or not approved: nothing of it is kept. */
    accountOf,

    /** The agent that a person finds in these places. */
    async agentAt(account: string, where: Where): Promise<string | undefined> {
      return (await hearerAt(account, where)).agent
    },

    hearerAt,

    /** The one place where somebody of a platform becomes the person whose turns they are: they may have several uids. */
    async keyOf(account: string, agent: string, uid: string): Promise<string> {
      return orderKey(account, agent, await store.personLinks.personOf(account, uid))
    },

    async addressee(told: InboundMessage): Promise<Addressee | Nobody> {
      const account = await accountOf(told.platform, told.installation)
      if (account === undefined) return 'unserved'
      if (await isBlocked(account, told.author.uid)) return 'blocked'
      const { binding, here, asked, joined, agent } = await nearestTo(told, account)
      if (!agent) return noAgentFor(told)
      const { message, byProgram, isNothing, does } = await meantFor(told, agent)
      if (isNothing) return { account, agent, message, wants: undefined, hears: undefined }
      if (message.author.uid !== told.author.uid && (await isBlocked(account, message.author.uid))) return 'blocked'
      const untold = here && (await untoldOf(message, here, asked, binding?.place))
      const hearsHere = !hearsAll(asked) || (agent === here && untold === undefined)
      // Where nobody was told that everything is heard it is not.
      const mode = hearsHere ? asked : asked === 'all' ? 'thread' : 'mention'
      const inThread = joined !== undefined
      const isBound = binding !== undefined && (hearsHere || isCalled(message))
      const wants = await wantsOf(message, mode, inThread, isBound)
      const hears = heardOf(message, { isBound, inThread: inThread || wants !== undefined })
      const more = { ...moreOf({ byProgram, does }), looks: looksOf(binding), ...(untold && { untold }) }
      return { account, agent, message, wants, hears, ...more }
    },
  }
}

const moreOf = ({ byProgram, does }: { byProgram: true | undefined; does: Deed | undefined }) => ({
  ...(byProgram && { byProgram }),
  ...(does && { does }),
})

const looksOf = ({ context, reads }: Partial<Binding> = {}): OfPlace => ({
  ...(context && { reach: context }),
  ...(reads && { reads: JSON.parse(reads) }),
})

/** Whoever takes one answer and no more may say of whom. */
const isNamed = (told: InboundMessage): told is InboundMessage & { to: string } =>
  told.once === true && told.to !== undefined

const noAgentFor = (told: InboundMessage): Nobody => (isNamed(told) ? 'noSuchAgent' : 'noAgent')

/** Whoever names the agent wants an answer, also where it only listens to the others. */
export const isCalled = ({ addressed }: Pick<InboundMessage, 'addressed'>): boolean =>
  addressed === 'direct' || addressed === 'mention'

/** Of which talk the agent hears: all of the place it is bound to, else the thread it takes part in; of a direct message none. */
function heardOf(message: InboundMessage, { isBound, inThread }: { isBound: boolean; inThread: boolean }) {
  if (message.addressed === 'direct') return undefined
  if (isBound) return message.talk
  return inThread ? message.thread : undefined
}
