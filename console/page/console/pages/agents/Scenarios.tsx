import { lazy, Suspense, useMemo, useState } from 'react'
import { Failed, Loading } from '../../shared/states.tsx'
import type { RoomProps } from './AgentPage.tsx'
import styles from './Agents.module.css'
import { useCounts } from './counts.ts'
import drawn from './Drawing.module.css'
import Drawing from './Drawing.tsx'
import { Findings } from './Findings.tsx'
import { Naming } from './Naming.tsx'
import { NodeForm } from './NodeForm.tsx'
import { SaveFiles } from './SaveFiles.tsx'
import { addNode, type Sketch, sketchOf } from './scenario-text.ts'
import { Tests } from './Tests.tsx'
import { useFileEditing } from './useFileEditing.ts'
import { useFileSchema } from './useFileSchema.ts'
import { Ways } from './Ways.tsx'
import { words } from './words.ts'

const Editor = lazy(() => import('./Editor.tsx'))

/** A scenario drawn, and its YAML: one document, of which a change on the drawing touches no line but its own. */
export default function ScenariosRoom({ agent, draft }: RoomProps) {
  const editing = useFileEditing(agent, draft)
  const { kept, files, findings, change, save } = editing
  const [open, setOpen] = useState<string>()
  const [selected, setSelected] = useState<string>()
  const [isText, setText] = useState(false)
  /** What it was before each act on the drawing. */
  const [before, setBefore] = useState<readonly { path: string; content: string }[]>([])
  const scenarios = files?.filter(({ path }) => path.startsWith('scenarios/')) ?? []
  const file = scenarios.find(({ path }) => path === open) ?? scenarios[0]
  const content = file?.content ?? ''
  const sketch = useMemo(() => sketchOf(content), [content])
  const [lastDrawn, setLastDrawn] = useState<Sketch>()
  if (sketch && sketch !== lastDrawn) setLastDrawn(sketch)
  const shown = sketch ?? lastDrawn
  const schema = useFileSchema(agent, file?.path)
  const here = useMemo(() => findings.filter((one) => one.file === file?.path), [findings, file?.path])
  const saved = useMemo(
    () => sketchOf(kept.data?.files.find(({ path }) => path === file?.path)?.content ?? ''),
    [kept.data, file?.path],
  )
  const counts = useCounts(agent, shown, saved)
  const node = shown?.nodes.find(({ id }) => id === selected)

  const act = (how: (text: string) => string) => {
    if (!file) return
    const changed = how(file.content)
    if (changed === file.content) return
    setBefore([...before, file])
    change(file.path, changed)
  }
  const undo = () => {
    const last = before.at(-1)
    if (last) change(last.path, last.content)
    setBefore(before.slice(0, -1))
  }

  if (kept.isPending) return <Loading />
  if (kept.error) return <Failed error={kept.error} onAgain={() => void kept.refetch()} />
  const begin = (id: string) => {
    change(`scenarios/${id}.yaml`, begun(id))
    setOpen(`scenarios/${id}.yaml`)
    setSelected('begin')
  }
  const ids = scenarios.map(({ path }) => path.replace(/^scenarios\/|\.ya?ml$/g, ''))
  const naming = <Naming label={words.newScenario} act={words.addScenario} taken={ids} onName={begin} />
  if (!file) {
    return (
      <div>
        <p className="quiet">{words.noScenarios}</p>
        {naming}
      </div>
    )
  }
  return (
    <div>
      <div className={styles.acts}>
        <label>
          {words.scenario}{' '}
          <select
            value={file.path}
            onChange={(event) => {
              setOpen(event.currentTarget.value)
              setSelected(undefined)
              setLastDrawn(undefined)
            }}
          >
            {scenarios.map(({ path }) => (
              <option key={path} value={path}>
                {path.replace(/^scenarios\/|\.ya?ml$/g, '')}
              </option>
            ))}
          </select>
        </label>
        <button type="button" disabled={before.length === 0} onClick={undo}>
          {words.undoOne}
        </button>
        <button type="button" aria-expanded={isText} onClick={() => setText(!isText)}>
          {isText ? words.hideText : words.showText}
        </button>
      </div>
      {!sketch && (
        <p role="status" className={styles.moved}>
          {words.notDrawn}
        </p>
      )}
      {shown && (
        <div className={drawn.room}>
          <Drawing sketch={shown} counts={counts} findings={here} selected={selected} onSelect={setSelected} />
          <div className={drawn.node}>
            {node ? (
              <NodeForm key={`${file.path} ${node.id}`} sketch={shown} node={node} onAct={act} />
            ) : (
              <p className="quiet">{words.chooseNode}</p>
            )}
            <Naming
              label={words.newNode}
              act={words.addNode}
              taken={shown.nodes.map(({ id }) => id)}
              onName={(id) => {
                act((text) => addNode(text, id, words.newSays))
                setSelected(id)
              }}
            />
            {naming}
          </div>
        </div>
      )}
      {shown && <Ways sketch={shown} counts={counts} />}
      {counts.traffic && <p className="quiet">{words.traffic(counts.traffic.turns)}</p>}
      <Tests coverage={counts.coverage} />
      {isText && (
        <Suspense fallback={<Loading />}>
          <Editor
            key={file.path}
            label={file.path}
            text={file.content}
            schema={schema}
            findings={here}
            onChange={(text) => change(file.path, text)}
            onSave={save}
          />
        </Suspense>
      )}
      <Findings
        findings={findings}
        onGo={({ file: path, path: inside }) => {
          if (path.startsWith('scenarios/')) setOpen(path)
          setSelected(inside.split('.')[1])
        }}
      />
      <SaveFiles editing={editing} draft={draft} />
    </div>
  )
}

const begun = (id: string): string => `version: 1
id: ${id}
start:
  - match:
      exact: ${id}
first: begin
nodes:
  begin:
    say: ${words.newSays}
    end: completed
`
