import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { agreeOnKey, createSecrets, dropFormerKeys, forgetKeys, introduceKey, rekey } from '../../admin/index.ts'
import type { Config } from '../../config/index.ts'
import { counted } from '../../lib/counts.ts'
import { AppError } from '../../lib/errors.ts'
import { acceptRestored } from '../../store/backup/index.ts'
import { checkDatabase } from '../../store/check.ts'
import { copyToPostgres } from '../../store/copy.ts'
import type { Partition } from '../../store/history.ts'
import { forgetMarker } from '../../store/marker.ts'
import { bringUpToDate, databaseStatus, expectKept, openDatabase } from '../../store/open.ts'
import { partitionsOf } from '../../store/partitions.ts'
import { type FileCommand, jsonOption } from '../command.ts'
import { moment, table } from '../table.ts'

export const dbCommands: FileCommand[] = [
  {
    name: 'db status',
    summary:
      'Show which changes of the tables the database has had and has yet to have, and what PostgreSQL keeps by weeks.',
    options: { json: jsonOption },
    async look({ config, answer }) {
      const kept = config()
      const all = await databaseStatus(kept)
      const due = all.filter(({ at }) => at === undefined).length
      const { databaseUrl } = kept
      const partitions = databaseUrl !== undefined && due === 0 ? await partitionsOf(databaseUrl) : []
      const rows = all.map(({ name, at }) => [name, at ? moment(at.getTime()) : 'due'])
      const last =
        due === 0
          ? 'Everything is up to date.'
          : `${due} to be done: \`parley db migrate\`, or the next start, does it.`
      const weeks = partitions.length === 0 ? '' : `${tableOf(partitions)}\n`
      answer(`${kindOf(kept)}\n${table(['CHANGE', 'DONE'], rows)}\n${weeks}${last}`, { changes: all, partitions })
      return due === 0
    },
  },
  {
    name: 'db migrate',
    summary: 'Bring the tables of the database up to date, as a start of the server would.',
    options: { json: jsonOption },
    async look({ config, answer }) {
      const kept = config()
      const before = await databaseStatus(kept)
      await bringUpToDate(kept)
      const done = before.filter(({ at }) => at === undefined).map(({ name }) => name)
      answer(done.length === 0 ? 'Everything was up to date.' : `Done: ${done.join(', ')}.`, done)
      return true
    },
  },
  {
    name: 'db check',
    summary:
      'Look whether the database is whole, and the one that the data folder remembers. May be run beside a server.',
    options: { json: jsonOption },
    async look({ config, answer }) {
      const checked = await checkDatabase(config())
      const lines = checked.flatMap(({ what, faults }) =>
        faults.length === 0 ? [`ok      ${what}`] : faults.map((fault) => `FAULT   ${what}: ${fault}`),
      )
      answer(lines.join('\n'), checked)
      return checked.every(({ faults }) => faults.length === 0)
    },
  },
  {
    name: 'db accept',
    summary: 'Go on with the database that is there, though it is another, an older or an emptier one than before.',
    options: {
      restored: {
        about:
          'It was restored: what waited in it is not answered, posted or called any more. No server may be running.',
      },
      json: jsonOption,
    },
    async look({ config, given, answer }) {
      const kept = config()
      const { dataFolder } = kept
      if (given['restored']) {
        await acceptRestored(kept)
        answer('The database that is there is the right one now, and nothing waits in it.', { accepted: true })
        return true
      }
      const accepted = forgetMarker(dataFolder)
      const say = accepted
        ? 'The next start takes the database that is there for the right one, and begins an empty one where there is none.'
        : `The data folder ${dataFolder} remembers no database: there is nothing to accept.`
      answer(say, { accepted })
      return true
    },
  },
  {
    name: 'db copy',
    summary:
      'Copy everything from the data folder into the empty PostgreSQL database of DATABASE_URL, and compare both.',
    options: { json: jsonOption },
    async look({ config, answer }) {
      const { dataFolder, databaseUrl } = urlOf(config())
      const copied = await copyToPostgres(dataFolder, databaseUrl)
      const rows = copied.map(({ table, rows, sha256 }) => [table, String(rows), sha256])
      const head = ['TABLE', 'ROWS', 'SHA-256 OF BOTH SIDES']
      const last = existsSync(join(dataFolder, 'parley.key'))
        ? `Both sides are the same. Keep ${join(dataFolder, 'parley.key')}: what is encrypted is read with it.`
        : 'Both sides are the same.'
      answer(`${table(head, rows)}\n${last}`, copied)
      return true
    },
  },
  {
    name: 'rekey',
    summary: 'Encrypt every secret anew with another key. May be run beside servers, broken off and run again.',
    options: { json: jsonOption },
    async look({ config, answer }) {
      const kept = config()
      expectKept(kept)
      const db = await openDatabase(kept)
      try {
        // Of a file the next key is made here; PARLEY_KEY names its keys itself.
        if (!kept.secretKeys) introduceKey(kept.dataFolder)
        const secrets = createSecrets({ dataFolder: kept.dataFolder, keys: kept.secretKeys })
        await agreeOnKey({ store: { db }, keys: secrets.keys, alone: false })
        const done = await rekey(db, secrets)
        if (!kept.secretKeys) dropFormerKeys(kept.dataFolder)
        const last = kept.secretKeys
          ? 'Take the former keys out of PARLEY_KEY of all processes now.'
          : `${join(kept.dataFolder, 'parley.key')} holds the new key alone. Make a backup: those of before hold the former one.`
        answer(`${secretsAre(done.secrets)} encrypted anew with the key ${done.key}. ${last}`, done)
      } finally {
        await db.close()
      }
      return true
    },
  },
  {
    name: 'db forget-keys',
    summary: 'After PARLEY_KEY or parley.key was lost: start with another one; secrets have to be set anew.',
    options: { json: jsonOption },
    async look({ config, answer }) {
      const db = await openDatabase(config())
      try {
        await forgetKeys({ db })
      } finally {
        await db.close()
      }
      const say =
        'The next start takes the key it is given. Secrets that were encrypted with the lost one have to be set anew.'
      answer(say, {})
      return true
    },
  },
]

const secretsAre = (n: number): string => counted('en', n, { one: '# secret is', other: '# secrets are' })

function urlOf({ dataFolder, databaseUrl }: Config): { dataFolder: string; databaseUrl: string } {
  if (databaseUrl === undefined) {
    throw new AppError(
      'no_database_url',
      'Set DATABASE_URL to the PostgreSQL database that everything is to be copied into.',
    )
  }
  return { dataFolder, databaseUrl }
}

function tableOf(partitions: readonly Partition[]): string {
  const day = (time: number | undefined) => (time === undefined ? '' : new Date(time).toISOString().slice(0, 10))
  const rows = partitions.map(({ name, from, to, rows, bytes }) => {
    return [name, day(from), day(to), String(rows), `${Math.ceil(bytes / 1024)} KB`]
  })
  return table(['PARTITION', 'FROM', 'TO', 'ROWS, ABOUT', 'SIZE'], rows)
}

function kindOf({ databaseUrl, dataFolder }: { databaseUrl?: string; dataFolder: string }): string {
  return databaseUrl === undefined ? `SQLite, in ${join(dataFolder, 'parley.db')}` : 'PostgreSQL, of DATABASE_URL'
}
