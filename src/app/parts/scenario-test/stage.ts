import { createEngine, type EngineParts } from '../../../engine/converse.ts'
import { milliseconds } from '../../../engine/scenario/duration.ts'
import { createWebhooks } from '../../../engine/webhooks/index.ts'
import { AppError } from '../../../lib/errors.ts'
import { writtenBy } from '../../../lib/person-state.ts'
import type { AgentVersion } from '../../../model/agent.ts'
import type { ConversationRequest, Final } from '../../../model/conversation.ts'
import type { ScenarioProgress } from '../../../model/scenario.ts'
import { emptyTalk, type Talk } from '../../../model/talk.ts'
import type { Approval } from '../../../model/tools.ts'
import { talkAfter } from '../talk.ts'
import type { ConversationTest, TestTurn } from './format.ts'
import { type Called, calledWith, stubModel, stubWebhooks } from './stubs.ts'
import { type Entered, waysTaken } from './ways.ts'

export interface StageParts extends Pick<EngineParts, 'find' | 'memoryItems' | 'levels' | 'state'> {
  agent: AgentVersion
}

/** What became of one turn. */
export interface TurnOutcome {
  utterance: string
  /** Undefined when nothing at all could answer. */
  final: Final | undefined
  error: AppError | undefined
  called: Called[]
  /** Where the scenario waits now. */
  standing: ScenarioProgress | undefined
  entered: Entered[]
  /** The ways it took, by `nameOf`. */
  ways: string[]
}

/** One person's conversation with an agent, on the real engine: only the model, the webhooks and the clock are the test's. */
export interface Stage {
  /** Lets time pass: `30m`. */
  advance(duration: string): void
  say(utterance: string): Promise<TurnOutcome>
  /** Somebody decides on what was asked last, or nobody does in time. */
  decide(state: Decided): Promise<TurnOutcome>
}

export type Decided = NonNullable<TestTurn['approval']>

/** Monday morning. */
const firstMoment = Date.UTC(2027, 0, 4, 9)
const conversation = 'test'
let stages = 0

/** Nothing of it is kept anywhere: what the conversation has come to, and what was asked in it, is in the stage alone. */
export function createStage(parts: StageParts, test: Omit<ConversationTest, 'test' | 'turns'>): Stage {
  const { agent, find, memoryItems, levels, state } = parts
  // An account of its own: nobody knows what others have said.
  const account = `test-${++stages}`
  let time = firstMoment
  let utterance = ''
  let called: Called[] = []
  let talk: Talk = { ...emptyTalk, state: writtenBy('caller', test.state) }
  let asked: Approval | undefined
  const llm = stubModel(test.stub, () => utterance)
  const webhooks = createWebhooks({ send: stubWebhooks(test.stub, (call) => called.push(call)) })
  const kept: EngineParts['store'] = {
    agents: { version: async () => agent },
    people: { stateWithWriters: async () => talk.state, memory: async (_, __, limit) => talk.memory.slice(-limit) },
    scenarios: { progress: async () => talk.progress ?? undefined },
    toolApprovals: { of: async (_, id) => (asked?.id === id ? asked : undefined), standing: async () => undefined },
  }
  const now = () => time
  const engine = createEngine({ store: kept, find, memoryItems, levels, state, llm, webhooks, now, random: () => 0 })

  async function converse(request: ConversationRequest): Promise<Final> {
    const run = { signal: new AbortController().signal, beforeCall: async () => {} }
    for await (const event of engine.converse(request, agent, run)) if (event.kind === 'final') return event
    throw new Error('the engine ended without a final answer')
  }

  return {
    advance(duration) {
      time += milliseconds(duration)
    },

    say: (text) => turn(text),

    async decide(state) {
      if (asked?.state === 'asked') asked = { ...asked, state }
      return turn(state, asked?.id ?? 'nothing')
    },
  }

  async function turn(text: string, approval?: string): Promise<TurnOutcome> {
    utterance = text
    called = []
    const before = talk.progress ?? undefined
    const request = {
      account,
      agent: agent.id,
      uid: test.uid,
      conversation,
      door: 'http',
      utterance,
      mayAsk: 'person',
    } as const
    const decides = approval === undefined ? {} : { approval }
    const answered = await converse({ ...request, ...decides, ...(test.locale && { locale: test.locale }) }).catch(
      (error) => {
        if (error instanceof AppError) return error
        throw error
      },
    )
    if (answered instanceof AppError) {
      return { utterance, final: undefined, error: answered, called, standing: before, entered: [], ways: [] }
    }
    const { effects, trace } = answered
    talk = talkAfter(talk, effects)
    if (asked && effects.withdrawn?.includes(asked.id)) asked = { ...asked, state: 'withdrawn' }
    if (effects.asks) asked = { ...effects.asks, state: 'asked', result: null }
    for (const { webhook: name, event } of effects.calls) {
      const webhook = agent.document.webhooks.find((one) => one.name === name)
      if (webhook) called.push(calledWith({ webhook, event }))
    }
    const taken = waysTaken(agent.document.scenarios, trace)
    return { utterance, final: answered, error: undefined, called, standing: talk.progress ?? undefined, ...taken }
  }
}
