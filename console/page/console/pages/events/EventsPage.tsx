import { useState } from 'react'
import { moment } from '../../shared/dates.ts'
import { Sure } from '../../shared/Sure.tsx'
import { useMe } from '../../shared/session.ts'
import { Failed, Loading } from '../../shared/states.tsx'
import styles from './Events.module.css'
import {
  type Delivery,
  type Endpoint,
  type Happened,
  removeEndpoint,
  resend,
  resendDead,
  useEndpoints,
  useEventChange,
  useEvents,
} from './events.ts'
import { NewEndpoint } from './NewEndpoint.tsx'
import { words } from './words.ts'

const hostOf = (url: string): string => URL.parse(url)?.host ?? url

/** What other programs are told: where it goes, how that fares, and what has happened. Owners change it; admins of all agents see it. */
export function EventsPage() {
  const isOwner = useMe().data?.owner ?? false
  const endpoints = useEndpoints()
  return (
    <div className="page">
      <h1>{words.title}</h1>
      <p className="about">{words.about}</p>
      <section>
        <h2>{words.endpoints}</h2>
        {endpoints.isPending && <Loading />}
        {endpoints.error && <Failed error={endpoints.error} onAgain={() => void endpoints.refetch()} />}
        {endpoints.data?.length === 0 && <p className="quiet">{words.noEndpoints}</p>}
        <ul className={styles.list}>
          {endpoints.data?.map((one) => (
            <EndpointLine key={one.id} endpoint={one} isOwner={isOwner} />
          ))}
        </ul>
        {isOwner && <NewEndpoint />}
      </section>
      <Log endpoints={endpoints.data ?? []} isOwner={isOwner} />
    </div>
  )
}

function EndpointLine({ endpoint, isOwner }: { endpoint: Endpoint; isOwner: boolean }) {
  const { id, url, types, include, open, dead } = endpoint
  const remove = useEventChange(removeEndpoint)
  const again = useEventChange(resendDead)
  const error = remove.error ?? again.error
  return (
    <li>
      <div>
        <strong>{url}</strong>
        <p className={styles.small}>
          {types.length === 0 ? words.all : types.join(', ')}
          {include.includes('words') && ` · ${words.tellsWords}`}
        </p>
        <p>
          <Fate endpoint={endpoint} />
          {open > 0 && ` · ${words.open(open)}`}
          {dead > 0 && ` · ${words.dead(dead)}`}
        </p>
        {error && <p role="alert">{error.message}</p>}
      </div>
      {isOwner && (
        <div className={styles.acts}>
          {dead > 0 && (
            <button
              type="button"
              aria-label={words.allAgainTo(hostOf(url))}
              disabled={again.isPending}
              onClick={() => again.mutate(id)}
            >
              {words.allAgain}
            </button>
          )}
          <Sure label={words.remove} about={words.removeOf(url)} onSure={() => remove.mutate(id)} />
        </div>
      )}
    </li>
  )
}

/** Told by words, and by their colour to whoever sees it. */
function Fate({ endpoint: { status, failingSince, outcome, deliveredAt } }: { endpoint: Endpoint }) {
  if (status === 'failing') {
    const since = failingSince ? words.failingSince(moment(failingSince)) : words.failing
    return <strong className={styles.bad}>{outcome ? `${since}: ${outcome}` : since}</strong>
  }
  return <span className={styles.good}>{deliveredAt ? words.worked(moment(deliveredAt)) : words.nothingYet}</span>
}

function Log({ endpoints, isOwner }: { endpoints: readonly Endpoint[]; isOwner: boolean }) {
  const { eventTypes = [] } = useMe().data?.choices ?? {}
  const [type, setType] = useState('')
  const [isDead, setDead] = useState(false)
  const events = useEvents({ type, isDead })
  const all = events.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section>
      <h2>{words.happened}</h2>
      <div className={styles.filters}>
        <label>
          {words.type}{' '}
          <select value={type} onChange={(event) => setType(event.currentTarget.value)}>
            <option value="">{words.anyType}</option>
            {eventTypes.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label className={styles.check}>
          <input type="checkbox" checked={isDead} onChange={() => setDead(!isDead)} />
          {words.onlyDead}
        </label>
      </div>
      {events.isPending && <Loading />}
      {events.error && <Failed error={events.error} onAgain={() => void events.refetch()} />}
      {events.data && all.length === 0 && <p className="quiet">{isDead ? words.noneDead : words.none}</p>}
      <ul className={styles.list}>
        {all.map((one) => (
          <EventLine key={one.id} event={one} endpoints={endpoints} isOwner={isOwner} />
        ))}
      </ul>
      {events.hasNextPage && (
        <button type="button" onClick={() => void events.fetchNextPage()}>
          {words.more}
        </button>
      )}
    </section>
  )
}

interface EventLineProps {
  event: Happened
  endpoints: readonly Endpoint[]
  isOwner: boolean
}

function EventLine({ event: { id, type, timestamp, data, deliveries }, endpoints, isOwner }: EventLineProps) {
  const again = useEventChange(resend)
  const told = Object.entries(data).filter(([name, value]) => name !== 'seq' && value !== null)
  return (
    <li className={styles.event}>
      <div>
        <strong>{type}</strong> <time dateTime={timestamp}>{moment(timestamp)}</time>
        <p className={styles.small}>{told.map(([name, value]) => `${name} ${String(value)}`).join(' · ')}</p>
        {again.error && <p role="alert">{again.error.message}</p>}
      </div>
      <ul className={styles.deliveries}>
        {endpoints.map(({ id: endpoint, url }) => {
          const delivery = deliveries.find((one) => one.endpoint === endpoint)
          const send = () => again.mutate({ event: id, endpoint })
          return (
            <li key={endpoint}>
              <span>
                {hostOf(url)}: <State delivery={delivery} />
              </span>
              {isOwner && delivery?.status !== 'open' && (
                <button
                  type="button"
                  aria-label={words.againTo(type, moment(timestamp), hostOf(url))}
                  disabled={again.isPending}
                  onClick={send}
                >
                  {delivery ? words.again : words.send}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </li>
  )
}

function State({ delivery }: { delivery: Delivery | undefined }) {
  if (!delivery) return words.notFor
  const { status, attempts, outcome, settledAt, nextAt } = delivery
  if (status === 'delivered') return <span className={styles.good}>{words.delivered(moment(settledAt ?? ''))}</span>
  if (status === 'dead') return <strong className={styles.bad}>{words.givenUp(outcome ?? '', attempts)}</strong>
  return attempts === 0 || outcome === null ? words.waits : words.triedAgain(outcome, moment(nextAt ?? ''))
}
