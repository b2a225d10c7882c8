import { basename } from 'node:path'
import type { Actor } from '../../admin/actor.ts'
import { countedEn } from '../../lib/counts.ts'
import { AppError, type Fault } from '../../lib/errors.ts'
import type { Hit } from '../../model/knowledge.ts'
import { text } from '../../ports/command-line.ts'
import { accountOf, accountOption, agentOf, type Command, jsonOption, type LineContext, texts } from '../command.ts'
import { bytesAt } from '../file-at.ts'
import { moment, table } from '../table.ts'

const agent = { name: 'agent', about: 'The id of the agent.' }
const options = { account: accountOption, json: jsonOption }

const actorOf = ({ given }: LineContext): Actor => ({
  account: accountOf(given),
  author: 'cli',
  door: 'cli',
})

export const knowledgeCommands: Command[] = [
  {
    name: 'knowledge add',
    summary: 'Let an agent know files: text, Markdown, HTML, CSV, PDF, Word, Excel, PowerPoint, e-mail or zip.',
    arguments: [agent, { name: 'file', about: 'Each takes the place of the one of its name.', many: true }],
    options,
    async run(call) {
      const { given, answer } = call
      const paths = texts(given['file'])
      // One alone is refused like anything else; of several, those that can be read are added.
      const done: Done[] = []
      for (const path of paths) done.push(await addFile(call, path, paths.length > 1))
      const warnings = done.flatMap(({ added }) => added?.warnings ?? [])
      const warned = new Set(warnings.map(({ path, message }) => `${path} ${message}.`))
      answer(
        [...done.map(({ line }) => line), ...warned].join('\n'),
        done.map(({ name, added, fault }) => ({ name, ...added, ...fault })),
      )
      return done.every(({ added }) => added)
    },
  },
  {
    name: 'knowledge list',
    summary: 'List what an agent knows.',
    arguments: [agent],
    options,
    async run(call) {
      const sources = await call.admin.knowledge.list(agentOf(call.given)!, actorOf(call))
      const rows = sources.map(({ name, mimetype, bytes, passages, createdAt }) => [
        name,
        `${passages}`,
        `${bytes}`,
        moment(createdAt),
        mimetype,
      ])
      const people =
        rows.length === 0 ? 'It knows nothing yet.' : table(['NAME', 'PASSAGES', 'BYTES', 'ADDED', 'TYPE'], rows)
      call.answer(people, sources)
    },
  },
  {
    name: 'knowledge remove',
    summary: 'Let an agent forget a file.',
    arguments: [agent, { name: 'name', about: 'The name of the file, as `parley knowledge list` shows it.' }],
    options,
    async run(call) {
      const { admin, given, answer } = call
      const name = text(given['name'])!
      await admin.knowledge.remove(agentOf(given)!, name, actorOf(call))
      answer(`${name} is gone.`, { name })
    },
  },
  {
    name: 'knowledge search',
    summary: 'Show what an agent would find for a question, whatever its threshold.',
    arguments: [agent, { name: 'text', about: 'The question.', many: true }],
    options,
    async run(call) {
      const { admin, given, answer } = call
      const question = texts(given['text']).join(' ')
      const hits = await admin.knowledge.search(agentOf(given)!, question, actorOf(call))
      answer(hits.length === 0 ? 'Nothing was found.' : hits.map(show).join('\n\n'), hits)
    },
  },
]

interface Done {
  name: string
  line: string
  added?: { changed: boolean; passages: number; warnings: readonly Fault[] }
  fault?: { code: string; detail: string }
}

/** What is wrong with a file, and with nothing else. */
const ofFile = ['file_unreadable', 'document_unreadable', 'document_too_large', 'invalid_knowledge_name']

async function addFile(call: LineContext, path: string, goesOn: boolean): Promise<Done> {
  const name = basename(path)
  try {
    const file = { name, bytes: bytesAt(path) }
    const { source, ...added } = await call.admin.knowledge.add(agentOf(call.given)!, file, actorOf(call))
    const { passages } = source
    const line = added.changed ? `${name}: ${countedEn(passages, 'passage')}.` : `${name}: unchanged.`
    return { name, line, added: { ...added, passages } }
  } catch (error) {
    if (!goesOn || !(error instanceof AppError) || !ofFile.includes(error.code)) throw error
    const { code, message: detail } = error
    return { name, line: `${name}: not added. ${detail}`, fault: { code, detail } }
  }
}

function show({ score, source, title, text }: Hit): string {
  return `${score.toFixed(2)}  ${title === '' ? source : `${source} › ${title}`}\n${text.replace(/^/gm, '      ')}`
}
