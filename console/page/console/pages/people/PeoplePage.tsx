import { type UseMutationResult, type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { moment } from '../../shared/dates.ts'
import { Head } from '../../shared/Head.tsx'
import { Sure } from '../../shared/Sure.tsx'
import { useMe } from '../../shared/session.ts'
import { Failed, Loading } from '../../shared/states.tsx'
import { strings } from '../../shared/strings.ts'
import { AccountView } from './Account.tsx'
import { GiveRole } from './GiveRole.tsx'
import { NewKey } from './NewKey.tsx'
import styles from './People.module.css'
import {
  decide,
  type Installation,
  type Key,
  revokeKey,
  takeRole,
  unlink,
  useAllKeys,
  useAudit,
  useChange,
  useInstallations,
  useLinks,
  useRoles,
  useVerify,
} from './people.ts'
import { words } from './words.ts'

/** Who may do what, what opens the API, where the app is, and who changed what. Owners change it; admins of all agents see it. */
export function PeoplePage() {
  const isOwner = useMe().data?.owner ?? false
  return (
    <div className="page">
      <h1>{words.title}</h1>
      <AccountView isOwner={isOwner} />
      <Roles isOwner={isOwner} />
      {isOwner && <GiveRole />}
      <Links isOwner={isOwner} />
      <Keys isOwner={isOwner} />
      {isOwner && <NewKey />}
      <Installations isOwner={isOwner} />
      <Audit />
    </div>
  )
}

function Roles({ isOwner }: { isOwner: boolean }) {
  const change = useChange(takeRole)
  return (
    <List
      title={words.rolesTitle}
      none={words.noRoles}
      list={useRoles()}
      change={change}
      heads={[words.person, words.role, words.change]}
    >
      {(one) => ({
        key: `${one.person} ${one.agent}`,
        cells: [
          one.person,
          <span key="role" className={styles.role} title={words.by(one.by, moment(one.at))}>
            {words.roleOf(one)}
          </span>,
        ],
        action: isOwner && (
          <Sure
            label={one.role === 'blocked' ? words.unblock : words.remove}
            about={(one.role === 'blocked' ? words.unblockOf : words.removeOf)(one.person)}
            onSure={() => change.mutate(one)}
          />
        ),
      })}
    </List>
  )
}

/** Uids that people have agreed are one person; an owner can part them. */
function Links({ isOwner }: { isOwner: boolean }) {
  const change = useChange(unlink)
  return (
    <List
      title={words.links}
      none={words.noLinks}
      list={useLinks()}
      change={change}
      heads={[words.uid, words.keptAs, words.since, words.change]}
    >
      {({ uid, person, linkedAt }) => ({
        key: uid,
        cells: [uid, person, moment(linkedAt)],
        action: isOwner && (
          <Sure label={words.unlink} about={words.unlinkOf(uid, person)} onSure={() => change.mutate(uid)} />
        ),
      })}
    </List>
  )
}

function Keys({ isOwner }: { isOwner: boolean }) {
  const change = useChange(revokeKey)
  const opens = ({ kind, agent, scopes }: Key) =>
    `${agent ?? words.kinds[kind]}${scopes ? ` (${words.scopes(scopes.join(', '))})` : ''}`
  return (
    <List
      title={words.keys}
      none={words.noKeys}
      list={useAllKeys()}
      change={change}
      heads={[words.name, words.kind, words.lastUsed, words.until, words.change]}
    >
      {(one) => ({
        key: one.id,
        cells: [
          <span key="name">
            {one.name} <code>…{one.hint}</code>
          </span>,
          opens(one),
          one.lastUsedAt ? moment(one.lastUsedAt) : words.never,
          one.revokedAt ? words.revoked : one.expiresAt ? moment(one.expiresAt) : words.forever,
        ],
        action: isOwner && one.revokedAt === null && (
          <Sure label={words.revoke} about={words.revokeOf(one.name)} onSure={() => change.mutate(one.id)} />
        ),
      })}
    </List>
  )
}

function Installations({ isOwner }: { isOwner: boolean }) {
  const change = useChange(decide)
  const button = ({ platform, id, name, status, removedAt }: Installation) => {
    if (!isOwner || removedAt !== null) return null
    const named = name || id
    if (status === 'approved')
      return (
        <Sure
          label={words.refuse}
          about={words.refuseOf(named)}
          onSure={() => change.mutate({ platform, id, status: 'refused' })}
        />
      )
    const approve = () => change.mutate({ platform, id, status: 'approved' })
    return (
      <button type="button" aria-label={words.approveOf(named)} onClick={approve}>
        {words.approve}
      </button>
    )
  }
  return (
    <List
      title={words.installations}
      none={words.noInstallations}
      list={useInstallations()}
      change={change}
      heads={[words.name, words.status, words.change]}
    >
      {(one) => ({
        key: `${one.platform} ${one.id}`,
        cells: [
          `${one.platform} · ${one.name || one.id}`,
          one.removedAt === null ? (words.statuses[one.status] ?? one.status) : words.left,
        ],
        action: button(one),
      })}
    </List>
  )
}

function Audit() {
  const audit = useAudit()
  const verify = useVerify()
  const queries = useQueryClient()
  const lines = audit.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section className={styles.group}>
      <div className={styles.head}>
        <h2>{words.audit}</h2>
        <button
          type="button"
          onClick={() =>
            verify.mutate(undefined, { onSettled: () => queries.invalidateQueries({ queryKey: ['audit'] }) })
          }
        >
          {words.verify}
        </button>
      </div>
      <p role="status">
        {verify.data &&
          (verify.data.broken ? (
            <strong className={styles.broken}>{words.broken(verify.data.broken.n, verify.data.broken.why)}</strong>
          ) : (
            words.intact(verify.data.rows)
          ))}
      </p>
      {(verify.error || audit.error) && (
        <Failed error={(verify.error ?? audit.error)!} onAgain={() => void audit.refetch()} />
      )}
      {audit.isPending && <Loading />}
      {lines.length > 0 && (
        <table className={styles.log}>
          <Head names={[words.when, words.person, words.what]} />
          <tbody>
            {lines.map(({ n, at, actor, deed, told }) => (
              <tr key={n}>
                <td>{moment(at)}</td>
                <td title={actor}>{actor === 'cli' ? strings.machine : actor}</td>
                <td>
                  {deed}
                  {told !== '' && (
                    <div className={styles.told}>
                      <Summary text={told} />
                    </div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {audit.hasNextPage && (
        <button type="button" onClick={() => void audit.fetchNextPage()}>
          {words.more}
        </button>
      )}
    </section>
  )
}

const maxBeginning = 160

/** What is long stands there by its beginning, whole lines of it if it has any, with the rest on demand. */
function Summary({ text }: { text: string }) {
  if (text.length <= maxBeginning) return text
  const end = text.lastIndexOf('\n', maxBeginning)
  const beginning = end > 0 ? text.slice(0, end) : [...text].slice(0, maxBeginning).join('')
  return (
    <details>
      <summary>{beginning} …</summary>
      {text.slice(beginning.length).trimStart()}
    </details>
  )
}

interface Line {
  key: string
  cells: readonly ReactNode[]
  action: ReactNode
}

function List<Item>({
  title,
  none,
  list,
  change,
  heads,
  children,
}: {
  title: string
  none?: string
  list: UseQueryResult<Item[]>
  change: Pick<UseMutationResult<unknown, Error>, 'error'>
  heads: readonly string[]
  children: (item: Item) => Line
}) {
  return (
    <section className={styles.group}>
      <h2>{title}</h2>
      {list.error && <Failed error={list.error} onAgain={() => void list.refetch()} />}
      {change.error && (
        <p role="alert" className="failed">
          {change.error.message}
        </p>
      )}
      {list.isPending && <Loading />}
      {list.data?.length === 0 && <p className="quiet">{none}</p>}
      {list.data && list.data.length > 0 && (
        <table>
          <Head names={heads} />
          <tbody>
            {list.data.map(children).map(({ key, cells, action }) => (
              <tr key={key}>
                {cells.map((cell, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row do not move.
                  <td key={i}>{cell}</td>
                ))}
                <td className={styles.action}>{action}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
