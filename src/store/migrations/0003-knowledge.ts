import { type Kysely, sql } from 'kysely'

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
