import { type SqlBool, sql } from 'kysely'
import type { Database } from './database.ts'
import { locks } from './locks.ts'
import { type Step, statement, step } from './statement.ts'
import type { SaidTable, TalkReadTable } from './tables.ts'

export type TranscriptLine = Omit<SaidTable, 'id'>

/** Kept of one talk, and of one message in it. */
const keptMessages = 50
const keptCharacters = 2000
/** Which talk somebody speaks in, and from where on its messages are news to the agent that answers them. */
export interface Listening {
  talk: string
  /** For a reply: the message that its thread began with. */
  root?: string | undefined
  /** The message that is answered: what was said later is not about it. */
  eventId: string
  uid: string
  since: number
  /** So many of the newest. */
  limit: number
}

type KnownMessage = Pick<TranscriptLine, 'event_id' | 'author' | 'name' | 'kind' | 'text' | 'at'>

export interface KnownTalk {
  /** Since the agent last answered this person there, oldest first. */
  messages: KnownMessage[]
  /** So many more that are kept were said there since then, before those. */
  older: number
  /** What was said before that may have been heard too, and is not kept any more. */
  isCut: boolean
  /** The event of the last message of theirs that the agent has answered there: what was said until then is in its memory. */
  answered?: string
  /** What the thread began with, if that was heard. `isOwn`: it was theirs, and answered. */
  root?: KnownMessage & { isOwn: boolean }
  /** Until where it was read; `is_whole`: what was said since then was heard. */
  read?: Pick<TalkReadTable, 'read_to' | 'is_whole'>
}

/**
 * The last messages that people said where an agent takes part, whether to it or not: what they quote when they ask it. It is
 * bounded, follows edits and deletions, and is nobody's state.
 */
export function said(db: Database) {
  const { query } = db
  const lock = locks(db)
  const keep = statement((p: TranscriptLine) =>
    query
      .insertInto('said')
      .values({
        talk: p.talk,
        event_id: p.event_id,
        uid: p.uid,
        author: p.author,
        name: p.name,
        kind: p.kind,
        text: p.text,
        asked: p.asked,
        at: p.at,
        agent: p.agent,
      })
      .onConflict((c) => c.columns(['talk', 'event_id']).doUpdateSet({ asked: p.asked, at: p.at, agent: p.agent })),
  )
  /** What was deleted before it came stays away. */
  const overhear = statement((p: TranscriptLine) =>
    query
      .insertInto('said')
      .columns(['talk', 'event_id', 'uid', 'author', 'name', 'kind', 'text', 'asked', 'at', 'agent'])
      .expression(
        query
          .selectNoFrom((e) => [
            e.val(p.talk).as('talk'),
            e.val(p.event_id).as('event_id'),
            e.val(p.uid).as('uid'),
            e.val(p.author).as('author'),
            e.val(p.name).as('name'),
            e.val(p.kind).as('kind'),
            e.val(p.text).as('text'),
            e.val(p.asked).as('asked'),
            e.val(p.at).as('at'),
            e.val(p.agent).as('agent'),
          ])
          .where((e) =>
            e.not(
              e.exists(
                e
                  .selectFrom('inbox')
                  .select('id')
                  .where('event_id', '=', p.event_id)
                  .where('cancelled', '=', sql.lit('deleted')),
              ),
            ),
          ),
      )
      .onConflict((c) => c.columns(['talk', 'event_id']).doUpdateSet({ asked: p.asked, at: p.at, agent: p.agent })),
  )
  /**
   * Whether it was said before the message that is answered, by the platform's time: several sockets may bring what was said at
   * once in another order. Event ids of one talk grow with time, which decides between equal milliseconds. True of everything where
   * what is answered is no message: a button may have been pressed.
   */
  const isBefore = (p: { talk: string; event_id: string }) =>
    sql<SqlBool>`coalesce((at, event_id) < (${query
      .selectFrom('said as own')
      .select(['own.at', 'own.event_id'])
      .where('own.talk', '=', p.talk)
      .where('own.event_id', '=', p.event_id)}), true)`
  const lastAnswered = statement((p: { talk: string; event_id: string; uid: string }) =>
    query
      .selectFrom('said')
      .select(['id', 'event_id'])
      .where('talk', '=', p.talk)
      .where('uid', '=', p.uid)
      .where('asked', '=', sql.lit(1))
      .where(isBefore(p))
      .orderBy('id', 'desc')
      .limit(sql.lit(1)),
  )
  interface Between {
    talk: string
    event_id: string
    after: number
    since: number
  }
  const allBetween = (p: Between) =>
    query
      .selectFrom('said')
      .where('talk', '=', p.talk)
      .where('event_id', '!=', p.event_id)
      .where('id', '>', p.after)
      .where('at', '>=', p.since)
      .where(isBefore(p))
  /** Without what the thread began with, which is told by itself. */
  const countBetween = statement((p: Between & { root: string }) =>
    allBetween(p)
      .where('event_id', '!=', p.root)
      .select((e) => e.fn.countAll<number | string>().as('n')),
  )
  const between = statement((p: Between & { limit: number }) =>
    allBetween(p)
      .select(['event_id', 'author', 'name', 'kind', 'text', 'at'])
      .orderBy('at', 'desc')
      .orderBy('event_id', 'desc')
      .limit(p.limit),
  )
  /** A message in whichever talk it was said: of what begins a thread that is the channel. */
  const anywhere = statement((p: { event_id: string }) =>
    query
      .selectFrom('said')
      .select(['event_id', 'author', 'name', 'kind', 'text', 'at', 'uid', 'asked'])
      .where('event_id', '=', p.event_id)
      .orderBy('asked', 'desc')
      .limit(sql.lit(1)),
  )
  const readTo = statement((p: { talk: string }) =>
    query.selectFrom('talk_read').select(['read_to', 'is_whole']).where('talk', '=', p.talk),
  )
  const read = statement((p: TalkReadTable) =>
    query
      .insertInto('talk_read')
      .values({ talk: p.talk, read_to: p.read_to, is_whole: p.is_whole, at: p.at })
      .onConflict((c) => c.column('talk').doUpdateSet({ read_to: p.read_to, is_whole: p.is_whole, at: p.at })),
  )
  /** What was heard already says what it says now; whether it was asked stays. */
  const keepRead = statement((p: TranscriptLine) =>
    query
      .insertInto('said')
      .values({
        talk: p.talk,
        event_id: p.event_id,
        uid: p.uid,
        author: p.author,
        name: p.name,
        kind: p.kind,
        text: p.text,
        asked: p.asked,
        at: p.at,
        agent: p.agent,
      })
      .onConflict((c) => c.columns(['talk', 'event_id']).doUpdateSet({ text: p.text })),
  )
  const lastWords = statement((p: { talk: string; root: string; event_id: string }) =>
    query
      .selectFrom('said')
      .select(['event_id', 'uid', 'asked'])
      .where((e) => e.or([e('talk', '=', p.talk), e('event_id', '=', p.root)]))
      .where('event_id', '!=', p.event_id)
      .where('kind', '=', sql.lit('person'))
      .orderBy('at', 'desc')
      .orderBy('event_id', 'desc')
      .limit(sql.lit(keptMessages)),
  )
  const othersSince = statement((p: { event_id: string; thread: string }) =>
    query
      .selectFrom('said as own')
      .innerJoin('said as other', (j) =>
        j.on((e) => e.or([e('other.talk', '=', e.ref('own.talk')), e('other.talk', '=', p.thread)])),
      )
      .select('other.event_id')
      .where('own.event_id', '=', p.event_id)
      .where('other.kind', '=', sql.lit('person'))
      .whereRef('other.uid', '!=', 'own.uid')
      .where(sql<SqlBool>`(other.at, other.event_id) > (own.at, own.event_id)`)
      .limit(sql.lit(1)),
  )
  const pruneRead = statement((p: { before: number }) => query.deleteFrom('talk_read').where('at', '<', p.before))
  const edit = statement((p: { event_id: string; text: string }) =>
    query.updateTable('said').set({ text: p.text }).where('event_id', '=', p.event_id),
  )
  const remove = statement((p: { event_id: string }) => query.deleteFrom('said').where('event_id', '=', p.event_id))
  // Rows come nearly in the order of their time: what is old stands before the first that is not.
  const pruneOld = statement((p: { before: number }) =>
    query.deleteFrom('said').where((e) => {
      const kept = e
        .selectFrom('said as s')
        .select('s.id')
        .where('s.at', '>=', p.before)
        .orderBy('s.id')
        .limit(sql.lit(1))
      return e('id', '<', e.fn.coalesce(kept, sql.lit(Number.MAX_SAFE_INTEGER)))
    }),
  )
  const crowded = statement((_: object) =>
    query
      .selectFrom('said')
      .select('talk')
      .groupBy('talk')
      .having((e) => e.fn.countAll(), '>', sql.lit(keptMessages)),
  )
  const pruneTalk = statement((p: { talk: string }) =>
    query
      .deleteFrom('said')
      .where('talk', '=', p.talk)
      .where('id', '<=', (e) =>
        e
          .selectFrom('said as kept')
          .select('kept.id')
          .where('kept.talk', '=', p.talk)
          .orderBy('kept.id', 'desc')
          .limit(sql.lit(1))
          .offset(sql.lit(keptMessages)),
      ),
  )
  const short = (text: string): string =>
    text.length > keptCharacters ? `${text.slice(0, keptCharacters).toWellFormed()}…` : text
  const kept = (one: TranscriptLine): TranscriptLine => ({ ...one, text: short(one.text) })

  return {
    /** Of a message that is accepted in the same batch. */
    keepStep: (one: TranscriptLine): Step => step(keep, kept(one)),
    async keep(one: TranscriptLine): Promise<void> {
      await db.batch([...lock('event', one.event_id), step(overhear, kept(one))])
    },
    /** What is known of a talk besides the message that is answered. */
    async around({ talk, root, eventId, uid, since, limit }: Listening): Promise<KnownTalk> {
      const answered = await db.get(lastAnswered, { talk, event_id: eventId, uid })
      const where = { talk, event_id: eventId, after: answered?.id ?? 0, since }
      const [said, began, read] = await Promise.all([
        db.all(between, { ...where, limit }),
        root === undefined ? undefined : db.get(anywhere, { event_id: root }),
        db.get(readTo, { talk }),
      ])
      const { uid: whose, asked, ...first } = began ?? {}
      const shown = said.filter(({ event_id }) => event_id !== root).length
      const all = said.length < limit ? shown : Number((await db.get(countBetween, { ...where, root: root ?? '' }))!.n)
      return {
        messages: said.reverse(),
        older: all - shown,
        isCut: all >= keptMessages,
        ...(answered && { answered: answered.event_id }),
        ...(began && { root: { ...(first as KnownMessage), isOwn: whose === uid && asked === 1 } }),
        ...(read && { read }),
      }
    },
    /** Keeps what was read of a talk, and until where. What is `gone` is forgotten. */
    async keepRead(
      lines: readonly TranscriptLine[],
      gone: readonly string[],
      mark: TalkReadTable | undefined,
    ): Promise<void> {
      const steps = [
        ...lines.map((one) => step(keepRead, kept(one))),
        ...gone.map((event_id) => step(remove, { event_id })),
        ...(mark ? [step(read, mark)] : []),
      ]
      if (steps.length > 0) await db.batch(steps)
    },
    /**
     * Whether the last words there, but for those of programs, were said to the agent by this person, or to it by others since
     * then: so what they say next goes on with its answer.
     */
    async goesOn({ talk, root, eventId, uid }: Pick<Listening, 'talk' | 'root' | 'eventId' | 'uid'>): Promise<boolean> {
      const rows = await db.all(lastWords, { talk, root: root ?? '', event_id: eventId })
      const asked = new Map<string, string>()
      for (const one of rows) if (one.asked === 1) asked.set(one.event_id, one.uid)
      for (const { event_id } of rows) {
        if (!asked.has(event_id)) return false
        if (asked.get(event_id) === uid) return true
      }
      return false
    },
    /** Whether somebody else has said something since that message, where it was said or in the thread that it began. */
    async isFollowed(eventId: string, thread: string): Promise<boolean> {
      return (await db.get(othersSince, { event_id: eventId, thread })) !== undefined
    },
    async edit(eventId: string, text: string): Promise<void> {
      await db.run(edit, { event_id: eventId, text: short(text) })
    },
    async remove(eventId: string): Promise<void> {
      await db.run(remove, { event_id: eventId })
    },
    /** Forgets what was said before that time, and what is more than a talk needs. */
    async prune(time: number): Promise<void> {
      await db.run(pruneOld, { before: time })
      await db.run(pruneRead, { before: time })
      for (const { talk } of await db.all(crowded, {})) await db.run(pruneTalk, { talk })
    },
  }
}
