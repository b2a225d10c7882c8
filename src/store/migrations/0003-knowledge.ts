import { type Kysely, sql } from 'kysely'
import { isPostgres } from './portable.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('knowledge_source')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('mimetype', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('passages', 'integer', (c) => c.notNull())
    .addColumn('terms', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`create unique index knowledge_source_live on knowledge_source (agent, name) where status = 'live'`.execute(
    db,
  )
  await sql`create index knowledge_source_dead on knowledge_source (created_at) where status <> 'live'`.execute(db)

  await db.schema
    .createTable('knowledge_file')
    .addColumn('source', 'text', (c) => c.primaryKey())
    .addColumn('content', 'blob', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('passage')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('terms', 'text', (c) => c.notNull())
    .addColumn('length', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('passage_by_source').on('passage').columns(['source', 'id']).execute()

  await db.schema
    .createTable('passage_vector')
    .addColumn('passage', 'integer', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('vector', 'blob', (c) => c.notNull())
    .addPrimaryKeyConstraint('passage_vector_pk', ['passage', 'model'])
    .execute()

  if (isPostgres(db)) await addPostings(db)
  else await addFts5(db)
}

async function addFts5(db: Kysely<unknown>): Promise<void> {
  // Terms are made by us, so nothing is left to the tokenizer but to part them at spaces. Each carries the scope of its agent:
  // how frequent a term is, and what a query costs, is then a matter of that agent's passages alone.
  await sql`create virtual table passage_fts using fts5(terms, content = '', contentless_delete = 1, tokenize = 'ascii')`.execute(
    db,
  )
  await sql`create virtual table passage_term using fts5vocab(passage_fts, row)`.execute(db)
  await sql`create trigger passage_added after insert on passage begin
    insert into passage_fts (rowid, terms)
      values (new.id, replace(' ' || new.terms, ' ', ' ' || new.scope));
  end`.execute(db)
  await sql`create trigger passage_removed after delete on passage begin
    delete from passage_fts where rowid = old.id;
    delete from passage_vector where passage = old.id;
  end`.execute(db)
}

/**
 * What FTS5 is on SQLite. The passages that one statement adds of a source make a block; of each block, each of its terms has a
 * row with an entry for each passage that holds it. An entry is the passage's id, how often it holds the term (8 bits), and
 * its length (17 bits): counting a term, and ranking by a few, reads no passage. Nobody who adds or removes waits for another.
 */
async function addPostings(db: Kysely<unknown>): Promise<void> {
  await sql`create table posting_block (
    id bigint generated always as identity primary key,
    source text collate "C" not null,
    first_passage bigint not null,
    last_passage bigint not null
  )`.execute(db)
  await sql`create index posting_block_by_source on posting_block (source)`.execute(db)
  // What is in a column of arrays takes long to find out, and helps no plan.
  await sql`create table posting (
    term bigint not null,
    block bigint not null,
    passages integer not null,
    entries bigint[] not null
  )`.execute(db)
  await sql`alter table posting alter column entries set statistics 0`.execute(db)
  await sql`create unique index posting_by_term on posting (term, block) include (passages)`.execute(db)
  await sql`create index posting_by_block on posting (block)`.execute(db)
  // Of its agent, so that what a query costs is a matter of that agent's passages alone.
  await sql`create function posting_term(scope text, term text) returns bigint language sql immutable
    as $$ select hashtextextended(scope || term, 0) $$`.execute(db)
  // Both are sorted and hashed in memory: of 100,000 terms it takes some 10 MB.
  await sql`create function passage_added() returns trigger language plpgsql
    set work_mem = '64MB' set jit = off as $$ begin
    with block as (
      insert into posting_block (source, first_passage, last_passage)
        select source, min(id), max(id) from added group by source
        returning id, source
    )
    insert into posting (term, block, passages, entries)
      select held.term, block.id, count(*),
        array_agg((added.id << 25) | (least(held.n, 255) << 17) | least(added.length, 131071))
      from added join block on block.source = added.source cross join lateral (
        select posting_term(added.scope, one.term) as term, count(*) as n
        from unnest(string_to_array(added.terms, ' ')) as one (term) group by 1
      ) as held
      group by held.term, block.id order by held.term;
    return null;
  end $$`.execute(db)
  // A source goes as a whole, a little at a time, and is not found any more when it begins to: a block goes with its last passage.
  await sql`create function passage_removed() returns trigger language plpgsql as $$ begin
    delete from passage_vector where passage in (select id from removed);
    with emptied as (
      delete from posting_block using (
        select source, min(id) as first, max(id) as last from removed group by source
      ) as gone
      where posting_block.source = gone.source and first_passage <= gone.last and last_passage >= gone.first
        and not exists (
          select from passage
          where passage.source = posting_block.source and passage.id between first_passage and last_passage
        )
      returning posting_block.id
    )
    delete from posting where block = any (array(select id from emptied));
    return null;
  end $$`.execute(db)
  // Two that remove the last passages of a block at once each leave it to the other.
  await sql`create function knowledge_source_removed() returns trigger language plpgsql as $$ begin
    with emptied as (delete from posting_block where source = old.id returning id)
    delete from posting where block = any (array(select id from emptied));
    return null;
  end $$`.execute(db)
  await sql`create trigger passage_added after insert on passage referencing new table as added
    for each statement execute function passage_added()`.execute(db)
  await sql`create trigger passage_removed after delete on passage referencing old table as removed
    for each statement execute function passage_removed()`.execute(db)
  await sql`create trigger knowledge_source_removed after delete on knowledge_source
    for each row execute function knowledge_source_removed()`.execute(db)
}
