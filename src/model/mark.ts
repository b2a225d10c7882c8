/** What an emoji of the agent's on somebody's message says: 👀 as long as they wait for its answer, ✅ once people have solved what was handed to them. */
export const marks = ['waiting', 'solved'] as const
export type Mark = (typeof marks)[number]
