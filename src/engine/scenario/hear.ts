import { asTyped, declarationOf } from '../../lib/person-state.ts'
import type { Say } from '../../model/say.ts'
import type { ScenarioNode } from '../../model/scenario.ts'
import { sentences, slotSentences } from '../words/index.ts'
import { change } from './change.ts'
import { choiceOf, meantOption } from './choose-option.ts'
import type { Decide } from './decide.ts'
import { milliseconds } from './duration.ts'
import { hearConfirm, hearUnclear } from './hear-confirm.ts'
import { hearSlots, inClauses } from './hear-slots.ts'
import { cancels, hearWords } from './hear-words.ts'
import { type Heard, isInWords, matches } from './match.ts'
import type { ScenarioParts } from './parts.ts'
import type { Reaction } from './reaction.ts'
import { nodeOf, type RunningScenario } from './running.ts'
import { emptied, lentOf } from './slots-known.ts'
import { isCalled } from './starts.ts'
import type { Walk } from './walk.ts'

/** The running scenario hears what was said. Each step has its say before the next; this is the order of a turn. */
export async function hear(at: RunningScenario, parts: ScenarioParts, decide: Decide, walk: Walk): Promise<Reaction> {
  const { draft } = parts
  const { scenario, agent } = at
  const { policy } = scenario
  const node = nodeOf(scenario, at.node)!
  draft.state.lend(lentOf(at))
  const heard = decide.heard(agent, { running: at })

  const late = await timeOut()
  if (late) return late

  const stopped = await stop()
  if (stopped) return stopped
  const confirmed = await hearConfirm(at, draft, walk)
  if (confirmed) return withAside(confirmed)
  const usual = await everyday()
  if (usual) return usual

  const choice = choiceOf(draft, at, node)
  const option = node.options?.[choice]
  if (option) {
    walk.because(at, 'option')
    change(draft, option)
    if (option.goto) return { took: await walk.go(emptied(at, option.unset), option.goto, `option[${choice}]`) }
  }

  // What a node listens for by itself goes before what its slots would make of it.
  const filled = option || (scenario.slots && hears(node, heard)) ? undefined : await hearSlots(at, parts, decide, walk)
  if (filled) return withAside(filled)

  const transition = await decide.transition(at, { digresses: !option && digresses(at, node) })
  if (transition) {
    walk.because(at, transition.by)
    return { took: await walk.go(emptied(at, transition.unset), transition.goto, transition.by) }
  }

  const place = option || node.collect || isElsewhere() ? -1 : meantOption(draft, at, node)
  const meant = node.options?.[place]
  if (meant?.goto) {
    walk.because(at, 'option')
    change(draft, meant)
    return withAside({ took: await walk.go(emptied(at, meant.unset), meant.goto, `option[${place}]`) })
  }

  if (node.collect && !decide.isExcepted(node.collect.unless, at)) return collect(node.collect)

  if (option) return { took: walk.ask(at) }
  if (node.select) return askAgain(node.reprompt)
  if (isCalled(scenario, heard)) {
    walk.because(at, 'start again')
    return { took: walk.ask(at) }
  }
  const unclear = isWritten() ? undefined : hearUnclear(at, draft, walk)
  if (unclear) return unclear
  if (policy.digression === 'stay') return askAgain(node.reprompt)
  walk.because(at, 'digression')
  if (policy.digression === 'return') return { digresses: at }
  walk.end('left')
  return { left: at }

  /** What the agent's author has written for such words goes before what they usually mean. */
  function isWritten(): boolean {
    return hears(node, heard) || decide.startsOther(at) || decide.hasRule()
  }

  async function stop(): Promise<Reaction | undefined> {
    const cancelled = cancels(at, draft.request.utterance)
    if (!cancelled || choiceOf(draft, at, node) >= 0) return undefined
    const isOurs = policy.cancel !== undefined || (cancelled.wish === '' ? !isWritten() : !hears(node, heard))
    return isOurs ? cancel(cancelled.wish) : undefined
  }

  async function everyday(): Promise<Reaction | undefined> {
    return isWritten() ? undefined : hearWords(at, { draft }, walk)
  }

  async function timeOut(): Promise<Reaction | undefined> {
    // What waits for somebody's word has a time of its own.
    const timeout = node.timeout ?? (node.approve ? undefined : policy.timeout)
    if (!timeout || draft.now() - at.since < milliseconds(timeout.after)) return undefined
    walk.because(at, 'timeout')
    const next = await walk.go(at, timeout.goto, 'timeout')
    // What was said meant something else, long ago: it is not lost on a scenario that is over.
    return next ? { took: next } : { expired: at }
  }

  async function collect({ state: key, goto }: NonNullable<ScenarioNode['collect']>): Promise<Reaction> {
    const declaration = declarationOf(draft.agent.document.agent.state ?? {}, key)
    const answer = asTyped(declaration, draft.request.utterance.trim())
    const refused = draft.state.set({ [key]: answer }, 'scenario')
    // Where scenarios may not write it at all, no other answer would do.
    if (refused && refused !== 'not_writable') {
      walk.texts.push(sentences.cannotKeep(refused, declaration)[at.language])
      return askAgain(undefined)
    }
    walk.because(at, 'collect')
    return { took: await walk.go(at, goto, 'collect') }
  }

  /** What the rest of the agent has an answer to, where it may give it. */
  function isElsewhere(): boolean {
    return digresses(at, node) && (decide.hasRule() || decide.startsOther(at))
  }

  /** The question that stands beside an answer. */
  function withAside(reaction: Reaction): Reaction {
    const { answer, question } = inClauses(draft.request.utterance)
    const isBeside = 'took' in reaction && answer !== '' && question !== '' && policy.digression === 'return'
    return isBeside ? { ...reaction, aside: question } : reaction
  }

  async function cancel(wish: string): Promise<Reaction> {
    walk.because(at, 'cancel')
    const beside = wish === '' ? {} : { wish }
    if (policy.cancel) return { took: await walk.go(at, policy.cancel.goto, 'cancel'), ...beside }
    walk.texts.push(slotSentences[at.language].cancelled)
    return { took: walk.end('cancelled'), ...beside }
  }

  async function askAgain(words: Say | undefined): Promise<Reaction> {
    const { reprompt } = policy
    if (reprompt && at.reprompts >= reprompt.max) {
      walk.because(at, 'reprompt limit')
      return { took: await walk.go(at, reprompt.goto, 'reprompt limit') }
    }
    walk.because(at, 'reprompt')
    return { took: { ...walk.ask(at, words), reprompts: at.reprompts + 1 } }
  }
}

/** Whether words that a node listens for fit. */
function hears({ on = [] }: ScenarioNode, heard: Heard): boolean {
  return on.some(
    (it) => 'match' in it && isInWords(it.match) && !('intent' in it.match) && matches(it.match, heard) !== undefined,
  )
}

/** Whether what fits nothing of a node is left for the rest of the agent to answer. */
function digresses({ scenario: { policy } }: RunningScenario, node: ScenarioNode): boolean {
  return !node.collect && !node.select && policy.digression !== 'stay'
}
