import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { ask } from '../../shared/api.ts'
import { Failed, Loading } from '../../shared/states.tsx'
import type { RoomProps } from './AgentPage.tsx'
import styles from './Agents.module.css'
import { type Draft, keyOf, pathOf, useChange } from './agents.ts'
import type { EditorHandle, Finding } from './Editor.tsx'
import { Saving } from './Saving.tsx'
import { words } from './words.ts'

const Editor = lazy(() => import('./Editor.tsx'))

export interface DraftFile {
  path: string
  content: string
}
interface Files {
  revision: string
  files: DraftFile[]
}

/** So long nobody types before what is there is checked. */
const pauseMs = 500

export const useFiles = (agent: string) =>
  useQuery({ queryKey: keyOf(agent, 'files'), queryFn: () => ask<Files>(pathOf(agent, '/draft/files')) })

/** What the checker finds of files, some time after the last change of them. */
export function useFindings(agent: string, files: readonly DraftFile[] | undefined): readonly Finding[] {
  const [findings, setFindings] = useState<readonly Finding[]>([])
  useEffect(() => {
    if (!files) return
    let isOver = false
    const check = async () => {
      const path = pathOf(agent, '/draft/files/check')
      const found = await ask<{ findings: Finding[] }>(path, { method: 'POST', body: { files } }).catch(() => undefined)
      if (found && !isOver) setFindings(found.findings)
    }
    const timer = setTimeout(() => void check(), pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [agent, files])
  return findings
}

/** The prompt and everything else of the draft as YAML, with what the checker finds where it stands. */
export default function FilesRoom({ agent, draft }: RoomProps) {
  const kept = useFiles(agent)
  const [edited, setEdited] = useState<readonly DraftFile[]>()
  /** As it is before it has been drawn: whoever saves while they type means all that they typed. */
  const latest = useRef<readonly DraftFile[]>(undefined)
  const [seen, setSeen] = useState<Draft>()
  const [open, setOpen] = useState('agent.yaml')
  const save = useChange<Draft>(agent)
  const files = edited ?? kept.data?.files
  const findings = useFindings(agent, files)
  const editor = useRef<EditorHandle>(null)
  const file = files?.find(({ path }) => path === open) ?? files?.[0]

  const here = useMemo(() => findings.filter((one) => one.file === file?.path), [findings, file?.path])

  const change = (content: string) => {
    if (!files || !file) return
    if (!seen) setSeen(draft)
    latest.current = (latest.current ?? files).map((one) =>
      one.path === file.path ? { path: one.path, content } : one,
    )
    setEdited(latest.current)
  }
  const end = () => {
    latest.current = undefined
    setEdited(undefined)
    setSeen(undefined)
  }
  const drop = () => {
    end()
    save.reset()
  }
  const put = (upon: string) => {
    const sent = latest.current
    if (!sent) return
    const onSuccess = (changed: Draft) => (latest.current === sent ? end() : setSeen(changed))
    save.mutate({ method: 'PUT', path: '/draft/files', body: { files: sent }, upon }, { onSuccess })
  }
  const goTo = ({ file: path, line }: Finding) => {
    setOpen(path)
    // The editor of that file is there once it has been shown.
    requestAnimationFrame(() => editor.current?.goTo(line))
  }

  if (kept.isPending) return <Loading />
  if (kept.error) return <Failed error={kept.error} onAgain={() => void kept.refetch()} />
  return (
    <div>
      <p className="about">{words.filesAbout}</p>
      <label className={styles.file}>
        {words.file}{' '}
        <select value={file?.path} onChange={(event) => setOpen(event.currentTarget.value)}>
          {files?.map(({ path }) => (
            <option key={path} value={path}>
              {path}
              {findings.some((one) => one.file === path) ? ' ⚠' : ''}
            </option>
          ))}
        </select>
      </label>
      {file && (
        <Suspense fallback={<Loading />}>
          <Editor
            ref={editor}
            key={file.path}
            label={file.path}
            text={file.content}
            findings={here}
            onChange={change}
            onSave={() => put((seen ?? draft).revision)}
          />
        </Suspense>
      )}
      <Findings findings={findings} onGo={goTo} />
      <div className={styles.bar}>
        <Saving
          error={save.error}
          seen={seen ?? draft}
          now={draft}
          onMine={() => put(draft.revision)}
          onTheirs={drop}
        />
        <button
          type="button"
          className="primary"
          disabled={!edited || save.isPending}
          onClick={() => put((seen ?? draft).revision)}
        >
          {words.save}
        </button>{' '}
        <button type="button" disabled={!edited} onClick={drop}>
          {words.dropEdits}
        </button>
        <span role="status" className={styles.note}>
          {edited ? words.unsaved : save.isSuccess ? words.saved : ''}
        </span>
      </div>
    </div>
  )
}

export function Findings({ findings, onGo }: { findings: readonly Finding[]; onGo: (finding: Finding) => void }) {
  if (findings.length === 0) return <p className={styles.good}>{words.noFindings}</p>
  return (
    <section aria-label={words.findings}>
      <h2>{words.findings}</h2>
      <ul className={styles.findings}>
        {findings.map((finding) => (
          <li
            key={`${finding.file} ${finding.line} ${finding.path} ${finding.message}`}
            data-severity={finding.severity}
          >
            <button type="button" onClick={() => onGo(finding)}>
              {finding.file}:{finding.line}
            </button>{' '}
            <strong>{words.severities[finding.severity]}</strong> {finding.path && <code>{finding.path}</code>}{' '}
            {finding.message}
          </li>
        ))}
      </ul>
    </section>
  )
}
