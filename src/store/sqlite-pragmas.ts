import type Sqlite from 'better-sqlite3'

/** The `user_version` of a file in whose free room nothing can stand of who was forgotten; it has another where something can. */
export const isClean = 1

/** What is deleted is overwritten with zeros: nothing that was forgotten stands in the file. For whoever writes in one. */
export function overwriteDeleted(db: Sqlite.Database): void {
  db.pragma('secure_delete = ON')
  const isNew = db.prepare<[], number>('select count(*) from sqlite_master').pluck().get() === 0
  if (isNew) db.pragma(`user_version = ${isClean}`)
}
