import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { searchKeymap } from '@codemirror/search'
import { EditorState, Transaction } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import styles from './Agents.module.css'
import { completeBy, type FileSchema } from './completion.ts'

export interface Finding {
  file: string
  line: number
  path: string
  message: string
  severity: 'error' | 'warning'
}

export interface EditorHandle {
  goTo(line: number): void
}

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--paper)', fontSize: '13px', height: '100%' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { color: 'var(--quiet)', backgroundColor: 'var(--wash)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent-wash) 45%, transparent)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--accent-wash)',
  },
  '.cm-panels, .cm-tooltip': { color: 'var(--ink)', backgroundColor: 'var(--wash)', borderColor: 'var(--line)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '16em' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--ink)', backgroundColor: 'var(--accent-wash)' },
  '.cm-completionDetail': { color: 'var(--quiet)', fontStyle: 'normal' },
  '.cm-tooltip.cm-completionInfo': { fontFamily: 'var(--sans)', maxWidth: '22rem' },
  '.cm-diagnostic': { borderLeftWidth: '4px', fontFamily: 'var(--sans)' },
})

const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
    { tag: [tags.string, tags.content, tags.attributeValue], color: 'var(--ink)' },
    { tag: [tags.lineComment, tags.comment], color: 'var(--quiet)', fontStyle: 'italic' },
    { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace, tags.meta], color: 'var(--quiet)' },
    { tag: [tags.labelName, tags.typeName, tags.keyword], color: 'var(--warn)' },
  ]),
)

/**
 * YAML in CodeMirror. It stands in a shadow tree, where its styles are adopted sheets: the policy of the page, which takes no style that
 * stands in it, is kept as it is.
 */
export default function Editor({
  label,
  text,
  schema,
  findings,
  onChange,
  onSave,
  ref,
}: {
  label: string
  /** As it is opened with, and later as `onChange` told it. */
  text: string
  /** What may stand in it, once that is known. */
  schema: FileSchema | undefined
  findings: readonly Finding[]
  onChange: (text: string) => void
  onSave: () => void
  ref?: Ref<EditorHandle>
}) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const told = useRef({ onChange, onSave, schema })
  told.current = { onChange, onSave, schema }
  const opened = useRef(text)

  useLayoutEffect(() => {
    const shadow = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' })
    const save = () => {
      told.current.onSave()
      return true
    }
    const made = new EditorView({
      parent: shadow,
      root: shadow,
      state: EditorState.create({
        doc: opened.current,
        extensions: [
          ...[lineNumbers(), lintGutter(), history(), highlightActiveLine(), indentOnInput()],
          ...[yaml(), colours, theme, EditorView.lineWrapping],
          autocompletion({
            override: [(context) => (told.current.schema ? completeBy(told.current.schema)(context) : null)],
            icons: false,
          }),
          // Tab leaves it, so that nobody who has no mouse is held.
          keymap.of([
            ...[{ key: 'Mod-s', run: save }, ...completionKeymap, ...defaultKeymap],
            ...[...historyKeymap, ...searchKeymap, ...lintKeymap],
          ]),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of(({ docChanged, transactions, state }) => {
            const isTyped = transactions.some((one) => one.docChanged && !one.annotation(Transaction.remote))
            if (docChanged && isTyped) told.current.onChange(state.doc.toString())
          }),
        ],
      }),
    })
    // Whoever has no mouse can scroll it too.
    made.scrollDOM.tabIndex = 0
    view.current = made
    return () => made.destroy()
  }, [label])

  // Before anything else can be typed, which would be taken back: what an input method composes comes between two tasks.
  useLayoutEffect(() => {
    const { current } = view
    // What somebody else than the editor has changed.
    if (current && current.state.doc.toString() !== text) {
      current.dispatch({
        changes: changeBetween(current.state.doc.toString(), text),
        annotations: Transaction.remote.of(true),
      })
    }
  }, [text])

  useEffect(() => {
    const { state } = view.current!
    const diagnostics = findings.map((finding): Diagnostic => {
      const line = state.doc.line(Math.min(Math.max(finding.line, 1), state.doc.lines))
      const { severity, message } = finding
      return { from: line.from + (line.text.length - line.text.trimStart().length), to: line.to, severity, message }
    })
    view.current!.dispatch(setDiagnostics(state, diagnostics))
  }, [findings])

  useImperativeHandle(ref, () => ({
    goTo(line) {
      const { current } = view
      if (!current) return
      const { from } = current.state.doc.line(Math.min(Math.max(line, 1), current.state.doc.lines))
      current.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
      current.focus()
    },
  }))

  return <div ref={host} className={styles.editor} data-editor={label} />
}

/** The one stretch in which two texts differ, so that the cursor and the way back stay what they were around it. */
function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0
  const most = Math.min(before.length, after.length)
  while (from < most && before[from] === after[from]) from++
  let end = 0
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}
