const day = 86_400_000

/** How long things are kept, in milliseconds, where nobody can set it. What people said goes with `memory.keepDays` in any case. */
export const keepMs = {
  /** Long enough to recognise any platform's last resend, and for a person to press Retry the next morning. */
  done: day,
  /** Why a turn answered so can be asked as long as it is kept; quick replies work while its answer is remembered. */
  turns: 30 * day,
  /** That a webhook was called; what it was told is emptied at once. */
  delivered: 7 * day,
  /** Whoever was away for a week asks for what they have missed. */
  events: 7 * day,
  /** What people and places have used can be looked at in the month after. */
  spending: 62 * day,
} as const
