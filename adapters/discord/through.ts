import { timeOf } from './places.ts'

/** Documented: so long an interaction can be answered by its token. What is begun until then can also be ended. */
const TOKEN_MS = 15 * 60_000
const LEAVE_MS = 60_000

/** Whether an interaction can still be answered; afterwards the answer goes on as messages of the channel. */
export const isAlive = (interaction: string, now: number): boolean => now < timeOf(interaction) + TOKEN_MS - LEAVE_MS
