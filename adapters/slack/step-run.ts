import { languageOf, type Texts } from '../../src/lib/language.ts'
import { type InboundMessage, type Place, withLinks } from '../../src/model/message.ts'
import type { Inbox } from '../../src/ports/channel.ts'
import type { Event } from './payloads.ts'
import { workspacePlace } from './places.ts'
import { type Steps, stepPlace } from './steps.ts'
import { timeOf, uidOf } from './told.ts'
import { words } from './words/index.ts'

/** The step of the manifest. */
export const ASK_AGENT = 'ask_agent'

/** A workflow has come to the step, and waits for its end. */
export interface StepRun {
  team: string
  execution: string
  token: string
  /** What is asked; or why nothing can be. */
  asks: { message: InboundMessage } | { why: Texts }
  /** In which whoever asks is told what is to be said. */
  text: string
}

/** Undefined for steps that are none of ours, and for what Slack does not send so. */
export function readStep(
  { function: step, function_execution_id: execution, bot_access_token: token, inputs = {}, event_ts }: Event,
  { team, installation, people }: { team: string; installation: string; people: string },
): StepRun | undefined {
  if (step?.callback_id !== ASK_AGENT || !event_ts || typeof token !== 'string') return undefined
  if (typeof execution !== 'string' || !/^Fx\w+$/.test(execution)) return undefined
  const [text = '', person = '', agent] = ['question', 'person', 'agent'].map((name) => textIn(inputs[name]))
  const run = { team, execution, token, text }
  if (!/^[UW][A-Z0-9]+$/.test(person)) return { ...run, asks: { why: words.stepOfNobody } }
  if (!text) return { ...run, asks: { why: words.stepAsksNothing } }
  const place = stepPlace(team, execution)
  // What budgets and limits call a channel: all steps together.
  const steps = `${workspacePlace(team)}:steps` as Place
  const message: InboundMessage = {
    eventId: `slack:step:${execution}`,
    platform: 'slack',
    installation,
    within: [place, steps, workspacePlace(team)],
    replyTo: place,
    talk: place,
    conversation: place,
    addressed: 'direct',
    once: true,
    promised: true,
    ...(agent && { to: agent }),
    author: { uid: uidOf(people, person), id: person },
    text,
    named: [],
    files: [],
    sentAt: timeOf(event_ts),
  }
  return { ...run, asks: { message } }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** What is asked is kept, and answered later; what nobody will answer ends at once. Rejects where Slack is to tell of it again. */
export async function takeStep(run: StepRun, { steps, isOn }: { steps: Steps; isOn: boolean }, inbox: Inbox) {
  const { team, execution, token } = run
  const known = await steps.begun(execution, token)
  const why = known ?? (await whyNot(run, isOn, inbox))
  if (why !== undefined) await steps.refuse(team, execution, why)
}

async function whyNot({ asks, text }: StepRun, isOn: boolean, inbox: Inbox): Promise<string | undefined> {
  const language = languageOf(undefined, text)
  if (!isOn) return words.stepsAreOff[language]
  if ('why' in asks) return asks.why[language]
  const taken = await inbox.message(asks.message)
  return taken === 'taken' ? undefined : withLinks(taken.dropped)
}
