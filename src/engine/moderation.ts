import type { Texts } from '../lib/language.ts'
import type { ModeratedSide, ModerationSettings } from '../model/safety.ts'
import type { Moderation, Verdict } from '../ports/moderation.ts'
import type { AnswerDraft } from './draft.ts'
import type { TurnWebhooks } from './webhooks/index.ts'
import { sentences } from './words/index.ts'

export interface ModeratorParts {
  /** The deployment's; without it only an agent's webhook can judge. */
  endpoint?: Moderation | undefined
  /** What an account is held to, whatever its agents say. */
  required?: (account: string) => Promise<ModerationSettings | undefined>
  now: () => number
  /** Told of each text that was judged. */
  onJudged?: ((side: ModeratedSide, end: ModerationEnd) => void) | undefined
}

export type ModerationEnd = 'passed' | 'refused' | 'unreachable'

/** What is judged of a turn. */
export interface TurnModeration {
  judges(side: ModeratedSide): boolean
  /** What to say in place of the text; undefined: it may be said. Throws only the signal's reason. */
  refusal(side: ModeratedSide, text: string, signal: AbortSignal): Promise<Texts | undefined>
}

export type Moderator = (draft: AnswerDraft, webhooks: TurnWebhooks) => Promise<TurnModeration>

/** Judges what people write and what models do, by the settings of the agent and of its account: the stricter of the two. */
export function createModerator({ endpoint, required, now, onJudged }: ModeratorParts): Moderator {
  return async (draft, webhooks) => {
    const own = draft.agent.document.agent.moderation
    const held = await required?.(draft.agent.account)
    const all = [own, held].filter((settings) => settings !== undefined)
    const isOpen = all.every(({ unreachable }) => unreachable === 'open')

    async function verdictOf(side: ModeratedSide, text: string, signal: AbortSignal): Promise<Verdict> {
      // An agent's own webhook is its author's; what the account is held to, the deployment judges.
      if (own?.webhook !== undefined && sidesOf(own).includes(side)) {
        const verdict = await webhooks.judge(own.webhook, side, text)
        const isHeld = held && sidesOf(held).includes(side)
        if (!isHeld || ('flagged' in verdict && verdict.flagged)) return verdict
      }
      return (await endpoint?.judge(text, signal)) ?? { error: 'not_configured' }
    }

    return {
      judges: (side) => all.some((settings) => sidesOf(settings).includes(side)),
      async refusal(side, text, signal) {
        const startedAt = now()
        const verdict = await verdictOf(side, text, signal)
        signal.throwIfAborted()
        const end = 'error' in verdict ? 'unreachable' : verdict.flagged ? 'refused' : 'passed'
        onJudged?.(side, end)
        const told = 'error' in verdict ? { error: verdict.error } : { categories: [...verdict.categories] }
        draft.trace.moderation = [...(draft.trace.moderation ?? []), { of: side, end, ...told, ms: now() - startedAt }]
        if (end === 'passed' || (end === 'unreachable' && isOpen)) return undefined
        if (end === 'unreachable') return sentences.notModerated
        return side === 'people' ? sentences.notHeard : sentences.notSaid
      },
    }
  }
}

const sidesOf = ({ of = ['people', 'answers'] }: ModerationSettings): readonly ModeratedSide[] => of
