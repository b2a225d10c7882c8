import { counted } from '../../../../lib/counts.ts'
import { plain } from '../../../../lib/quoting.ts'
import type { AgentSummary, Going } from '../agents.ts'
import { named } from '../agents.ts'

export const agents = {
  here: 'here',
  version: (n: number) => `version ${n}`,
  hasDraft: 'has a draft',
  noModel: 'no model',
  warnings: (count: number) => `⚠️ ${counted('en', count, { one: '# warning', other: '# warnings' })}`,
  listed: (count: number) => `${counted('en', count, { one: '# agent', other: '# agents' })}:`,
  shown: (of: AgentSummary) =>
    [
      `**${plain(of.name)}** \`${of.id}\`, version ${of.version}`,
      ...(of.description ? [plain(of.description, 120)] : []),
      '',
      `- ${of.scope === 'public' ? 'Public' : 'Private'}, by ${plain(of.provider) || 'nobody'}`,
      of.model === undefined
        ? '- No model: it says only what was written for it'
        : `- Model ${of.model}${of.temperature === undefined ? '' : `, temperature ${of.temperature}`}${of.fallback === undefined ? '' : `; where it does not answer \`${of.fallback}\``}${of.judge === undefined ? '' : `; for small questions \`${of.judge}\``}`,
      `- ${of.promptLength === 0 ? 'No prompt' : `A prompt of ${counted('en', of.promptLength, { one: '# character', other: '# characters' })}`}`,
      `- ${counted('en', of.rules, { one: '# rule', other: '# rules' })}, ${counted('en', of.scenarios, { one: '# scenario', other: '# scenarios' })}, ${counted('en', of.sources, { one: '# document', other: '# documents' })}`,
      `- Webhooks: ${of.webhooks.length === 0 ? 'none' : named(of.webhooks, 'off')}`,
      ...(of.draft ? [`- There is a draft by <@${of.draft.author}> that is not published`] : []),
      `- Bound to ${counted('en', of.bindings, { one: '# place', other: '# places' })}${of.isDefault ? ', and the default everywhere else' : ''}`,
      `- Keeps conversations for ${counted('en', of.keepDays, { one: '# day', other: '# days' })}`,
    ].join('\n'),
  attention: 'Needs attention:',
  faultyWebhook: (name: string, outcome: string | null, dead: number, log: string) =>
    `Webhook \`${name.replaceAll('`', '')}\`: ${dead > 0 ? counted('en', dead, { one: '# call was given up', other: '# calls were given up' }) : `its last call ended with ${outcome}`}. \`${log}\` tells more.`,
  edit: 'Edit',
  showDiff: 'Show the draft',
  useHere: 'Use it here',
  deleteSure: (id: string, name: string, of: Going) =>
    `Delete **${plain(name)}** \`${id}\` for good? With it go:\n${[
      `- ${counted('en', of.versions, { one: '# version', other: '# versions' })}, and its draft if there is one`,
      `- ${counted('en', of.rules, { one: '# rule', other: '# rules' })}, ${counted('en', of.scenarios, { one: '# scenario', other: '# scenarios' })}, ${counted('en', of.sources, { one: '# document', other: '# documents' })}`,
      `- ${counted('en', of.keys, { one: '# API key', other: '# API keys' })}, ${counted('en', of.bindings, { one: '# binding', other: '# bindings' })}`,
      `- what it keeps of ${counted('en', of.people, { one: '# person', other: '# people' })}`,
    ].join('\n')}\n\nThis cannot be undone.`,
  deleteIt: 'Delete it',
  deleted: (id: string) => `\`${id}\` is deleted, with everything of it.`,
}
