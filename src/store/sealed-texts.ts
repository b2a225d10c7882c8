import { readOrderKey } from '../model/key.ts'
import { callContext, followedContext } from '../ports/secrets.ts'
import type { Database } from './database.ts'
import { stepOf } from './statement.ts'

/** A text that holds what was encrypted, and whose it is. */
export interface SealedText {
  text: string
  /** Of an agent's webhooks, of an account's events, or of an installation; or what it was sealed with. */
  of: { agent: string } | { account: string } | { platform: string; id: string } | { context: string }
  /** False of a version of an agent that is not live, and of an answer that is kept for a day. */
  isUsed: boolean
  /** False when somebody else has changed it since it was read. */
  replace(text: string): Promise<boolean>
}

/** In a text, or all of it: see `admin/secrets.ts`. */
export const sealedPattern = /\bv1:([\da-f]{8}):[\w-]+:[\w-]+:[\w-]*/g

const rowsAtOnce = 200

/**
 * Every text in which anything is encrypted, the versions of agents that are not live too: one may be rolled back to. A column that
 * is not here is not known to `parley rekey`, nor to `parley verify`.
 */
export async function* sealedTexts({ query, batch }: Pick<Database, 'query' | 'batch'>): AsyncIterable<SealedText> {
  const hooks = await query.selectFrom('webhook_secret').select(['agent', 'name', 'secret', 'previous']).execute()
  for (const { agent, name, ...row } of hooks) {
    for (const column of ['secret', 'previous'] as const) {
      const text = row[column]
      if (text === null) continue
      const change = query.updateTable('webhook_secret').where('agent', '=', agent).where('name', '=', name)
      const replace = (next: string) =>
        batch([stepOf(change.set({ [column]: next }).where(column, '=', text), { guard: true })])
      yield { text, of: { agent }, isUsed: true, replace }
    }
  }
  yield* grants({ query, batch })
  const endpoints = await query.selectFrom('event_endpoint').select(['id', 'account', 'secret']).execute()
  for (const { id, account, secret } of endpoints) {
    const change = query.updateTable('event_endpoint').where('id', '=', id)
    const replace = (next: string) =>
      batch([stepOf(change.set({ secret: next }).where('secret', '=', secret), { guard: true })])
    yield { text: secret, of: { account }, isUsed: true, replace }
  }
  const places = await query
    .selectFrom('installation')
    .select(['platform', 'id', 'secret'])
    .where('secret', 'is not', null)
    .execute()
  for (const { platform, id, secret } of places) {
    const change = query.updateTable('installation').where('platform', '=', platform).where('id', '=', id)
    const replace = (next: string) =>
      batch([stepOf(change.set({ secret: next }).where('secret', '=', secret), { guard: true })])
    yield { text: secret!, of: { platform, id }, isUsed: true, replace }
  }
  yield* answers({ query, batch })
  const drafts = await query.selectFrom('draft').select(['agent', 'document']).execute()
  for (const { agent, document } of drafts) {
    const change = query.updateTable('draft').where('agent', '=', agent)
    const replace = (next: string) =>
      batch([stepOf(change.set({ document: next }).where('document', '=', document), { guard: true })])
    yield { text: document, of: { agent }, isUsed: true, replace }
  }
  for await (const { agent, n, head, document } of versions({ query })) {
    const change = query.updateTable('agent_version').where('agent', '=', agent).where('n', '=', n)
    const replace = (next: string) =>
      batch([stepOf(change.set({ document: next }).where('document', '=', document), { guard: true })])
    yield { text: document, of: { agent }, isUsed: n === head, replace }
  }
}

/** What servers of tools let people and agents do, and what those servers know the agents as. */
async function* grants({ query, batch }: Pick<Database, 'query' | 'batch'>): AsyncIterable<SealedText> {
  for (const { key, server, sealed: text } of await query.selectFrom('tool_grant').selectAll().execute()) {
    const change = query.updateTable('tool_grant').where('key', '=', key).where('server', '=', server)
    const replace = (sealed: string) =>
      batch([stepOf(change.set({ sealed }).where('sealed', '=', text), { guard: true })])
    yield { text, of: { agent: readOrderKey(key).agent }, isUsed: true, replace }
  }
  for (const { agent, issuer, redirect, sealed: text } of await query.selectFrom('tool_client').selectAll().execute()) {
    const one = query.updateTable('tool_client').where('agent', '=', agent).where('issuer', '=', issuer)
    const change = one.where('redirect', '=', redirect).where('sealed', '=', text)
    const replace = (sealed: string) => batch([stepOf(change.set({ sealed }), { guard: true })])
    yield { text, of: { agent }, isUsed: true, replace }
  }
  const waiting = query.selectFrom('tool_connecting').selectAll().where('sealed', 'is not', null)
  for (const { hash, agent, sealed: text } of await waiting.execute()) {
    const change = query.updateTable('tool_connecting').where('hash', '=', hash).where('sealed', '=', text)
    const replace = (sealed: string) => batch([stepOf(change.set({ sealed }), { guard: true })])
    yield { text: text!, of: { agent }, isUsed: true, replace }
  }
}

/** What callers over HTTP were told, or are: kept for those who come back to it. */
async function* answers(db: Pick<Database, 'query' | 'batch'>): AsyncIterable<SealedText> {
  yield* calls(db)
  yield* followed(db)
}

async function* calls({ query, batch }: Pick<Database, 'query' | 'batch'>): AsyncIterable<SealedText> {
  for (let after = ''; ; ) {
    const rows = await query
      .selectFrom('idempotent_call')
      .select(['account', 'key', 'answer'])
      .where('answer', 'is not', null)
      .where('key', '>', after)
      .orderBy('key')
      .limit(rowsAtOnce)
      .execute()
    for (const { account, key, answer: text } of rows) {
      const one = query.updateTable('idempotent_call').where('account', '=', account).where('key', '=', key)
      const replace = (answer: string) =>
        batch([stepOf(one.set({ answer }).where('answer', '=', text), { guard: true })])
      yield { text: text!, of: { context: callContext({ account, key }) }, isUsed: false, replace }
    }
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)!.key
  }
}

async function* followed({ query, batch }: Pick<Database, 'query' | 'batch'>): AsyncIterable<SealedText> {
  for (let after = ''; ; ) {
    const rows = await query
      .selectFrom('followed_turn')
      .select(['id', 'request', 'told', 'outcome'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const { id, ...row } of rows) {
      for (const column of ['request', 'told', 'outcome'] as const) {
        const text = row[column]
        if (text === null) continue
        const change = query.updateTable('followed_turn').where('id', '=', id).where(column, '=', text)
        const replace = (next: string) => batch([stepOf(change.set({ [column]: next }), { guard: true })])
        yield { text, of: { context: followedContext(id) }, isUsed: false, replace }
      }
    }
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)!.id
  }
}

/** Of all agents, without holding more than some of them. */
async function* versions({ query }: Pick<Database, 'query'>) {
  let after: { agent: string; n: number } | undefined
  for (;;) {
    const last = after
    const rows = await query
      .selectFrom('agent_version')
      .leftJoin('agent as owner', 'owner.id', 'agent')
      .select(['agent', 'n', 'document', 'owner.head'])
      .$if(last !== undefined, (q) =>
        q.where((e) =>
          e.or([e('agent', '>', last!.agent), e.and([e('agent', '=', last!.agent), e('n', '>', last!.n)])]),
        ),
      )
      .orderBy('agent')
      .orderBy('n')
      .limit(rowsAtOnce)
      .execute()
    yield* rows
    after = rows.at(-1)
    if (rows.length < rowsAtOnce) return
  }
}
