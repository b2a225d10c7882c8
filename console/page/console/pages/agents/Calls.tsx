import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, askAll } from '../../shared/api.ts'
import { moment } from '../../shared/dates.ts'
import { Head } from '../../shared/Head.tsx'
import { Sure } from '../../shared/Sure.tsx'
import { Failed, Loading } from '../../shared/states.tsx'
import type { RoomProps } from './AgentPage.tsx'
import styles from './Agents.module.css'
import { keyOf, pathOf, refresh, useChange } from './agents.ts'
import { words } from './words.ts'

interface Hooked {
  webhook: { name: string; method: string; url: string; isEnable?: boolean }
  open: number
  dead: number
  lastOutcome: string | null
  lastAt: string | null
}
interface Delivery {
  id: string
  webhook: string
  status: string
  attempts: number
  outcome: string | null
  createdAt: string
  nextAt: string | null
  canResend: boolean
}
interface Standing {
  id: string
  tool: string
  givenBy: string
  place: string
  givenAt: string
}
interface Tools {
  servers?: Record<string, { url: string }>
  rules?: Record<string, { policy: string; who?: string; callsPerHour?: number }>
}

/** What the agent calls: its webhooks with how they fare, each call with what came of it, and its tools. */
export default function CallsRoom({ agent, draft }: RoomProps) {
  const hooks = useQuery({
    queryKey: keyOf(agent, 'webhooks'),
    queryFn: () => ask<{ webhooks: Hooked[] }>(pathOf(agent, '/webhooks')),
  })
  return (
    <section>
      <p className="about">{words.callsAbout}</p>
      <h2>{words.webhooks}</h2>
      {hooks.isPending && <Loading />}
      {hooks.error && <Failed error={hooks.error} onAgain={() => void hooks.refetch()} />}
      {hooks.data?.webhooks.length === 0 && <p className="quiet">{words.noWebhooks}</p>}
      {hooks.data && hooks.data.webhooks.length > 0 && (
        <table>
          <Head names={[words.webhook, words.waiting, words.dead, words.last]} />
          <tbody>
            {hooks.data.webhooks.map(({ webhook, open, dead, lastOutcome, lastAt }) => (
              <tr key={webhook.name}>
                <td>
                  <strong>{webhook.name}</strong> {webhook.isEnable === false && <em>{words.isOff}</em>}
                  <br />
                  <code>
                    {webhook.method} {webhook.url}
                  </code>
                </td>
                <td>{open}</td>
                <td>{dead}</td>
                <td>{lastAt ? `${lastOutcome ?? ''} ${moment(lastAt)}` : words.never}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Deliveries agent={agent} />
      <ToolList tools={(draft.document['tools'] as Tools | undefined) ?? {}} />
      <StandingList agent={agent} />
    </section>
  )
}

function Deliveries({ agent }: { agent: string }) {
  const [isDead, setDead] = useState(false)
  const calls = useQuery({
    queryKey: keyOf(agent, 'deliveries', `${isDead}`),
    queryFn: () => ask<{ deliveries: Delivery[] }>(pathOf(agent, `/deliveries?dead=${isDead}&limit=100`)),
    refetchInterval: 10_000,
  })
  const queries = useQueryClient()
  const again = useMutation({
    mutationFn: (id: string) => ask(`/v1/deliveries/${encodeURIComponent(id)}/resend`, { method: 'POST' }),
    onSettled: () => refresh(queries, agent),
  })
  const allAgain = useChange<{ resent: number; left: number }>(agent)
  const error = again.error ?? allAgain.error
  return (
    <>
      <h2>{words.deliveries}</h2>
      <div className={styles.acts}>
        <label>
          <input type="checkbox" checked={isDead} onChange={(event) => setDead(event.currentTarget.checked)} />{' '}
          {words.onlyDead}
        </label>
        <Sure
          label={words.allAgain}
          about={words.allAgain}
          onSure={() => allAgain.mutate({ method: 'POST', path: '/deliveries/resend' })}
        />
        <span role="status">{allAgain.data && words.resent(allAgain.data.resent, allAgain.data.left)}</span>
      </div>
      {error && (
        <p role="alert" className="failed">
          {error.message}
        </p>
      )}
      {calls.error && <Failed error={calls.error} onAgain={() => void calls.refetch()} />}
      {calls.data?.deliveries.length === 0 && <p className="quiet">{words.noDeliveries}</p>}
      {calls.data && calls.data.deliveries.length > 0 && (
        <table>
          <Head names={[words.webhook, words.status, words.attempts, words.made, words.change]} />
          <tbody>
            {calls.data.deliveries.map(({ id, webhook, status, attempts, outcome, createdAt, nextAt, canResend }) => (
              <tr key={id}>
                <td>{webhook}</td>
                <td>
                  {words.statuses[status] ?? status} {outcome && <code>{outcome}</code>}
                </td>
                <td>
                  {attempts}
                  {nextAt && ` · ${words.nextAt(moment(nextAt))}`}
                </td>
                <td>{moment(createdAt)}</td>
                <td>
                  {canResend && (
                    <button type="button" disabled={again.isPending} onClick={() => again.mutate(id)}>
                      {words.sendAgain}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function ToolList({ tools: { servers = {}, rules = {} } }: { tools: Tools }) {
  const named = Object.entries(servers)
  const allowed = Object.entries(rules)
  return (
    <>
      <h2>{words.tools}</h2>
      {named.length + allowed.length === 0 && <p className="quiet">{words.noTools}</p>}
      {named.map(([name, { url }]) => (
        <p key={name}>
          <strong>{name}</strong> <code>{url}</code>
        </p>
      ))}
      {allowed.length > 0 && (
        <table>
          <Head names={[words.tool, words.policy, words.bounds]} />
          <tbody>
            {allowed.map(([name, { policy, who, callsPerHour }]) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>{words.policies[policy] ?? policy}</td>
                <td>
                  {[who && (words.whoMay[who] ?? who), callsPerHour && words.perHour(callsPerHour)]
                    .filter(Boolean)
                    .join(' · ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

/** Who is not asked any more, and where. Nothing is shown where nobody has said so. */
function StandingList({ agent }: { agent: string }) {
  const standing = useQuery({
    queryKey: keyOf(agent, 'standing'),
    queryFn: () => askAll<Standing>(pathOf(agent, '/standing-approvals')),
  })
  const end = useChange<undefined>(agent)
  const items = standing.data ?? []
  if (standing.error) return <Failed error={standing.error} onAgain={() => void standing.refetch()} />
  if (items.length === 0) return null
  return (
    <>
      <h3>{words.standing}</h3>
      <p className="about">{words.standingAbout}</p>
      {end.error && (
        <p role="alert" className="failed">
          {end.error.message}
        </p>
      )}
      <table>
        <Head names={[words.tool, words.person, words.place, words.made, words.change]} />
        <tbody>
          {items.map(({ id, tool, givenBy, place, givenAt }) => (
            <tr key={id}>
              <td>
                <code>{tool}</code>
              </td>
              <td>{givenBy}</td>
              <td>{place}</td>
              <td>{moment(givenAt)}</td>
              <td>
                <Sure
                  label={words.askAgain}
                  about={`${words.askAgain}: ${tool}, ${givenBy}`}
                  onSure={() => end.mutate({ method: 'DELETE', path: `/standing-approvals/${id}` })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
