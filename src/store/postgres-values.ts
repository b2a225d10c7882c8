import pg from 'pg'

/** Types as SQLite has them: numbers are numbers, flags 0 or 1, bytes a `Uint8Array`. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    parsers.get(id) ?? pg.types.getTypeParser(id, format as 'text')) as typeof pg.types.getTypeParser,
}

const { BOOL, BYTEA, INT8, NUMERIC } = pg.types.builtins
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [NUMERIC, Number],
  [BOOL, (text) => (text === 't' ? 1 : 0)],
  [BYTEA, (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))],
])

/** PostgreSQL keeps no NUL in a text; it is shown as what cannot be shown. */
export function given(values: readonly unknown[]): unknown[] {
  return values.map((value) =>
    typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value,
  )
}
