import { closest } from '../../lib/closest.ts'
import { AppError } from '../../lib/errors.ts'
import { plain, shown } from '../../lib/quoting.ts'
import type { KnowledgeSource } from '../../model/knowledge.ts'
import type { View } from '../../model/view.ts'
import { maxFileBytes } from '../knowledge/index.ts'
import { type AgentCall, button, filesOf, say, textOf, typed } from './call.ts'
import { faultLines, sentenceOf } from './faults.ts'
import { type Family, ofAgent } from './registry.ts'
import type { SentFile } from './request.ts'
import { general, knowledge as sentences } from './words/index.ts'
import { faulty } from './words/knowledge.ts'

/** Documents an agent knows. They are not part of its versions: what changes here acts at once. */
export const knowledge: Family = {
  commands: {
    'knowledge add': ofAgent(add),
    'knowledge list': ofAgent(list),
    'knowledge remove': ofAgent(askToRemove),
    'knowledge search': ofAgent(search),
  },
  acts: { 'knowledge remove now': { may: 'admin', ...ofAgent(removeNow) } },
}

const maxListed = 30

async function add(call: AgentCall): Promise<View> {
  const lines: string[] = []
  let isUnused = false
  for (const [i, file] of filesOf(call, 'file').entries()) {
    const { line, unused } = await addOne(call, file, i)
    lines.push(line)
    isUnused ||= unused
  }
  return { text: [...lines, ...(isUnused ? [say(call, sentences.notUsed(typed(call, 'edit')))] : [])].join('\n') }
}

/** One that cannot be read does not keep the others out. */
async function addOne(call: AgentCall, file: SentFile, i: number): Promise<{ line: string; unused: boolean }> {
  // Each is a change of its own; the first has the name of what was done, so that a repeat of all is seen.
  const actor = i === 0 ? call.actor : { ...call.actor, nonce: `${call.actor.nonce}:${i}` }
  try {
    const bytes = await file.read(maxFileBytes)
    const added = await call.parts.admin.knowledge.add(call.agent, { name: file.name, bytes }, actor)
    const { source, changed, warnings } = added
    const texts = changed ? sentences.added(source.name, source.passages) : sentences.unchanged(source.name)
    return { line: say(call, texts), unused: warnings.length > 0 }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const why = [sentenceOf(error, call.language), ...faultLines(error.faults, call.language)].join('\n')
    return { line: faulty(file.name, why), unused: false }
  }
}

async function list(call: AgentCall): Promise<View> {
  const all = await call.parts.admin.knowledge.list(call.agent, call.actor)
  if (all.length === 0) return { text: say(call, sentences.none(call.agent)) }
  const lines = all
    .slice(0, maxListed)
    .map(({ name, bytes, passages }) => `- \`${shown(name)}\` · ${say(call, sentences.size(bytes, passages))}`)
  const rest = all.length - lines.length
  return {
    text: [
      say(call, sentences.listed(call.agent, all.length)),
      ...lines,
      ...(rest > 0 ? [say(call, general.more(rest))] : []),
    ].join('\n'),
  }
}

async function askToRemove(call: AgentCall): Promise<View> {
  const { name, passages } = await named(call, textOf(call, 'source')!)
  return {
    text: say(call, sentences.sure(call.agent, name, passages)),
    buttons: [
      await button(call, sentences.remove, 'knowledge remove now', { agent: call.agent, name }, { style: 'danger' }),
    ],
  }
}

async function removeNow(call: AgentCall): Promise<View> {
  const name = String(call.kept['name'])
  await call.parts.admin.knowledge.remove(call.agent, name, call.actor)
  return { text: say(call, sentences.removed(call.agent, name)) }
}

async function named(call: AgentCall, name: string): Promise<KnowledgeSource> {
  const all = await call.parts.admin.knowledge.list(call.agent, call.actor)
  const found = all.find((source) => source.name === name)
  if (found) return found
  const names = all.map((source) => source.name)
  throw new AppError('knowledge_not_found', sentences.notFound(name, closest(name, names)), { status: 404 })
}

async function search(call: AgentCall): Promise<View> {
  const words = textOf(call, 'words')!
  const hits = await call.parts.admin.knowledge.search(call.agent, words, call.actor)
  if (hits.length === 0) return { text: say(call, sentences.nothing(words)) }
  const lines = hits.map(({ score, source, title, text }) => {
    const where = title === '' ? plain(source) : `${plain(source)} › ${plain(title)}`
    return `- **${score.toFixed(2)}** ${where}\n  ${plain(text, 200)}`
  })
  return { text: [say(call, sentences.found(words)), ...lines].join('\n') }
}
