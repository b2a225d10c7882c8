import type { Fault } from '../../lib/errors.ts'
import type { Texts } from '../../lib/language.ts'
import { moment } from '../../lib/moment.ts'
import { plain, shown } from '../../lib/quoting.ts'
import type { Button, View } from '../../model/view.ts'
import type { DraftChange } from '../../store/drafts.ts'
import type { Changed } from '../drafts/views.ts'
import { type AgentCall, button, type CommandUse, say, undoMs } from './call.ts'
import { faultLines } from './faults.ts'
import { general, drafts as sentences } from './words/index.ts'

/** A diff up to so many characters stands in the text. */
const maxPatch = 1500

/** A patch to read: in the text, or its beginning there and all of it in a file. */
export function patchView(
  call: Pick<CommandUse, 'language'>,
  agent: string,
  patch: string,
): Pick<View, 'text' | 'file'> {
  const body = withoutHeads(patch)
  if (body.length <= maxPatch) return { text: fenced(body) }
  const short = body.slice(0, body.lastIndexOf('\n', maxPatch)).toWellFormed()
  return {
    text: `${fenced(`${short}\n…`)}\n${say(call, sentences.wholeDiff)}`,
    file: { name: `${agent}.diff`, text: patch },
  }
}

/** What is in it cannot end the fence. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}diff\n${text.trimEnd()}\n${fence}`
}

/** Only names of files and changed lines: nobody counts lines of YAML here. */
function withoutHeads(patch: string): string {
  return patch
    .split('\n')
    .filter((line) => !/^(={3,}|Index: |--- |\\ No newline)/.test(line))
    .map((line) => line.replace(/^\+\+\+ (\S+).*$/, '# $1').replace(/^@@ .*$/, '…'))
    .filter((line, i, all) => line !== '…' || !all[i - 1]?.startsWith('# '))
    .join('\n')
}

/** What is wrong with the model says so itself: people know it by no name of ours. */
const modelPath = 'agent.llmSettings.llm'

/** What was accepted but will not work as one might think. */
export function warningText(call: Pick<CommandUse, 'language'>, warnings: readonly Fault[]): string[] {
  if (warnings.length === 0) return []
  const named = warnings.map((warning) => (warning.path === modelPath ? { ...warning, path: '' } : warning))
  return [
    faultLines(named, call.language)
      .map((line) => line.replace('- ', '- ⚠️ '))
      .join('\n'),
  ]
}

const maxChanges = 20

/** Who changed what in a draft, and when. */
export function changeLines(call: Pick<CommandUse, 'language' | 'parts'>, changes: readonly DraftChange[]): string[] {
  const shown = changes.slice(-maxChanges)
  const rest = changes.length - shown.length
  return [
    say(call, sentences.changes(changes.length)),
    ...(rest > 0 ? [say(call, general.more(rest))] : []),
    ...shown.map(({ author, at, action, summary }) => {
      return `- ${moment(at)}, ${person(call, author)}: \`${action}\`${summary === '' ? '' : ` ${plain(summary)}`}`
    }),
  ]
}

const people = (call: Pick<CommandUse, 'parts'>, changes: readonly DraftChange[]): string[] => [
  ...new Set(changes.map(({ author }) => person(call, author))),
]

/** People as people; keys, folders and the terminal by their names. */
export function person({ parts }: Pick<CommandUse, 'parts'>, author: string): string {
  return parts.admin.platforms.isPerson(author) ? `<@${author}>` : `\`${shown(author)}\``
}

/**
 * A change of a draft: what it did, and what can be done about it. Where the draft holds more than this, all of it is to be seen
 * before it can be published. `isUndone`: it took one back, so that nothing of what is left was shown.
 */
export async function changedView(call: AgentCall, changed: Changed, texts: Texts, isUndone = false): Promise<View> {
  const { agent } = call
  const { patch, undo, view, warnings, webhookSecrets = [] } = changed
  const { draft, revision } = view
  if (patch === '') return { text: say(call, sentences.noChange) }
  const before = draft?.changes.slice(0, isUndone ? undefined : -1) ?? []
  const isMore = before.length > 0
  const { text, file } = patchView(call, agent, patch)
  const lines = [
    say(call, texts),
    ...webhookSecrets.map(({ name, secret }) => `${say(call, sentences.secret(name))}\n\`${secret}\``),
    text,
    ...warningText(call, warnings),
    ...(draft ? [say(call, sentences.inDraft(agent))] : []),
    ...(isMore ? [say(call, sentences.more(before.length, people(call, before)))] : []),
  ]
  const buttons: Button[] = [
    ...(draft && !isMore
      ? [await button(call, sentences.publish, 'draft publish', { agent, revision }, { style: 'primary' })]
      : []),
    ...(isMore ? [await button(call, sentences.review, 'diff', { agent }, { style: 'primary' })] : []),
    ...(undo ? [await button(call, sentences.undo, 'draft undo', { agent, revision: undo }, { ttlMs: undoMs })] : []),
  ]
  return {
    text: lines.join('\n\n'),
    ...(file && { file }),
    ...(buttons.length > 0 && { buttons }),
    ...(webhookSecrets.length > 0 && { isSecret: true }),
  }
}
