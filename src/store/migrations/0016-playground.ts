import { type Kysely, sql } from 'kysely'
import { playgroundAccount } from '../apart.ts'
import { sealed } from '../audit.ts'

/** Where the stand-ins of the playground have the app, and the uids of those who are there. */
const installations = [
  { platform: 'slack', id: 'T0PARLEY' },
  { platform: 'discord', id: '1200000000000000100' },
  { platform: 'discord', id: '@1200000000000000001' },
  { platform: 'teams', id: '7a11e500-0000-4000-8000-00000000001d' },
]
const people = /^(?:slack_T0PARLEY_|discord_12000000000000000(?:11|12)$|teams_7a11e500-0000-4000-8000-00000000001d_)/
const places =
  /^(?:slack:T0PARLEY|discord:(?:1200000000000000100|@1200000000000000001)|teams:7a11e500-0000-4000-8000-00000000001d)(?![A-Z0-9-])/

interface Tables {
  account: Record<string, unknown> & { id: string }
  installation: { platform: string; id: string; account: string }
  role: { account: string; person: string; agent: string; role: string }
  binding: { place: string; account: string }
  audit: Parameters<typeof sealed>[0] & { hash: string }
}

/**
 * The playground was the first account's: whoever tried it became the owner of everything, and nobody else could. It has an account
 * of its own now, and those who are only there are nothing elsewhere. Their roles that go stand in the audit log.
 */
export async function up(given: Kysely<unknown>): Promise<void> {
  const db = given as Kysely<Tables>
  const moved = []
  for (const { platform, id } of installations) {
    const one = db.selectFrom('installation').select('account').where('platform', '=', platform).where('id', '=', id)
    const found = await one.executeTakeFirst()
    if (found) moved.push({ platform, id, account: found.account })
  }
  if (moved.length === 0) return
  const at = Date.now()
  await sql`insert into account (id, name, plan, email, api_enabled, has_created_agent, default_agent, created_at)
    values (${playgroundAccount}, 'Playground', 'default', null, 1, 0, null, ${at}) on conflict (id) do nothing`.execute(
    db,
  )
  for (const { platform, id } of moved) {
    const one = db.updateTable('installation').set({ account: playgroundAccount })
    await one.where('platform', '=', platform).where('id', '=', id).execute()
  }
  const bindings = (await db.selectFrom('binding').select('place').execute()).filter(({ place }) => places.test(place))
  for (const { place } of bindings) await db.deleteFrom('binding').where('place', '=', place).execute()
  const roles = (await db.selectFrom('role').selectAll().execute()).filter(({ person }) => people.test(person))
  for (const { account, person, agent } of roles) {
    const one = db.deleteFrom('role').where('account', '=', account).where('person', '=', person)
    await one.where('agent', '=', agent).execute()
  }
  for (const account of new Set([...moved, ...roles].map((one) => one.account))) {
    const lines = [
      'The playground has an account of its own from now on.',
      ...roles
        .filter((one) => one.account === account)
        .map(({ person, role, agent }) => `${person}: ${agent === '' ? role : `${role} of ${agent}`} → member`),
    ]
    await tell(db, account, at, lines.join('\n'))
  }
}

async function tell(db: Kysely<Tables>, account: string, at: number, summary: string): Promise<void> {
  const rows = db.selectFrom('audit').select(['n', 'hash']).where('account', '=', account)
  const last = await rows.orderBy('n', 'desc').limit(1).executeTakeFirst()
  const row = sealed({
    account,
    n: Number(last?.n ?? 0) + 1,
    at,
    actor: 'upgrade',
    door: 'cli',
    action: 'playground.apart',
    agent: null,
    summary,
    nonce: 'playground.apart',
    previous: last?.hash ?? '',
  })
  await db.insertInto('audit').values(row).execute()
}
