export const people = (uids: readonly string[]): string => uids.map((uid) => `<@${uid}>`).join(', ')
