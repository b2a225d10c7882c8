import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { Failed, Loading } from '../../shared/states.tsx'
import type { RoomProps } from './AgentPage.tsx'
import styles from './Agents.module.css'
import type { EditorHandle, Finding } from './Editor.tsx'
import { Findings } from './Findings.tsx'
import { SaveFiles } from './SaveFiles.tsx'
import { useFileEditing } from './useFileEditing.ts'
import { useFileSchema } from './useFileSchema.ts'
import { words } from './words.ts'

const Editor = lazy(() => import('./Editor.tsx'))

/** The prompt and everything else of the draft as YAML, with what the checker finds where it stands. */
export default function FilesRoom({ agent, draft }: RoomProps) {
  const editing = useFileEditing(agent, draft)
  const { kept, files, findings, change, save } = editing
  const [open, setOpen] = useState('agent.yaml')
  const editor = useRef<EditorHandle>(null)
  const file = files?.find(({ path }) => path === open) ?? files?.[0]
  const schema = useFileSchema(agent, file?.path)
  const here = useMemo(() => findings.filter((one) => one.file === file?.path), [findings, file?.path])
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
            schema={schema}
            findings={here}
            onChange={(content) => change(file.path, content)}
            onSave={save}
          />
        </Suspense>
      )}
      <Findings findings={findings} onGo={goTo} />
      <SaveFiles editing={editing} draft={draft} />
    </div>
  )
}
