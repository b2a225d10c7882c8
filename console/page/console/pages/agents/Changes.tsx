import { useQuery } from '@tanstack/react-query'
import { ask } from '../../shared/api.ts'
import { moment } from '../../shared/dates.ts'
import { Head } from '../../shared/Head.tsx'
import { Sure } from '../../shared/Sure.tsx'
import { Failed, Loading } from '../../shared/states.tsx'
import { Verdict } from '../replay/Verdict.tsx'
import type { RoomProps } from './AgentPage.tsx'
import styles from './Agents.module.css'
import { type Draft, keyOf, nameOf, pathOf, useChange } from './agents.ts'
import { Saving } from './Saving.tsx'
import { SideBySide } from './SideBySide.tsx'
import { words } from './words.ts'

/** What the draft changes of what is live, who changed it, and what becomes of it. */
export default function ChangesRoom({ agent, draft }: RoomProps) {
  const { revision, version, undo, conflicts } = draft
  const diff = useQuery({
    queryKey: keyOf(agent, 'diff', revision),
    queryFn: () => ask<{ patch: string }>(pathOf(agent, '/draft/diff')),
  })
  const change = useChange<Partial<Draft> & { version?: number; webhookSecrets?: { name: string; secret: string }[] }>(
    agent,
  )
  const act = (method: string, path: string, body?: unknown) => change.mutate({ method, path, body, upon: revision })
  const published = change.isSuccess && change.variables.path === '/draft/publish' ? change.data : undefined

  return (
    <section>
      <p role="status" className={styles.good}>
        {published?.version && words.published(published.version)}
      </p>
      {published?.webhookSecrets?.map(({ name, secret }) => (
        <p key={name} className={styles.secret}>
          {words.secretOf(name)} <code>{secret}</code>
        </p>
      ))}
      <Saving error={change.error} seen={draft} now={draft} onMine={change.reset} onTheirs={change.reset} />
      {!draft.draft ? (
        <p className="quiet">{words.nothingChanged(version)}</p>
      ) : (
        <>
          <Conflicts conflicts={conflicts} onSettle={(take, path) => act('POST', '/draft/settle', { take, path })} />
          <p className={styles.acts}>
            <button
              type="button"
              className="primary"
              disabled={change.isPending || conflicts.length > 0}
              onClick={() => act('POST', '/draft/publish')}
            >
              {words.publish}
            </button>
            {undo && (
              <button type="button" disabled={change.isPending} onClick={() => act('POST', '/draft/undo', { undo })}>
                {words.undo}
              </button>
            )}
            <Sure label={words.discard} about={words.discardAbout} onSure={() => act('DELETE', '/draft')} />
          </p>
          <Verdict agent={agent} revision={revision} />
          <h2>{words.who}</h2>
          <ol className={styles.changes}>
            {draft.draft.changes.toReversed().map(({ author, at, deed, told }) => (
              <li key={`${at} ${told}`}>
                <strong>{nameOf(author)}</strong> <time dateTime={at}>{moment(at)}</time>
                <span>
                  {deed}: {told}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
      <h2>{words.difference(version)}</h2>
      {diff.isPending && <Loading />}
      {diff.error && <Failed error={diff.error} onAgain={() => void diff.refetch()} />}
      {diff.data && <SideBySide patch={diff.data.patch} />}
    </section>
  )
}

function Conflicts({
  conflicts,
  onSettle,
}: {
  conflicts: Draft['conflicts']
  onSettle: (take: 'draft' | 'live', path: string) => void
}) {
  if (conflicts.length === 0) return null
  return (
    <div className={styles.moved}>
      <p>{words.conflicts}</p>
      <table>
        <Head names={[words.part, words.ofLive, words.ofDraft]} />
        <tbody>
          {conflicts.map(({ path, live, draft }) => (
            <tr key={path}>
              <td>
                <code>{path}</code>
              </td>
              <td>
                {live}{' '}
                <button type="button" onClick={() => onSettle('live', path)}>
                  {words.take}
                </button>
              </td>
              <td>
                {draft}{' '}
                <button type="button" onClick={() => onSettle('draft', path)}>
                  {words.take}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
