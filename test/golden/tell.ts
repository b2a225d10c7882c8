import type { BestResponse, State } from '../../src/model/conversation.ts'
import type { Trace } from '../../src/model/trace.ts'
import type { Received } from '../support/webhook-server.ts'

/** What the API answers. */
export interface Answered {
  bestResponse: BestResponse
  userState: State
}

/** One turn of a transcript: who answered and why, what was called, said and shown, and what is known of the person now. */
export function tell(utterance: string, answered: Answered, trace: Trace, received: readonly Received[]): string {
  const { bestResponse: answer, userState } = answered
  const { source, scenario, knowledge } = trace
  const calls = received.map(toldCall)
  const told = [
    ['by', `${source} ${Math.round(answer.score)}${answer.isAutoResponse ? ' auto' : ''}`],
    ['moved', scenario && toldMove(scenario)],
    ['found', knowledge?.passages.map((one) => `${one.source} › ${one.title} ${one.score.toFixed(1)}`).join('; ')],
    // Functions are called side by side.
    ['called', (source === 'model' ? calls.sort() : calls).join('\n')],
    ['text', answer.utterance],
    ['options', answer.options.join(' | ') + (answer.shouldSelectOption ? ' (one of them)' : '')],
    ['topic', answer.topic],
    ['image', answer.imageUrl],
    ['url', answer.url],
    ['extra', answer.extensions === null ? '' : JSON.stringify(answer.extensions)],
    ['mark', answer.state],
    ['at', answer.scenarioNode ? `${answer.scenarioNode.scenario}/${answer.scenarioNode.id}` : ''],
    [
      'state',
      Object.entries(userState)
        .map(([name, value]) => `${name}=${value}`)
        .sort()
        .join(', '),
    ],
  ] as const
  const lines = told.flatMap(([name, what]) =>
    what ? [`${name.padStart(8)}  ${what.replaceAll('\n', `\n${' '.repeat(10)}`)}`] : [],
  )
  return [`> ${utterance}`, ...lines, ''].join('\n').replace(/[ \t]+$/gm, '')
}

function toldMove({ id, by, path, ended }: NonNullable<Trace['scenario']>): string {
  return `${id}: ${[by, ...path].join(' → ')}${ended ? `, ${ended}` : ''}`
}

/** Of a body what is this call's own. */
function toldCall({ method, url, body }: Received): string {
  if (body === '') return `${method} ${decodeURIComponent(url)}`
  const { webhookType, agentId, userId, utterance, response, state, history, ...own } = JSON.parse(body)
  return `${method} ${url} ${webhookType} ${JSON.stringify(own)}`
}
