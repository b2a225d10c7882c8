import type { Final } from '../../model/conversation.ts'
import type { AnswerDraft } from '../draft.ts'
import { joined } from './between.ts'
import type { RunningScenario } from './running.ts'
import type { NodeText } from './show.ts'
import type { Walk } from './walk.ts'

/** What a turn's way through scenarios comes to, for whoever reads it. */
export function createTold(draft: AnswerDraft, walk: Walk) {
  /** What was said from a place on, and what the answer carries besides. */
  function shown(at: RunningScenario | undefined, from = 0): NodeText {
    const { scenario, node } = at ?? {}
    const scenarioNode = scenario && { scenario: scenario.id, id: node!, title: scenario.title ?? '' }
    return {
      text: joined(walk.texts.slice(from)),
      fields: { ...walk.fields(), ...(scenarioNode ? { scenarioNode } : {}) },
    }
  }

  return {
    shown,
    own(at: RunningScenario | undefined): Final {
      const { text, fields } = shown(at)
      return draft.final('scenario', { ...fields, utterance: text || '…', score: 100 }, text)
    },
  }
}
