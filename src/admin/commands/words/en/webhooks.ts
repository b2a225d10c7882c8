import { counted } from '../../../../lib/counts.ts'
import { plain, shown } from '../../../../lib/quoting.ts'

const status: Record<'open' | 'delivered' | 'dead', string> = {
  open: 'waiting',
  delivered: 'delivered',
  dead: 'given up',
}

export const webhooks = {
  addTitle: 'Add a webhook',
  editTitle: 'Edit a webhook',
  sections: {
    call: 'Call',
    when: 'When',
    function: 'Function',
    sent: 'What is sent',
    answer: 'The response',
  },
  labels: {
    name: 'Name',
    method: 'Method',
    url: 'URL',
    enabled: 'Switched on',
    trigger: 'Trigger',
    condition: 'Condition',
    values: 'Values of the condition, a line each',
    headers: 'Headers, a line each',
    secretHeaders: 'Secret headers, a line each',
    payload: 'Payload',
    useResponse: 'Tell the model the response',
    promptPrefix: 'What the model is told before it',
    functionName: 'Name of the function',
    functionAbout: 'What the function is for',
    functionParameters: 'Its parameters',
  },
  hints: {
    headers: 'X-Team: support',
    secretHeaders: 'Authorization: Bearer …; what reads •••• stays as it is',
    payload: 'A JSON object; #{key} is a value of the state',
    values: 'Texts, or keys of the state',
    functionParameters: 'A JSON schema',
  },
  triggers: ['When somebody writes', 'After the agent has answered', 'When the model calls it'],
  conditions: [
    'Always',
    'The text is one of the values',
    'The text holds one of the values',
    'The state has one of the keys',
    'The state has none of the keys',
  ],
  secretShape: 'each line must be like Name: value',
  notAnObject: 'must be a JSON object like {"a": 1}',
  none: (agent: string, add: string) => `\`${agent}\` has no webhooks. \`${add}\` adds one.`,
  listed: (agent: string, count: number) =>
    `${counted('en', count, { one: '# webhook', other: '# webhooks' })} of \`${agent}\`:`,
  off: 'off',
  unpublished: 'not published',
  lastCall: (outcome: string) => `last call: ${outcome}`,
  waiting: (count: number) => `${count} waiting`,
  dead: (count: number) => `⚠️ ${count} given up`,
  fillIn: (agent: string) => `What you save goes to the draft of \`${agent}\`.`,
  added: (name: string) => `The webhook \`${shown(name)}\` is added.`,
  saved: (name: string) => `The webhook \`${shown(name)}\` is changed.`,
  toggled: (name: string, isOn: boolean) => `The webhook \`${shown(name)}\` is switched ${isOn ? 'on' : 'off'}.`,
  removed: (name: string) =>
    `The webhook \`${shown(name)}\` is removed. Its signing secret goes when this is published.`,
  notFound: (name: string, near: string | undefined) =>
    `There is no webhook \`${shown(name)}\`.${near === undefined ? '' : ` Did you mean \`${shown(near)}\`?`}`,
  answered: (name: string, status: number, ms: number) =>
    `\`${shown(name)}\` answered with status **${status}** after ${Math.round(ms)} ms.`,
  unanswered: (name: string, why: string, detail: string) =>
    `\`${shown(name)}\` did not answer: ${why} (${plain(detail, 200)}).`,
  shut: (url: string) =>
    `⚠️ \`${shown(url, 100)}\` is not on the public Internet, so it is not called. Whoever runs Parley can open its host under \`webhooks.allow\` in \`parley.yaml\`.`,
  noCalls: 'No calls went out after answers yet.',
  calls: 'The last calls after answers:',
  status,
  attempts: (count: number) => `${counted('en', count, { one: '# attempt', other: '# attempts' })}`,
  resend: 'Send again',
  resent: (count: number, left: number) =>
    `${counted('en', count, { one: '# call is', other: '# calls are' })} sent again.${left > 0 ? ` ${left} carried a token that is never stored, which cannot be.` : ''}`,
}
