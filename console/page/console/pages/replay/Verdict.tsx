import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { runReplay } from './replay.ts'
import { words } from './words.ts'

/** What publishing this state of the draft would change of the last week’s answers. */
export function Verdict({ agent, revision }: { agent: string; revision: string }) {
  const { data } = useQuery({
    queryKey: ['replay', agent, revision],
    queryFn: () => runReplay(agent, { against: 'draft', days: 7, turns: undefined }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return null
  const { counts, turns, tests } = data
  const failed = tests.filter(({ end }) => end === 'different').length
  return (
    <p>
      {turns.length > 0 &&
        words.verdict(counts.different === 0 ? words.allSame : words.someDifferent(counts.different))}{' '}
      {failed > 0 && words.testsFailed(failed)}{' '}
      <Link to="/replay" search={{ agent }}>
        {words.title}
      </Link>
    </p>
  )
}
