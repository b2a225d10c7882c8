import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../shared/api.ts'
import { moment } from '../../shared/dates.ts'
import { Failed, Loading } from '../../shared/states.tsx'
import { strings } from '../../shared/strings.ts'

interface Session {
  id: string
  person: string
  lastUsedAt: number
  expiresAt: number
  isThis: boolean
}

const key = ['sessions']

/** Who is signed in; owners see and end all, others their own. */
export function SessionsPage() {
  const queries = useQueryClient()
  const sessions = useQuery({ queryKey: key, queryFn: () => ask<Session[]>('/console/api/sessions') })
  const end = useMutation({
    mutationFn: (id: string) => ask(`/console/api/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <div className="page">
      <h1>{strings.sessions}</h1>
      <p className="about">{strings.sessionsAbout}</p>
      {sessions.error ? <Failed error={sessions.error} onAgain={() => void sessions.refetch()} /> : null}
      {sessions.isPending ? <Loading /> : null}
      {sessions.data && (
        <table>
          <thead>
            <tr>
              <th scope="col">{strings.person}</th>
              <th scope="col">{strings.lastUsed}</th>
              <th scope="col">{strings.until}</th>
              <th scope="col">
                <span className="unseen">{strings.end}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sessions.data.map(({ id, person, lastUsedAt, expiresAt, isThis }) => (
              <tr key={id}>
                <td>
                  {person === 'cli' ? strings.machine : person} {isThis && <em>{strings.thisOne}</em>}
                </td>
                <td>{moment(lastUsedAt)}</td>
                <td>{moment(expiresAt)}</td>
                <td>
                  <button type="button" onClick={() => end.mutate(id)} aria-label={strings.endOf(person)}>
                    {strings.end}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
