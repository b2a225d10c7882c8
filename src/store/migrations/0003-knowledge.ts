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
 * What FTS5 is on SQLite: for each term, with the scope of its agent before it, the passages that hold it and how often. Counting
 * a term, and ranking by a few, reads nothing but this index.
 */
async function addPostings(db: Kysely<unknown>): Promise<void> {
  await sql`create table posting (
    term text collate "C" not null,
    passage bigint not null,
    n bigint not null,
    primary key (term, passage) include (n)
  )`.execute(db)
  await sql`create function passage_added() returns trigger language plpgsql as $$ begin
    insert into posting (term, passage, n)
      select new.scope || term, new.id, count(*) from unnest(string_to_array(new.terms, ' ')) as term
      group by term order by term;
    return null;
  end $$`.execute(db)
  await sql`create function passage_removed() returns trigger language plpgsql as $$ begin
    delete from posting where passage = old.id and term = any (
      array(select old.scope || term from unnest(string_to_array(old.terms, ' ')) as term)
    );
    delete from passage_vector where passage = old.id;
    return null;
  end $$`.execute(db)
  await sql`create trigger passage_added after insert on passage for each row execute function passage_added()`.execute(
    db,
  )
  await sql`create trigger passage_removed after delete on passage for each row execute function passage_removed()`.execute(
    db,
  )
}
