import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAutoGrow } from '../useAutoGrow.ts'
import { type Draft, draftOf, emptyDraft, isEmpty, keepDraft, listenForWords } from './drafts.ts'
import { editMessage } from './editing.ts'

export interface ComposerParts {
  /** What the draft belongs to: it is kept while the person looks elsewhere. */
  place: string
  /** Whether it was sent; if not, the draft comes back. */
  onSend: (draft: Draft) => Promise<boolean>
  /** The most characters a message may have. */
  limit?: number
  onlyImages?: boolean
  /** When this changes, the person wants to write here. */
  occasion?: unknown
  /** What the person has said last here, as `editKey` names it. */
  lastOwn?: string | undefined
}

/** Around composers that leave the focus where it is when they appear: another one above them is what people write in. */
export const QuietContext = createContext(false)

export type Composer = ReturnType<typeof useComposer>

/** What a person is writing: kept, filled, and sent. */
export function useComposer(parts: ComposerParts) {
  const { place, onSend, limit = Number.POSITIVE_INFINITY, onlyImages, occasion, lastOwn } = parts
  const [draft, setDraft] = useState(() => draftOf(place))
  const box = useAutoGrow(draft.text)
  const isQuiet = useContext(QuietContext)
  const atFirst = useRef(occasion)
  const setText = (text: string) => setDraft((now) => ({ ...now, text }))

  useEffect(() => keepDraft(place, draft), [place, draft])

  useEffect(
    () =>
      listenForWords(place, (words) => {
        setDraft((now) => ({ ...now, ...words }))
        box.current?.focus()
      }),
    [place, box],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: the occasion is one to focus the box
  useEffect(() => {
    if (isQuiet && occasion === atFirst.current) return
    // A small screen would lose half of its height to the keyboard, and who is typing elsewhere wants to go on there.
    const elsewhere = document.activeElement instanceof HTMLTextAreaElement && document.activeElement.value !== ''
    if (matchMedia('(hover: hover)').matches && !elsewhere) box.current?.focus()
  }, [box, occasion])

  const isReady = !isEmpty(draft) && draft.text.length <= limit
  return {
    box,
    draft,
    isReady,
    onlyImages: onlyImages === true,
    /** Characters that are left, once they become few. */
    left: draft.text.length > limit - 200 ? limit - draft.text.length : undefined,
    setText,
    /** The caret goes to the end, and the next key must find it there. */
    write: (text: string) => {
      flushSync(() => setText(text))
      box.current?.setSelectionRange(text.length, text.length)
    },
    addFiles: (list: FileList | null): number => {
      const files = [...(list ?? [])].filter(({ type }) => !onlyImages || type.startsWith('image/'))
      setDraft((now) => ({ ...now, files: [...now.files, ...files] }))
      return files.length
    },
    removeFile: (file: File) => setDraft((now) => ({ ...now, files: now.files.filter((other) => other !== file) })),
    /** False: there is nothing of theirs to edit, or something is being written. */
    editLast: (): boolean =>
      lastOwn !== undefined && isEmpty(draft) && editMessage(lastOwn, () => box.current?.focus()),
    send: async () => {
      if (!isReady) return
      setDraft(emptyDraft)
      box.current?.focus()
      if (!(await onSend(draft))) setDraft((now) => (isEmpty(now) ? draft : now))
    },
  }
}
