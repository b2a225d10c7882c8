import { moderationVerdict } from '../../lib/moderation-verdict.ts'
import type { ModeratedSide } from '../../model/safety.ts'
import type { WebhookTrace } from '../../model/trace.ts'
import { triggerTypes, type Webhook, type WebhookEvent, type WebhookType, webhookTypes } from '../../model/webhook.ts'
import type { Tool } from '../../ports/llm.ts'
import type { Verdict } from '../../ports/moderation.ts'
import type { ToolOutcome } from '../../ports/tools.ts'
import type { WebhookOutcome } from '../../ports/webhooks.ts'
import type { AnswerDraft } from '../draft.ts'
import { fillIn } from '../model/fill-in.ts'
import { linesOf } from '../quotation.ts'
import type { Run } from '../run.ts'
import { due, isEnabled } from './due.ts'
import { historyOf } from './history.ts'
import type { WebhookNote } from './quote.ts'
import { tokenPlace, wantsToken } from './request.ts'
import { newCallId, type SendWebhook } from './send.ts'
import { toolsOf } from './tools.ts'

/** The webhooks of agents. */
export interface Webhooks {
  forTurn(draft: AnswerDraft, run: Run): TurnWebhooks
}

/**
 * The webhooks of one turn. Calls are made with the state as it is at that moment; each leaves a line in `draft.trace.webhooks`.
 * None of them throws for what a server does; once the run's signal is aborted they throw its reason.
 */
export interface TurnWebhooks {
  /** Whether `notes` will call anybody. */
  readonly asks: boolean
  /** Calls, side by side, those that tell the prompt something about this utterance. Those that fail have no note. */
  notes(): Promise<WebhookNote[]>
  /** The functions the model may call in this turn. */
  readonly tools: readonly Tool[]
  /** Calls one of these functions. May be called several times at once. */
  function(name: string, input: Readonly<Record<string, unknown>>): Promise<ToolOutcome>
  /**
   * Calls a webhook because a scenario's node says so, whatever its trigger. `input` goes before its payload and is filled in as
   * that is. `body` is the parsed JSON, else the text.
   */
  node(name: string, input: NonNullable<Webhook['payload']>): Promise<NodeResult>
  /** Asks a webhook whether a text may be said. It changes nothing, so that a turn may ask again after a crash. */
  judge(name: string, side: ModeratedSide, text: string): Promise<Verdict>
  /** Adds to the draft's effects what is to be called once the answer is stored. `answer` is empty when there is none. */
  defer(answer: string): void
}

/** `reason`: the HTTP status that is no success, or why there was none, e.g. `timeout`. */
export type NodeResult = { ok: true; status: number; body: unknown } | { ok: false; reason: number | string }

/** For calls that an answer waits for. */
const limits = { timeoutMs: 5000, maxBytes: 65_536 }

export function createWebhooks({ send }: { send: SendWebhook }): Webhooks {
  return {
    forTurn(draft, run) {
      const { request, agent, trace } = draft
      const { webhooks: all, agent: settings } = agent.document
      // The one that judges is called for that alone.
      const webhooks = all.filter(({ name }) => name !== settings.moderation?.webhook)
      // The person's state may change while the answer is made: what the utterance triggers is settled before.
      const onUtterance =
        request.utterance === ''
          ? []
          : due(webhooks, triggerTypes.userUtterance, request.utterance, draft.state.trusted())
      const wanted = onUtterance.filter(({ useResponseInPrompt }) => useResponseInPrompt)
      const functions = toolsOf(due(webhooks, triggerTypes.functionCall, request.utterance, draft.state.trusted()))
      const called = new Set<Webhook>()
      let announced: Promise<void> | undefined

      const eventOf = (webhookType: WebhookType, response?: string): WebhookEvent => ({
        webhookType,
        agentId: agent.id,
        userId: request.uid ?? '',
        utterance: request.utterance,
        ...(response !== undefined && { response }),
        state: { ...draft.state.values },
        // A conversation start forgets what was said before.
        history: request.utterance === '' ? '' : historyOf(draft.known.memory),
      })

      /** Whether the model was told of the caller's token: what it writes of it else, it has from somebody in the conversation. */
      const mayPassToken = ({ trigger }: Webhook): boolean =>
        [agent.document.agent.llmSettings?.prompt, JSON.stringify(trigger)].some((text) => text?.includes(tokenPlace))

      async function callNow(
        webhook: Webhook,
        why: WebhookTrace['why'],
        input: Readonly<Record<string, unknown>> = {},
      ) {
        announced ??= run.beforeCall()
        await announced
        const event = eventOf(why === 'utterance' ? 'user_utterance' : 'function_calling')
        const { thirdPartyToken } = request
        const call = { webhook, event, input, tokenInInput: mayPassToken(webhook), thirdPartyToken }
        const outcome = await draft.tape.take('webhook', webhook.name, () =>
          send(call, { ...limits, signal: run.signal }),
        )
        const line = { name: webhook.name, why, outcome: 'status' in outcome ? outcome.status : outcome.failed }
        trace.webhooks = [...(trace.webhooks ?? []), { ...line, ms: outcome.ms }]
        return outcome
      }

      return {
        asks: wanted.length > 0,

        async notes() {
          for (const webhook of wanted) called.add(webhook)
          const outcomes = await Promise.all(wanted.map((webhook) => callNow(webhook, 'utterance')))
          return wanted.flatMap(({ name, promptPrefix: prefix = '' }, i) => {
            const text = textOf(outcomes[i]!)
            if (text === undefined || text.trim() === '') return []
            const filled = fillIn(prefix, draft.state.values, draft.agent.document.agent.state)
            return [{ name, prefix: linesOf(filled).join(' '), text }]
          })
        },

        tools: [...functions.values()].map(({ tool }) => tool),

        async function(name, input) {
          const { webhook } = functions.get(name)!
          const outcome = await callNow(webhook, 'function', input)
          const text = textOf(outcome)
          if (text !== undefined) {
            return { outcome: 'done', text: webhook.useResponseInPrompt ? text : JSON.stringify({ accepted: true }) }
          }
          if ('status' in outcome) {
            return { outcome: 'failed', text: `the server answered with status ${outcome.status}` }
          }
          // Of what was refused, or what nobody was there for, nothing has arrived.
          const mayBeDone = outcome.failed === 'timeout' || outcome.failed === 'connection'
          return { outcome: mayBeDone ? 'unknown' : 'failed', text: outcome.detail }
        },

        async node(name, input) {
          const webhook = webhooks.find((one) => one.name === name)
          if (!webhook) return { ok: false, reason: 'missing' }
          if (!isEnabled(webhook)) return { ok: false, reason: 'disabled' }
          const outcome = await callNow({ ...webhook, payload: { ...webhook.payload, ...input } }, 'scenario')
          if ('failed' in outcome) return { ok: false, reason: outcome.failed }
          const { status, body, cut } = outcome
          if (!isSuccess(status)) return { ok: false, reason: status }
          // Part of a JSON text says something else than the whole.
          return cut ? { ok: false, reason: 'too_large' } : { ok: true, status, body: parsed(body) }
        },

        async judge(name, side, text) {
          const webhook = all.find((one) => one.name === name)
          if (!webhook || !isEnabled(webhook)) return { error: webhook ? 'disabled' : 'missing' }
          const event = side === 'people' ? eventOf('user_utterance') : eventOf('agent_response', text)
          const call = { webhook, event, input: { of: side, text }, thirdPartyToken: request.thirdPartyToken }
          return moderationVerdict(await send(call, { ...limits, signal: run.signal }))
        },

        defer(answer) {
          const onAnswer = answer === '' ? [] : due(webhooks, triggerTypes.agentResponse, answer, draft.state.trusted())
          const calls = [...onUtterance.filter((webhook) => !called.has(webhook)), ...onAnswer]
          for (const webhook of calls) {
            const { triggerType } = webhook.trigger
            const isResponse = triggerType === triggerTypes.agentResponse
            draft.effects.calls.push({
              id: newCallId(),
              agent: agent.id,
              version: agent.version,
              webhook: webhook.name,
              event: eventOf(webhookTypes[triggerType], isResponse ? answer : undefined),
              ...(request.thirdPartyToken && wantsToken(webhook) && { thirdPartyToken: request.thirdPartyToken }),
            })
          }
        },
      }
    },
  }
}

const isSuccess = (status: number) => status >= 200 && status < 300

/** What the server said, if it was a success. */
function textOf(outcome: WebhookOutcome): string | undefined {
  if ('failed' in outcome || !isSuccess(outcome.status)) return undefined
  return outcome.cut ? `${outcome.body}…\n(cut off)` : outcome.body
}

/** As JSON if it is; else the text itself. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
