import { type Kysely, sql } from 'kysely'
import { isPostgres } from './portable.ts'

/**
 * What turns are found by in the console: whose, where, how it ended, and the words, while they are kept. It is written behind the
 * turns, by a duty, and made anew where it is missing. What is forgotten leaves it in the very commit that forgets.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('turn_seen')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('turn', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('is_stale', 'integer', (c) => c.notNull())
    .addColumn('first_memory', 'bigint')
    .addColumn('last_memory', 'bigint')
    .execute()
  await db.schema.createIndex('turn_seen_of').unique().on('turn_seen').column('turn').execute()
  await db.schema.createIndex('turn_seen_at').on('turn_seen').column('at').execute()
  await sql`create index turn_seen_memory on turn_seen (first_memory) where first_memory is not null`.execute(db)
  await sql`create index turn_seen_stale on turn_seen (id) where is_stale = 1`.execute(db)
  if (isPostgres(db)) await ofPostgres(db)
  else await ofSqlite(db)
}

// The rows of a turn are written in one batch: their numbers stand close together, whoever else writes at the time.
const told = (row: 'old') => `first_memory between ${row}.id - 20 and ${row}.id and last_memory >= ${row}.id`

async function ofSqlite(db: Kysely<unknown>): Promise<void> {
  // Terms are made by us, and parted at spaces. Where in a text they stand is not kept: half the room, and nobody asks.
  await sql`create virtual table turn_fts using fts5(terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`.execute(
    db,
  )
  await sql`create trigger turn_seen_removed after delete on turn_seen begin
    delete from turn_fts where rowid = old.id;
  end`.execute(db)
  await sql`create trigger turn_unseen after delete on turn begin
    delete from turn_seen where turn = old.id;
  end`.execute(db)
  await sql`create trigger memory_unseen after delete on memory begin
    delete from turn_fts where rowid in (select id from turn_seen where ${sql.raw(told('old'))});
    update turn_seen set is_stale = 1, first_memory = null, last_memory = null where ${sql.raw(told('old'))};
  end`.execute(db)
  await sql`create trigger turn_moved after update of key on turn begin
    update turn_seen set is_stale = 1 where turn = new.id;
  end`.execute(db)
  for (const event of ['insert', 'update', 'delete']) {
    const row = event === 'delete' ? 'old' : 'new'
    await sql`create trigger ${sql.raw(`feedback_${event}_seen`)} after ${sql.raw(event)} on feedback begin
      update turn_seen set is_stale = 1 where turn = ${sql.raw(row)}.turn;
    end`.execute(db)
  }
}

async function ofPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`alter table turn_seen add column terms text[] collate "C" not null default '{}'`.execute(db)
  // What is in a column of arrays takes long to find out, and helps no plan.
  await sql`alter table turn_seen alter column terms set statistics 0`.execute(db)
  await sql`create index turn_seen_terms on turn_seen using gin (terms)`.execute(db)
  await sql`create index turn_seen_worded on turn_seen (at) where first_memory is not null`.execute(db)
  await sql`create function without_words(terms text[]) returns text[] language sql immutable parallel safe as $$
    select coalesce(array_agg(term), '{}') from unnest(terms) as term where term like '§%'
  $$`.execute(db)
  await sql`create function turn_unseen() returns trigger language plpgsql as $$ begin
    delete from turn_seen where turn = old.id;
    return null;
  end $$`.execute(db)
  await sql`create function memory_unseen() returns trigger language plpgsql as $$ begin
    update turn_seen set terms = without_words(terms), first_memory = null, last_memory = null where ${sql.raw(told('old'))};
    return null;
  end $$`.execute(db)
  await sql`create function turn_stale() returns trigger language plpgsql as $$ begin
    update turn_seen set is_stale = 1 where turn = new.id;
    return null;
  end $$`.execute(db)
  await sql`create function feedback_stale() returns trigger language plpgsql as $$ begin
    update turn_seen set is_stale = 1 where turn = coalesce(new.turn, old.turn);
    return null;
  end $$`.execute(db)
  await sql`create trigger turn_unseen after delete on turn for each row execute function turn_unseen()`.execute(db)
  await sql`create trigger memory_unseen after delete on memory for each row execute function memory_unseen()`.execute(
    db,
  )
  await sql`create trigger turn_moved after update of key on turn for each row execute function turn_stale()`.execute(
    db,
  )
  await sql`create trigger feedback_seen after insert or update or delete on feedback
    for each row execute function feedback_stale()`.execute(db)
}
