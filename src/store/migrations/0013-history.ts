import { type Kysely, sql } from 'kysely'
import { isPostgres } from './portable.ts'

/**
 * On PostgreSQL what grows with every turn is kept by weeks, so that what is old is dropped as a whole: turns and their messages
 * by their ids, which begin with their time, and memory by its time. What is of no week that is there, because a clock is wrong
 * or an id is no time, is kept in `…_other`. SQLite deletes row by row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  // Times are milliseconds; weeks begin on Mondays, UTC.
  await sql`create function turn_id_at(at bigint) returns text language sql immutable parallel safe as $$
    select left(hex, 8) || '-' || right(hex, 4) from lpad(to_hex(greatest(at, 0)), 12, '0') as hex
  $$`.execute(db)
  await sql`create function history_week(at bigint) returns bigint language sql immutable parallel safe as $$
    select 345600000 + (at - 345600000) / 604800000 * 604800000
  $$`.execute(db)
  await sql`create function history_bound(parent text, at bigint) returns text language sql immutable as $$
    select case parent when 'memory' then at::text else quote_literal(turn_id_at(at)) end
  $$`.execute(db)
  // One at a time, and none that makes the turns wait for long: whoever uses the tables at the moment has to be waited for.
  await sql`create function make_history(parent text, column_name text, at bigint) returns void language plpgsql
    set lock_timeout = '500ms' as $$
    declare
      from_at constant bigint := history_week(at);
      from_bound constant text := history_bound(parent, from_at);
      to_bound constant text := history_bound(parent, from_at + 604800000);
      other constant text := parent || '_other';
      part constant text := parent || to_char(to_timestamp(from_at / 1000) at time zone 'UTC', '"_"YYYY_MM_DD');
    begin
      perform pg_advisory_xact_lock(7275401, 0);
      if to_regclass(quote_ident(part)) is not null then return; end if;
      execute format('create table %I (like %I including defaults including storage)', part, parent);
      execute format('lock table %I in access exclusive mode', other);
      execute format('with moved as (delete from %1$I where %2$I >= %3$s and %2$I < %4$s returning *)
        insert into %5$I select * from moved', other, column_name, from_bound, to_bound, part);
      execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent, part, from_bound, to_bound);
    end
  $$`.execute(db)
  await sql`create function drop_history(part text) returns void language plpgsql set lock_timeout = '200ms' as $$ begin
    perform pg_advisory_xact_lock(7275401, 0);
    execute format('drop table if exists %I', part);
  end $$`.execute(db)

  // What was said before this time is not read any more, though its week may still be there.
  await sql`create table horizon (what text collate "C" primary key, before bigint not null)`.execute(db)
  await sql`insert into horizon (what, before) values ('memory', 0), ('answer', 0)`.execute(db)

  await remake(db, 'turn', 'id', 'id')
  // One turn of an inbox row is seen to by whoever begins it; rows without one have nothing to be found by.
  await sql`create index turn_by_inbox on turn (inbox_id) where inbox_id is not null`.execute(db)
  await sql`create index turn_by_time on turn (started_at)`.execute(db)
  await sql`create index turn_by_key on turn (key, started_at)`.execute(db)
  await sql`create index turn_owing on turn (started_at) where owed is not null`.execute(db)
  await remake(db, 'part', 'turn', 'turn, n')
  await sql`create index part_by_ref on part (ref)`.execute(db)
  await remake(db, 'memory', 'at', 'id, at')
  await sql`create index memory_by_conversation on memory (key, conversation, id)`.execute(db)
  await sql`select setval(pg_get_serial_sequence('memory', 'id'), (select coalesce(max(id), 0) + 1 from memory), false)`.execute(
    db,
  )
}

async function remake(db: Kysely<unknown>, table: string, column: string, key: string): Promise<void> {
  const [before, other] = [`${table}_before`, `${table}_other`]
  const now = sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
  await sql`alter table ${sql.table(table)} rename to ${sql.table(before)}`.execute(db)
  await sql`create table ${sql.table(table)} (like ${sql.table(before)} including defaults including identity)
    partition by range (${sql.ref(column)})`.execute(db)
  await sql`create table ${sql.table(other)} partition of ${sql.table(table)} default`.execute(db)
  for (const week of [-1, 0, 1]) {
    await sql`select make_history(${table}, ${column}, ${now} + ${sql.lit(week)} * 604800000)`.execute(db)
  }
  await sql`insert into ${sql.table(table)} select * from ${sql.table(before)}`.execute(db)
  await sql`drop table ${sql.table(before)}`.execute(db)
  await sql`alter table ${sql.table(table)} add primary key (${sql.raw(key)})`.execute(db)
}
