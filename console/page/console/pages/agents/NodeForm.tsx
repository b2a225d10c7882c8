import { useState } from 'react'
import { Sure } from '../../shared/Sure.tsx'
import styles from './Agents.module.css'
import {
  addOption,
  removeNode,
  removeOption,
  type Sketch,
  type SketchNode,
  withOption,
  withSay,
} from './scenario-text.ts'
import { words } from './words.ts'

/** What a node says and where its buttons lead. */
export function NodeForm({
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
