/** Why a running turn is ended; `stopped`, after which it is still shown, is the engine's. */

/** The message was deleted: no answer is wanted. */
export const deleted = new Error('the message was deleted')

/** The process ends; the next one takes the turn up again. */
export const shutdown = new Error('the process is ending')
