import { join } from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { text } from '../../ports/command-line.ts'
import { type BackupContents, backUp, restore } from '../../store/backup/index.ts'
import { makeBackupKey } from '../../store/backup/sealed-file.ts'
import { type FileCommand, jsonOption } from '../command.ts'
import { moment } from '../table.ts'

export const backupCommands: FileCommand[] = [
  {
    name: 'backup-key',
    summary: 'Make the key that opens backups, in a new file, and show its public half, for which backups are made.',
    arguments: [
      { name: 'file', about: 'A file that is not there yet. Keep it apart from the machine and from the backups.' },
    ],
    options: { json: jsonOption },
    async look({ given, answer }) {
      const path = text(given['file'])!
      const recipient = await makeBackupKey(path)
      answer(
        `Backups are made for ${recipient}: set PARLEY_BACKUP_TO to it.\nOnly ${path} opens them. Keep it apart from this machine and from the backups: without it they cannot be restored.`,
        { recipient, file: path },
      )
      return true
    },
  },
  {
    name: 'backup',
    summary:
      'Write everything that is kept into one encrypted file, as it is at this moment. May be run beside a server.',
    options: {
      out: { about: 'A file that is not there yet.', value: 'FILE' },
      to: { about: 'The public key that it is made for; without it PARLEY_BACKUP_TO.', value: 'age1…' },
      json: jsonOption,
    },
    async look({ config, given, answer }) {
      const kept = config()
      const path = text(given['out'])
      if (path === undefined) throw new AppError('wrong_usage', 'Say where: `parley backup --out FILE`.')
      const backup = await backUp(kept, { path, recipient: text(given['to']) ?? kept.backupTo ?? '', now: Date.now })
      const key = backup.hasKey
        ? 'The key of the secrets, parley.key, is in it too.'
        : 'The key of the secrets, PARLEY_KEY, is not in it: keep that as you do.'
      answer(`${path} is written. ${told(backup)}. ${key}`, { file: path, ...backup })
      return true
    },
  },
  {
    name: 'restore',
    summary: 'Fill an empty data folder, or the empty database of DATABASE_URL, with what is in a backup.',
    arguments: [{ name: 'file', about: 'The backup.' }],
    options: {
      key: { about: 'What opens it: the file that `parley backup-key` made.', value: 'FILE' },
      forgotten: {
        about: 'The parley.forgotten of the folder that was lost: who is in it is forgotten again.',
        value: 'FILE',
      },
      json: jsonOption,
    },
    async look({ config, given, answer }) {
      const kept = config()
      const backup = await restore(kept, text(given['file'])!, keyFileOf(given['key']), text(given['forgotten']))
      const again =
        backup.forgotten === 0
          ? ''
          : ` ${backup.forgotten} of the people in it were forgotten since, and are forgotten in it too.`
      const listed = backup.isListed ? '' : `\n${unlisted}`
      const where = kept.databaseUrl === undefined ? join(kept.dataFolder, 'parley.db') : 'The database of DATABASE_URL'
      answer(
        `${where} is restored. ${told(backup)}. What waited for an answer then is not answered now: people have gone on since.${again}${listed}\nRun \`parley verify\`, then start the server.`,
        backup,
      )
      return true
    },
  },
]

const unlisted =
  'There was no list of who was forgotten since: whoever was, is in it again. Where the database of before can still be read, `parley forgotten --out FILE` writes the list: restore once more with --forgotten FILE. Else forget them again with `parley forget`.'

export function keyFileOf(given: string | true | undefined): string {
  const path = text(given)
  if (path === undefined) throw new AppError('wrong_usage', 'Name the file of the key that opens it: --key FILE.')
  return path
}

/** What is in a backup, in a sentence without its full stop. */
export function told({ at, tables }: BackupContents): string {
  const rows = tables.reduce((sum, one) => sum + one.rows, 0)
  return `It holds ${rows} rows of ${tables.length} tables, as of ${moment(at)} (UTC)`
}
