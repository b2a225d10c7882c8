/** `2026-11-22 18:04 UTC`, for whoever cannot be told in their own time. */
export const inUtc = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
