import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ask, askAll } from '../../shared/api.ts'
import { moment } from '../../shared/dates.ts'
import { Sure } from '../../shared/Sure.tsx'
import { Failed, Loading } from '../../shared/states.tsx'
import type { RoomProps } from './AgentPage.tsx'
import styles from './Agents.module.css'
import { keyOf, pathOf, useChange } from './agents.ts'
import { words } from './words.ts'

interface Source {
  name: string
  bytes: number
  passages: number
  createdAt: string
}
interface Hit {
  source: string
  text: string
  score: number
}

/** What the agent has read, and which of it answers a question. */
export default function KnowledgeRoom({ agent }: RoomProps) {
  const sources = useQuery({
    queryKey: keyOf(agent, 'knowledge'),
    queryFn: () => askAll<Source>(pathOf(agent, '/knowledge')),
  })
  const remove = useChange(agent)
  return (
    <section>
      <p className="about">{words.knowledgeAbout}</p>
      <Search agent={agent} />
      <h2>{words.sources}</h2>
      <Upload agent={agent} />
      {remove.error && (
        <p role="alert" className="failed">
          {remove.error.message}
        </p>
      )}
      {sources.isPending && <Loading />}
      {sources.error && <Failed error={sources.error} onAgain={() => void sources.refetch()} />}
      {sources.data?.length === 0 && <p className="quiet">{words.noSources}</p>}
      {sources.data && sources.data.length > 0 && (
        <table>
          <thead>
            <tr>
              {[words.source, words.passages, words.size, words.read].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">
                <span className="unseen">{words.change}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sources.data.map(({ name, passages, bytes, createdAt }) => (
              <tr key={name}>
                <td>{name}</td>
                <td>{passages}</td>
                <td>{words.kilobytes(Math.ceil(bytes / 1024))}</td>
                <td>{moment(createdAt)}</td>
                <td>
                  <Sure
                    label={words.forget}
                    about={words.forgetOf(name)}
                    onSure={() => remove.mutate({ method: 'DELETE', path: `/knowledge/${encodeURIComponent(name)}` })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Upload({ agent }: { agent: string }) {
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const names: string[] = []
      for (const file of files) {
        const body = { name: file.name, base64: await base64Of(file) }
        const { passages } = await ask<Source>(pathOf(agent, '/knowledge'), { method: 'POST', body })
        names.push(words.hasRead(file.name, passages))
      }
      return names.join(' ')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(agent) }),
  })
  return (
    <p className={styles.acts}>
      <label>
        {words.upload}{' '}
        <input
          type="file"
          multiple
          disabled={add.isPending}
          onChange={(event) => {
            const { files } = event.currentTarget
            if (files && files.length > 0) add.mutate([...files])
            event.currentTarget.value = ''
          }}
        />
      </label>
      <span role="status">{add.isPending ? words.reading : add.data}</span>
      {add.error && (
        <span role="alert" className="failed">
          {add.error.message}
        </span>
      )}
    </p>
  )
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^.*?,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

/** Which passage answers a question. */
function Search({ agent }: { agent: string }) {
  const [text, setText] = useState('')
  const [q, setQ] = useState('')
  const found = useQuery({
    queryKey: keyOf(agent, 'passages', q),
    queryFn: () => ask<{ hits: Hit[] }>(pathOf(agent, `/knowledge-search?q=${encodeURIComponent(q)}`)),
    enabled: q !== '',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setQ(text.trim())
  }
  return (
    <form className={styles.likeness} onSubmit={submit}>
      <label>
        {words.whichPassage}
        <input type="search" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={text.trim() === ''}>
        {words.search}
      </button>
      {found.error && <Failed error={found.error} onAgain={() => void found.refetch()} />}
      <p role="status">{found.data?.hits.length === 0 && words.noPassage}</p>
      <ol className={styles.hits}>
        {found.data?.hits.map(({ source, text, score }) => (
          <li key={`${source} ${text}`}>
            <meter min={0} max={1} value={score} aria-label={source} /> <strong>{score.toFixed(2)}</strong>{' '}
            <code>{source}</code>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </form>
  )
}
