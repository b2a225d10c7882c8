import { z } from 'zod'

/** At most so many are told in traces, each by its beginning. */
const maxCategories = 20
const maxCategory = 60

const judgedSchema = z.object({
  flagged: z.boolean(),
  categories: z.union([z.array(z.string()), z.record(z.string(), z.boolean().nullable())]).optional(),
})
/** Of OpenAI's `/moderations`, or one of its results alone, as a webhook may answer. */
const responseSchema = z.union([z.object({ results: z.array(judgedSchema).min(1) }), judgedSchema])

type Response = { status: number; body: string; cut?: true } | { failed: string }

/** What a server that judges has said. Anything that is not understood is an error: nothing passes because of it. */
export function moderationVerdict(
  response: Response,
): { flagged: boolean; categories: readonly string[] } | { error: string } {
  if ('failed' in response) return { error: response.failed }
  const { status, body, cut } = response
  if (status < 200 || status >= 300) return { error: `status ${status}` }
  const read = responseSchema.safeParse(cut ? undefined : parsed(body))
  if (!read.success) return { error: 'unreadable' }
  const results = 'results' in read.data ? read.data.results : [read.data]
  const categories = results.flatMap(({ categories: of = [] }) =>
    Array.isArray(of) ? of : Object.keys(of).filter((name) => of[name]),
  )
  return {
    flagged: results.some(({ flagged }) => flagged),
    categories: [...new Set(categories)].slice(0, maxCategories).map((name) => name.slice(0, maxCategory)),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
