import { useId, useState } from 'react'
import { moment } from '../../shared/dates.ts'
import { download } from '../../shared/download.ts'
import { Sure } from '../../shared/Sure.tsx'
import { useMe } from '../../shared/session.ts'
import { Failed, Loading } from '../../shared/states.tsx'
import styles from './Trust.module.css'
import { type Trust, useExport, useForget, useTrust } from './trust.ts'
import { words } from './words.ts'

/** Who hears what where, where data goes, how long what is kept, and what is kept of one person. */
export function TrustPage() {
  const trust = useTrust()
  return (
    <div className="page">
      <h1>{words.title}</h1>
      {trust.isPending && <Loading />}
      {trust.error && <Failed error={trust.error} onAgain={() => void trust.refetch()} />}
      {trust.data && <Told trust={trust.data} />}
      <OfPerson />
    </div>
  )
}

function Told({ trust: { hears, destinations, kept, agents } }: { trust: Trust }) {
  return (
    <>
      <Table title={words.hears} none={words.noHears} heads={[words.place, words.agent, words.what, words.setBy]}>
        {hears.map(({ place, agent, all, mode, by, since }) => [
          <code key="place">{place}</code>,
          agent,
          <span key="what" className={all ? styles.all : undefined}>
            {all ? words.everything : words.mentioned} <span className="quiet">({mode})</span>
          </span>,
          by === null ? words.unknown : words.by(by, since === null ? words.unknown : moment(since)),
        ])}
      </Table>
      <Table
        title={words.goes}
        about={words.goesAbout}
        none={words.noGoes}
        heads={[words.host, words.agent, words.what]}
      >
        {destinations.map(({ host, what, agent, name }) => [
          <code key="host">{host}</code>,
          agent ?? words.everyAgent,
          <span key="what">
            {words.whats[what]} {name !== null && <span className="quiet">({name})</span>}
          </span>,
        ])}
      </Table>
      <Table title={words.kept} none="" heads={[words.what, words.howLong]}>
        {kept.map(({ what, days }) => [
          words.kinds[what],
          days === null ? (what === 'changes' ? words.always : words.untilForgotten) : words.days(days),
        ])}
      </Table>
      {agents.length > 0 && (
        <Table title={words.less} about={words.lessAbout} none="" heads={[words.agent, words.howLong]}>
          {agents.map(({ agent, days }) => [agent, words.days(days)])}
        </Table>
      )}
    </>
  )
}

interface TableProps {
  title: string
  about?: string
  none: string
  heads: readonly string[]
  children: (readonly React.ReactNode[])[]
}

function Table({ title, about, none, heads, children: rows }: TableProps) {
  return (
    <section className={styles.group}>
      <h2>{title}</h2>
      {about && <p className="quiet">{about}</p>}
      {rows.length === 0 ? (
        <p className="quiet">{none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the whole list is told anew.
              <tr key={row}>
                {cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column stays where it is.
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Owners alone forget somebody. */
function OfPerson() {
  const isOwner = useMe().data?.owner ?? false
  const [person, setPerson] = useState('')
  const exported = useExport()
  const forgotten = useForget()
  const field = useId()
  const uid = person.trim()
  const save = () =>
    exported.mutate(uid, {
      onSuccess: (all) => download('parley-person.json', 'application/json', JSON.stringify(all, null, 2)),
    })
  const failed = exported.error ?? forgotten.error
  return (
    <section className={styles.group}>
      <h2>{words.person}</h2>
      <p className="quiet">{words.personAbout}</p>
      <p className={styles.person}>
        <label htmlFor={field}>{words.uid}</label>
        <input id={field} value={person} maxLength={256} onChange={({ target }) => setPerson(target.value)} />
        <button type="button" disabled={uid === '' || exported.isPending} onClick={save}>
          {words.export}
        </button>
        {isOwner && uid !== '' && (
          <Sure label={words.forget} about={words.forgetOf(uid)} onSure={() => forgotten.mutate(uid)} />
        )}
      </p>
      {failed && (
        <p role="alert" className="failed">
          {failed.message}
        </p>
      )}
      <p role="status">
        {forgotten.data
          ? words.forgotten(forgotten.data.rows, forgotten.data.receipt)
          : exported.data && savedOf(Object.keys(exported.data.agents).length)}
      </p>
    </section>
  )
}

const savedOf = (agents: number): string => (agents === 0 ? words.nothing : words.saved(agents))
