import type { Store } from '../../src/store/index.ts'

const later = Date.now() + 86_400_000

/** As if somebody had asked there to be reminded, were asked about a call, and had set as an admin what is asked there every day. */
export async function plantWaiting({ db, timers }: Store, key: string, conversation: string) {
  const at = { key, conversation, due: later, zone: 'UTC', context: '{}', server: 'here' }
  const call = { turn: 'none', version: 1, tool: 'create_issue', arguments: '{}', hash: 'none', rounds: '[]' }
  const told = { approvers: null, decided_by: null, result: null, standing: null, told_at: null }
  await db.batch([
    timers.addStep({ ...at, task: { kind: 'reminder', text: 'drink' } }),
    timers.addStep({ ...at, rule: 'FREQ=DAILY', task: { kind: 'ask', text: 'stand-up' } }),
  ])
  await db.query
    .insertInto('tool_approval')
    .values({
      ...{ id: `${key} ${conversation}`, key, conversation, ...call, ...told },
      ...{ asks: 'ask', state: 'asked', asked_at: 1, expires_at: later },
    })
    .execute()
}

/** What waits of somebody there yet. */
export async function stillWaiting({ db }: Store, key: string, conversation: string): Promise<string[]> {
  const timers = db.query.selectFrom('timer').select('kind').where('key', '=', key)
  const asked = db.query.selectFrom('tool_approval').select('state').where('key', '=', key)
  const [kinds, states] = await Promise.all([
    timers.where('conversation', '=', conversation).orderBy('kind').execute(),
    asked.where('conversation', '=', conversation).execute(),
  ])
  return [...kinds.map(({ kind }) => kind), ...states.map(({ state }) => state)]
}
