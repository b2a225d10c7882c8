import { AppError } from '../lib/errors.ts'

/**
 * What an operator is to do about a database file that cannot be worked with: `database_damaged`, `database_unusable`. Anything
 * else is given back as it is.
 */
export function explainSqlite(error: unknown, path: string): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  if (typeof code !== 'string') return error
  if (/^SQLITE_(?:NOTADB|CORRUPT|FORMAT)/.test(code)) {
    return new AppError(
      'database_damaged',
      `The database ${path} is damaged (${message}). Keep a copy of its folder as it is now, restore ${path} from a backup, and start again; \`parley db check\` looks at all of it.`,
      { status: 500, cause: error },
    )
  }
  if (/^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN|PERM)/.test(code)) {
    return new AppError(
      'database_unusable',
      `The database ${path} cannot be written (${message}). See that its disk has room and works, and that this user may write to it and its folder.`,
      { status: 503, cause: error },
    )
  }
  return error
}
