import { counted } from '../../../../lib/counts.ts'
import { shown } from '../../../../lib/quoting.ts'

const live: string = 'live'

export const drafts = {
  noChange: 'That changes nothing.',
  inDraft: (agent: string) => `This is in the draft of \`${agent}\`; people see it once it is published.`,
  publish: 'Publish',
  review: 'Review and publish',
  more: (count: number, people: readonly string[]) =>
    `The draft has ${counted('en', count, { one: '# earlier change', other: '# earlier changes' })}, by ${people.join(', ')}. Publishing puts all of them live.`,
  changes: (count: number) => counted('en', count, { one: 'It is this change:', other: 'These are # changes:' }),
  verdict: (days: number, counts: string, command: string) =>
    `**What people asked in the last ${days} days:** ${counts} \`${command}\` shows them.`,
  undo: 'Undo',
  overtaken: 'The draft has changed since that was shown, so nothing was done. This is how it is now:',
  discard: 'Discard the draft',
  undone: 'Undone.',
  discarded: (agent: string) => `The draft of \`${agent}\` is gone; what is live stays.`,
  noDraft: (agent: string) => `\`${agent}\` has no draft: there is nothing to publish.`,
  wouldChange: (agent: string, version: number, author: string) =>
    `Publishing the draft of \`${agent}\` (last edited by ${author}) would change version ${version} so:`,
  sameAsLive: (agent: string) => `The draft of \`${agent}\` says the same as what is live.`,
  conflicts:
    'Meanwhile the live version was changed to something else in these places. Keep yours, take theirs, or edit them:',
  conflict: (path: string, live: string, draft: string) =>
    `- \`${shown(path)}\`: live “${shown(live)}”, draft “${shown(draft)}”`,
  keepDraft: 'Keep the draft’s',
  takeLive: 'Take the live ones',
  settled: 'Settled.',
  published: (agent: string, version: number) =>
    `Version ${version} of \`${agent}\` is live. Turns that are running finish on the one before.`,
  rolledBack: (agent: string, to: number, version: number) =>
    `\`${agent}\` says what it said in version ${to} again; that is version ${version} now.`,
  versions: (agent: string) => `Versions of \`${agent}\`:`,
  live,
  byWhom: (author: string) => `by ${author}`,
  toRollBack: (command: string) => `\`${command}\` puts one live again.`,
  wholeDiff: 'The whole of it is in the file.',
  secret: (name: string) => `The signing secret of \`${shown(name)}\`, shown this once. Keep it in a safe place:`,
}
