/** Why a running turn is aborted; `stopped` is the engine's, because it alone keeps what was written so far. */

/** The message was deleted: no answer is wanted. */
export const deleted = new Error('the message was deleted')

/** The process ends; the next one takes the turn up again. */
export const shutdown = new Error('the process is ending')
