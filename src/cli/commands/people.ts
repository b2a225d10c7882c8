import { writeFileSync } from 'node:fs'
import { atTerminal } from '../../admin/actor.ts'
import { type Receipt, summaryOf } from '../../admin/people/index.ts'
import { AppError } from '../../lib/errors.ts'
import { text } from '../../ports/command-line.ts'
import { accountOf, accountOption, type Command, jsonOption } from '../command.ts'

const uid = { name: 'uid', about: 'Whose, e.g. slack_T0PARLEY_U0ANN; as `parley agent role list` shows them.' }
const agentOption = { about: 'Only what this agent keeps of them.', value: 'AGENT' }

/** What an operator does for a person who asks them to; people do it themselves by `/agent me`. */
export const peopleCommands: Command[] = [
  {
    name: 'forget',
    onlyExisting: true,
    summary: 'Take everything of a person out of every table, also beside a server. What was begun comes to its end.',
    arguments: [uid],
    options: {
      agent: agentOption,
      proof: { about: 'Then look for texts of theirs in every byte of the data folder, or every row of the database.' },
      account: accountOption,
      json: jsonOption,
    },
    async run({ admin, given, answer }) {
      const account = accountOf(given)
      await admin.accounts.get(account)
      const person = { account, uids: [text(given['uid'])!], agent: text(given['agent']) }
      const actor = { ...atTerminal, account }
      const receipt = await admin.people.forget(person, actor, { proves: given['proof'] === true })
      // A uid that was misspelt must not pass for somebody who is gone.
      if (receipt.rows === 0) throw new AppError('nothing_kept', nothingOf(person))
      answer(told(receipt), receipt)
    },
  },
  {
    name: 'export',
    onlyExisting: true,
    summary: 'Write everything that is kept of a person into a file: JSON, or a page where its name ends in .html.',
    arguments: [uid, { name: 'file', about: 'A file that is not there yet.' }],
    options: { agent: agentOption, account: accountOption, json: jsonOption },
    async run({ admin, given, answer }) {
      const account = accountOf(given)
      await admin.accounts.get(account)
      const kept = await admin.people.export({ account, uids: [text(given['uid'])!], agent: text(given['agent']) })
      const path = text(given['file'])!
      const body = path.endsWith('.html') ? admin.people.page(kept, 'en') : `${JSON.stringify(kept, undefined, 2)}\n`
      write(path, body)
      answer(`${path} is written.`, { file: path })
    },
  },
  {
    name: 'forgotten',
    onlyExisting: true,
    summary:
      'Write the list of who was forgotten into a file, which a restore of an older backup needs; no ids stand in it.',
    options: { out: { about: 'A file that is not there yet.', value: 'FILE' }, json: jsonOption },
    async run({ admin, given, answer }) {
      const path = text(given['out'])
      if (path === undefined) throw new AppError('wrong_usage', 'Say where: `parley forgotten --out FILE`.')
      const { list, count } = await admin.people.forgotten()
      write(path, list)
      answer(`${path} is written: ${count} were forgotten. Keep it with your backups.`, {
        file: path,
        forgotten: count,
      })
    },
  },
]

function write(path: string, body: string): void {
  try {
    writeFileSync(path, body, { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    throw new AppError('file_exists', `${path} cannot be written: ${(cause as Error).message}.`, { cause })
  }
}

function nothingOf({ account, uids, agent }: { account: string; uids: readonly string[]; agent?: string | undefined }) {
  const where = agent === undefined ? `account ${account}` : `agent ${agent} of account ${account}`
  return `Nothing of ${uids.join(', ')} was kept in ${where}. Check the uid, as \`parley agent role list\` shows it, and --account.`
}

function told({ person, rows, removed, scrubbed, ms, proof }: Receipt): string {
  const lines = [
    `Forgotten, in ${ms} ms: ${rows} rows (${summaryOf(removed)}).`,
    scrubs[scrubbed.log],
    ...(scrubbed.isOwed ? [owed] : []),
    `In the log they are ${person}. Keep parley.forgotten with your backups: restores need it.`,
  ]
  if (!proof) return lines.join('\n')
  const { words, searched, found, named } = proof
  const where = searched.files > 0 ? `${searched.bytes} bytes of ${searched.files} files` : `${searched.tables} tables`
  lines.push(
    found.length === 0
      ? `Proof: none of ${words} texts of theirs is in ${where}.`
      : `Of ${words} texts of theirs some are found in ${found.join(', ')}: others may have said the same.`,
    ...named.map(({ column, why }) => `Their id stays in ${column}: ${why}.`),
  )
  return lines.join('\n')
}

const owed =
  'In the free room of parley.db copies of it can stand, which SQLite made when it moved rows: a server that runs writes the file anew between 3 and 4 in the night.'

const scrubs = {
  emptied: 'What was deleted is overwritten, and the log of the database is empty.',
  'in use': 'Somebody reads the database at the moment: its log still holds what was deleted. Run this again.',
  vacuumed:
    'The room of what was deleted is free. The log, archives and replicas of PostgreSQL keep it for as long as you do.',
}
