/** The disk is full or broken, or the database has been busy for too long. */
const codes = /^SQLITE_(?:FULL|BUSY|LOCKED|IOERR|READONLY|CANTOPEN)|^database_unreachable$/

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null | undefined)?.code

/** Whether it is the database that failed, and not what it was asked: the same may work again by itself, later. */
export function isUnavailable(error: unknown): boolean {
  return [codeOf(error), codeOf((error as Error | null | undefined)?.cause)].some(
    (code) => typeof code === 'string' && codes.test(code),
  )
}
