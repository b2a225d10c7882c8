import { sql } from 'kysely'
import type { Database } from './database.ts'
import { scopeOf } from './search-scores.ts'
import { type Step, statement, step } from './statement.ts'
import type { TermedPassage } from './terms.ts'

export interface PassageInserts {
  /** Terms to be written in one batch. */
  readonly termsInBatch: number
  /** Adds passages of an agent to a source, to be found in this order where they are as good as each other. */
  steps(agent: string, source: string, passages: readonly TermedPassage[]): Step[]
}

export function passageInserts(db: Database): PassageInserts {
  return db.dialect === 'postgres' ? together(db) : oneByOne(db)
}

function oneByOne({ query }: Database): PassageInserts {
  const insert = statement((p: TermedPassage & { source: string; scope: string }) =>
    query
      .insertInto('passage')
      .values({ source: p.source, title: p.title, text: p.text, scope: p.scope, terms: p.terms, length: p.length }),
  )
  return {
    // Some 10 ms, so that turns are committed in between.
    termsInBatch: 5_000,
    steps(agent, source, passages) {
      const scope = scopeOf(agent)
      return passages.map((passage) => step(insert, { ...passage, source, scope }))
    },
  }
}

/** In one statement, since what one adds is a block of the index: see the migration. */
function together({ query }: Database): PassageInserts {
  const insert = statement((p: { source: string; scope: string; passages: string }) => ({
    compile: () =>
      sql`
        insert into passage (source, title, text, scope, terms, length)
          select ${p.source}, title, text, ${p.scope}, terms, length
          from json_to_recordset(cast(${p.passages} as json)) as added (title text, text text, terms text, length bigint)
      `.compile(query),
  }))
  return {
    // Some 200 ms, in which others write too. The larger the blocks are, the fewer are looked into at each question.
    termsInBatch: 100_000,
    steps(agent, source, passages) {
      if (passages.length === 0) return []
      const kept = passages.map((one) => ({ ...one, title: shown(one.title), text: shown(one.text) }))
      return [step(insert, { source, scope: scopeOf(agent), passages: JSON.stringify(kept) })]
    },
  }
}

/** PostgreSQL takes no JSON with a NUL or with half a character; they are shown as what cannot be shown. */
function shown(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
