import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../../shared/api.ts'
import { type Draft, keyOf, pathOf, useChange } from './agents.ts'
import type { Finding } from './Editor.tsx'

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

/** The files of a draft while somebody edits them: as they are now, what the checker finds of them, and how they are saved. */
export function useFileEditing(agent: string, draft: Draft) {
  const kept = useQuery({ queryKey: keyOf(agent, 'files'), queryFn: () => ask<Files>(pathOf(agent, '/draft/files')) })
  const [edited, setEdited] = useState<readonly DraftFile[]>()
  /** As it is before it has been drawn: whoever saves while they type means all that they typed. */
  const latest = useRef<readonly DraftFile[]>(undefined)
  const [seen, setSeen] = useState<Draft>()
  const saving = useChange<Draft>(agent)
  const files = edited ?? kept.data?.files
  const findings = useFindings(agent, files)

  const end = () => {
    latest.current = undefined
    setEdited(undefined)
    setSeen(undefined)
  }
  const put = (upon: string) => {
    const sent = latest.current
    if (!sent) return
    const onSuccess = (changed: Draft) => (latest.current === sent ? end() : setSeen(changed))
    saving.mutate({ method: 'PUT', path: '/draft/files', body: { files: sent }, upon }, { onSuccess })
  }
  return {
    kept,
    files,
    findings,
    isEdited: edited !== undefined,
    saving,
    seen: seen ?? draft,
    /** Of a file that is not there yet: it is begun. */
    change(path: string, content: string) {
      if (!files) return
      if (!seen) setSeen(draft)
      const now = latest.current ?? files
      const isThere = now.some((one) => one.path === path)
      const changed = { path, content }
      latest.current = isThere ? now.map((one) => (one.path === path ? changed : one)) : [...now, changed]
      setEdited(latest.current)
    },
    drop() {
      end()
      saving.reset()
    },
    save: () => put((seen ?? draft).revision),
    /** Upon what somebody else has made of it. */
    saveAnyway: () => put(draft.revision),
  }
}

export type FileEditing = ReturnType<typeof useFileEditing>

/** What the checker finds of files, some time after the last change of them. */
function useFindings(agent: string, files: readonly DraftFile[] | undefined): readonly Finding[] {
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
