import { aroundCalls } from '../../bridge/around-calls.ts'
import type { ChannelOf } from '../../bridge/context.ts'
import type { Find } from '../../engine/knowledge/find.ts'
import type { SendWebhook } from '../../engine/webhooks/send.ts'
import {
  type Attributes,
  begun,
  contextOfEvent,
  endEvent,
  failed,
  type Span,
  SpanKind,
  spanned,
  spansAreWanted,
} from '../../lib/spans.ts'
import { readOrderKey } from '../../model/key.ts'
import type { Inbox } from '../../ports/channel.ts'
import type { Llm, LlmEvent } from '../../ports/llm.ts'
import type { ServerTools } from '../../ports/tools.ts'
import type { InboxRow } from '../../store/inbox.ts'
import type { TurnsParts } from '../../turns/run.ts'

/**
 * Names are those of OpenTelemetry's conventions for generative AI and messaging. Nothing that somebody said, wrote or was answered stands
 * in a span, and nobody's name or id.
 */

/** A message as it comes in, up to when it is durable. */
export function spannedInbox<Some extends Pick<Inbox, 'message'>>(inbox: Some): Some {
  if (!spansAreWanted()) return inbox
  return {
    ...inbox,
    message: (message) =>
      spanned(
        `receive ${message.platform}`,
        {
          kind: SpanKind.CONSUMER,
          attributes: { 'messaging.system': message.platform, 'messaging.message.id': message.eventId },
          within: contextOfEvent(message.eventId),
        },
        async (span) => {
          const taken = await inbox.message(message)
          if (taken !== 'taken') span.setAttribute('parley.dropped', true)
          return taken
        },
      ),
  }
}

/** A turn, and when it is settled the whole of what came of its event. Of somebody who waits here it is a part of their call. */
export const spannedTurn: NonNullable<TurnsParts['around']> = (row, asker, run) => {
  if (!spansAreWanted()) return run()
  const { agent } = readOrderKey(row.key)
  const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.id': agent, 'parley.door': row.door }
  const turn = () =>
    spanned(`invoke_agent ${agent}`, { attributes, ...(!asker.waits && { within: contextOfEvent(row.event_id) }) }, run)
  return asker.inContext ? asker.inContext(turn) : endingEvent(row, attributes, turn)
}

/** An attempt that fails is followed by another, perhaps elsewhere: whoever settles it tells of the whole. */
async function endingEvent(row: InboxRow, attributes: Attributes, turn: () => Promise<boolean>): Promise<boolean> {
  const done = await turn()
  endEvent(row.event_id, `message ${row.door}`, row.received_at, {
    ...attributes,
    'messaging.system': row.door,
    'messaging.message.id': row.event_id,
  })
  return done
}

export function spannedLlm(llm: Llm): Llm {
  if (!spansAreWanted()) return llm
  return {
    ...llm,
    async *stream(prompt, signal) {
      const { upstream, provider } = llm.model(prompt.model) ?? { upstream: prompt.model, provider: 'unknown' }
      const attributes = {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': provider,
        'gen_ai.request.model': upstream,
        ...(prompt.temperature !== undefined && { 'gen_ai.request.temperature': prompt.temperature }),
        ...(prompt.maxOutputTokens !== undefined && { 'gen_ai.request.max_tokens': prompt.maxOutputTokens }),
      }
      const { span } = begun(`chat ${upstream}`, { kind: SpanKind.CLIENT, attributes })
      let isFirst = true
      try {
        for await (const event of llm.stream(prompt, signal)) {
          if (event.type === 'text' && isFirst) span.addEvent('first text')
          isFirst &&= event.type !== 'text'
          note(span, event)
          yield event
        }
      } catch (error) {
        failed(span, error)
        throw error
      } finally {
        span.end()
      }
    },
  }
}

function note(span: Span, event: LlmEvent): void {
  if (event.type === 'fallback') span.setAttribute('gen_ai.response.model', event.upstream)
  if (event.type === 'end') span.setAttribute('gen_ai.response.finish_reasons', [event.reason])
  if (event.type !== 'usage') return
  span.setAttribute('gen_ai.usage.input_tokens', event.inputTokens)
  span.setAttribute('gen_ai.usage.output_tokens', event.outputTokens)
}

export const spannedFind = (find: Find): Find =>
  !spansAreWanted()
    ? find
    : (agent, text, limit, signal, patienceMs) =>
        spanned('search knowledge', { attributes: { 'gen_ai.agent.id': agent } }, async (span) => {
          const found = await find(agent, text, limit, signal, patienceMs)
          span.setAttribute('parley.passages', found.hits.length)
          return found
        })

export const spannedTools = (servers: ServerTools): ServerTools =>
  !spansAreWanted()
    ? servers
    : {
        ...servers,
        call: (server, name, input, signal) =>
          spanned(
            `execute_tool ${name}`,
            {
              kind: SpanKind.CLIENT,
              attributes: {
                'gen_ai.operation.name': 'execute_tool',
                'gen_ai.tool.name': name,
                'gen_ai.tool.type': 'extension',
              },
            },
            async (span) => {
              const came = await servers.call(server, name, input, signal)
              if (came.outcome !== 'done') failed(span, came.outcome)
              return came
            },
          ),
      }

export const spannedSend = (send: SendWebhook): SendWebhook =>
  !spansAreWanted()
    ? send
    : (call, options) =>
        spanned(
          `webhook ${call.webhook.name}`,
          { kind: SpanKind.CLIENT, attributes: { 'http.request.method': call.webhook.method } },
          async (span) => {
            const came = await send(call, options)
            if ('failed' in came) failed(span, came.failed)
            return came
          },
        )

export const spannedChannels = (channelOf: ChannelOf): ChannelOf =>
  !spansAreWanted()
    ? channelOf
    : aroundCalls(channelOf, ({ platform, name }, call) =>
        spanned(
          `${platform} ${name}`,
          { kind: SpanKind.CLIENT, attributes: { 'messaging.system': platform, 'messaging.operation.name': name } },
          async (span) => {
            const came = await call()
            if ('limited' in came) failed(span, 'limited')
            if ('refused' in came) failed(span, came.refused.code)
            if ('unknown' in came) failed(span, 'unknown')
            return came
          },
        ),
      )
