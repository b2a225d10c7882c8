import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openSqlite } from '../../src/store/sqlite.ts'
import { runCommand } from '../support/command.ts'
import { tempFolder } from '../support/temp-folder.ts'

function terminal() {
  const dataFolder = tempFolder()
  const parley = async (...argv: string[]) => {
    const out: string[] = []
    const err: string[] = []
    const io = { stdout: { write: (s: string) => out.push(s) }, stderr: { write: (s: string) => err.push(s) } }
    const code = await runCommand(argv, { ...io, env: { PARLEY_DATA: dataFolder } })
    return { code, out: out.join(''), err: err.join('') }
  }
  return { dataFolder, parley }
}

/** A house where folders made an agent, and somebody issued and revoked a key. */
async function busy() {
  const { dataFolder, parley } = terminal()
  const issued = await parley('key', 'issue', '--kind', 'management', '--name', 'Ann’s', '--json')
  const [key] = JSON.parse((await parley('key', 'list', '--json')).out) as { id: string }[]
  await parley('key', 'revoke', key!.id)
  await parley('slack', 'use', 'T0PARLEY', 'demo', '--mode', 'all')
  await parley('slack', 'unuse', 'T0PARLEY')
  return { dataFolder, parley, secret: JSON.parse(issued.out).key as string, id: key!.id }
}

describe('the log of changes at the terminal', () => {
  it('shows who changed what, the last first', async () => {
    const { parley, secret, id } = await busy()
    const { code, out } = await parley('audit', 'list')
    expect(code).toBe(0)
    const lines = out.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^N +AT +WHO +DOOR +WHAT +AGENT +SUMMARY$/)
    expect(lines[1]).toMatch(/cli +cli +agent\.unuse +demo +slack T0PARLEY$/)
    expect(lines[2]).toMatch(/cli +cli +agent\.use +demo +slack T0PARLEY: all$/)
    expect(lines[3]).toMatch(new RegExp(`cli +cli +key\\.revoke +key ${id}$`))
    expect(lines[4]).toMatch(new RegExp(`cli +cli +key\\.issue +management key ${id}, "Ann’s"$`))
    expect(lines.slice(5).join('\n')).toMatch(/folder +folder +agent\.create +demo/)
    expect(out).not.toContain(secret)

    const [last] = JSON.parse((await parley('audit', 'list', '--limit', '1', '--json')).out)
    expect(last).toMatchObject({ action: 'agent.unuse', actor: 'cli', account: 'default' })
    const before = JSON.parse((await parley('audit', 'list', '--before', `${last.n}`, '--agent', 'demo', '--json')).out)
    expect(before[0]).toMatchObject({ action: 'agent.use', n: last.n - 1 })
    expect((await parley('audit', 'list', '--limit', 'all')).code).toBe(2)
  })

  it('is written for a SIEM, each row once', async () => {
    const { dataFolder, parley } = await busy()
    const cursor = join(dataFolder, 'siem.json')
    const first = await parley('audit', 'export', '--cursor', cursor)
    const rows = first.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const [{ rows: all, head }] = JSON.parse((await parley('audit', 'verify', '--json')).out)
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: all }, (_, i) => i + 1))
    expect(rows.at(-1)).toMatchObject({
      account: 'default',
      action: 'agent.unuse',
      hash: head,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect((await parley('audit', 'export', '--cursor', cursor)).out).toBe('')
    await parley('slack', 'use', 'T0PARLEY', 'demo')
    const next = (await parley('audit', 'export', '--cursor', cursor)).out
    expect(JSON.parse(next)).toMatchObject({ n: all + 1, action: 'agent.use', previous: head })
    expect((await parley('audit', 'export')).out).toBe(first.out + next)

    writeFileSync(cursor, 'not a cursor')
    const damaged = await parley('audit', 'export', '--cursor', cursor)
    expect(damaged).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Name another file') })
  })

  it('is held to what its owners were told', async () => {
    const { parley } = await busy()
    const [{ n, hash }] = JSON.parse((await parley('audit', 'list', '--limit', '1', '--json')).out)
    expect((await parley('audit', 'verify', '--witness', `${n}:${hash}`)).code).toBe(0)
    const other = await parley('audit', 'verify', '--witness', `${n}:${'0'.repeat(64)}`)
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining(`it has the hash ${hash} now`) })
    const gone = await parley('audit', 'verify', '--witness', `${n + 1}:${hash}`)
    expect(gone).toMatchObject({ code: 1, err: expect.stringContaining('it is not there any more') })
    expect((await parley('audit', 'verify', '--witness', 'yesterday')).code).toBe(2)
  })

  it('is found whole, and told which row is not', async () => {
    const { dataFolder, parley } = await busy()
    const whole = await parley('audit', 'verify', '--json')
    expect(whole.code).toBe(0)
    const [{ rows, head }] = JSON.parse(whole.out)
    expect((await parley('audit', 'verify')).out).toMatch(new RegExp(`default +${rows} +${head}`))

    const db = await openSqlite(dataFolder)
    await sql`drop trigger audit_stays`.execute(db.query)
    await db.query.updateTable('audit').set({ actor: 'nobody' }).where('n', '=', 2).execute()
    await db.close()
    const broken = await parley('audit', 'verify')
    expect(broken.code).toBe(1)
    expect(broken.err).toContain('row 2 of default: it was changed: its hash is that of something else')
  })
})
