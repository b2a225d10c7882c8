import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Actor } from '../../admin/actor.ts'
import { countedEn } from '../../lib/counts.ts'
import { AppError } from '../../lib/errors.ts'
import type { Hit } from '../../model/knowledge.ts'
import { text } from '../../ports/command-line.ts'
import { accountOf, accountOption, agentOf, type Command, jsonOption, type LineContext, texts } from '../command.ts'
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
      const { admin, given, answer } = call
      const lines: string[] = []
      const added = []
      for (const path of texts(given['file'])) {
        const name = basename(path)
        const { source, changed, warnings } = await admin.knowledge.add(
          agentOf(given)!,
          { name, bytes: read(path) },
          actorOf(call),
        )
        const { passages } = source
        lines.push(changed ? `${name}: ${countedEn(passages, 'passage')}.` : `${name}: unchanged.`)
        added.push({ name, changed, passages, warnings })
      }
      const warnings = new Set(
        added.flatMap(({ warnings }) => warnings.map(({ path, message }) => `${path} ${message}.`)),
      )
      answer([...lines, ...warnings].join('\n'), added)
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

function show({ score, source, title, text }: Hit): string {
  return `${score.toFixed(2)}  ${title === '' ? source : `${source} › ${title}`}\n${text.replace(/^/gm, '      ')}`
}

function read(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new AppError('file_unreadable', `${path} cannot be read: ${(cause as Error).message}.`, { cause })
  }
}
