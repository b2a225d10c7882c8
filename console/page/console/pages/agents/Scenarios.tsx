import { type FormEvent, lazy, Suspense, useMemo, useState } from 'react'
import { Sure } from '../../shared/Sure.tsx'
import { Failed, Loading } from '../../shared/states.tsx'
import type { RoomProps } from './AgentPage.tsx'
import styles from './Agents.module.css'
import drawn from './Drawing.module.css'
import Drawing from './Drawing.tsx'
import { Findings } from './Findings.tsx'
import { SaveFiles } from './SaveFiles.tsx'
import {
  addNode,
  addOption,
  removeNode,
  removeOption,
  type Sketch,
  type SketchEdge,
  type SketchNode,
  sketchOf,
  withOption,
  withSay,
} from './scenario-text.ts'
import { timesOf, useTraffic } from './traffic.ts'
import { useFileEditing } from './useFileEditing.ts'
import { useFileSchema } from './useFileSchema.ts'
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
  const traffic = useTraffic(agent, saved?.id)
  const times = useMemo(
    () => (shown && traffic.data ? timesOf(shown, saved, traffic.data) : new Map<SketchEdge, number>()),
    [shown, saved, traffic.data],
  )
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
          <Drawing sketch={shown} times={times} findings={here} selected={selected} onSelect={setSelected} />
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
      {traffic.data && <p className="quiet">{words.traffic(traffic.data.turns)}</p>}
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

function NodeForm({
  sketch,
  node,
  onAct,
}: {
  sketch: Sketch
  node: SketchNode
  onAct: (how: (text: string) => string) => void
}) {
  const { id, say, saysOtherwise, options } = node
  const [said, setSaid] = useState(say ?? '')
  const places = sketch.nodes.map((one) => one.id)
  return (
    <>
      <h2>{words.nodeOf(id)}</h2>
      {saysOtherwise ? (
        <p className="quiet">{words.inText}</p>
      ) : (
        <label>
          {words.nodeSays}
          <textarea
            rows={4}
            value={said}
            onChange={(event) => setSaid(event.currentTarget.value)}
            onBlur={() => said !== (say ?? '') && onAct((text) => withSay(text, id, said))}
          />
        </label>
      )}
      {options.map((option, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same text.
        <fieldset key={`${i} ${option.text}`}>
          <legend className="unseen">{option.text}</legend>
          <label>
            {words.optionText}
            <input
              defaultValue={option.text}
              onBlur={({ currentTarget: { value } }) =>
                value.trim() !== '' &&
                value !== option.text &&
                onAct((text) => withOption(text, id, i, { text: value }))
              }
            />
          </label>
          <label>
            {words.goesTo}
            <select
              value={option.goto ?? ''}
              onChange={({ currentTarget: { value } }) => onAct((text) => withOption(text, id, i, { goto: value }))}
            >
              {(option.goto === undefined || !places.includes(option.goto)) && (
                <option value={option.goto ?? ''}>{option.goto ?? '–'}</option>
              )}
              {places.map((place) => (
                <option key={place}>{place}</option>
              ))}
            </select>
          </label>
          <Sure
            label={words.removeOption}
            about={words.removeOptionOf(option.text)}
            onSure={() => onAct((text) => removeOption(text, id, i))}
          />
        </fieldset>
      ))}
      <div className={styles.acts}>
        <button
          type="button"
          onClick={() => onAct((text) => addOption(text, id, { text: words.newOption, goto: sketch.first }))}
        >
          {words.addOption}
        </button>
        <Sure
          label={words.removeNode}
          about={words.removeNodeOf(id)}
          onSure={() => onAct((text) => removeNode(text, id))}
        />
      </div>
    </>
  )
}

const names = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

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

function Naming({
  label,
  act,
  taken,
  onName,
}: {
  label: string
  act: string
  taken: readonly string[]
  onName: (name: string) => void
}) {
  const [name, setName] = useState('')
  const isGood = names.test(name) && !taken.includes(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isGood) return
    onName(name)
    setName('')
  }
  return (
    <form className={drawn.naming} onSubmit={submit}>
      <label>
        {label}
        <input value={name} onChange={(event) => setName(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={!isGood}>
        {act}
      </button>
    </form>
  )
}
