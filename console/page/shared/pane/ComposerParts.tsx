import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { strings } from '../../strings.ts'
import { DraftFiles } from '../DraftFiles.tsx'
import { Icon } from '../Icon.tsx'
import { isComposing } from '../keys.ts'
import type { Completion } from './CompletionList.tsx'
import styles from './ComposerParts.module.css'
import type { Composer } from './useComposer.ts'

/** The frame of a composer: files can be dropped on it. */
export function ComposerForm(props: { composer: Composer; className: string | undefined; children: ReactNode }) {
  const { composer, className, children } = props
  return (
    <form
      className={className}
      data-tour="composer"
      onSubmit={(event) => {
        event.preventDefault()
        void composer.send()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        composer.addFiles(event.dataTransfer.files)
      }}
    >
      {children}
    </form>
  )
}

interface TextProps {
  composer: Composer
  mention?: Completion & { look(value: string, caret: number): void; close(): void }
  commands?: Completion
  testId: string
  placeholder: string
  title?: string
  onType?: (text: string) => void
  onEscape?: () => void
}

export function ComposerText({ composer, mention, commands, testId, placeholder, title, ...on }: TextProps) {
  const list = [mention, commands].find((each) => each?.open)
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || mention?.onKeyDown(event) || commands?.onKeyDown(event)) return
    if (event.key === 'Escape') on.onEscape?.()
    if (event.key === 'ArrowUp' && composer.editLast()) event.preventDefault()
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void composer.send()
    }
  }
  return (
    <textarea
      ref={composer.box}
      className={styles.text}
      data-testid={testId}
      aria-label={placeholder}
      aria-autocomplete={mention && 'list'}
      aria-controls={list?.id}
      aria-activedescendant={list && list.found.length > 0 ? `${list.id}-${list.active}` : undefined}
      placeholder={placeholder}
      title={title}
      rows={1}
      value={composer.draft.text}
      onChange={({ target }) => {
        composer.setText(target.value)
        mention?.look(target.value, target.selectionStart)
        on.onType?.(target.value)
      }}
      onBlur={mention?.close}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        if (composer.addFiles(event.clipboardData.files) > 0) event.preventDefault()
      }}
    />
  )
}

export function ComposerFiles({ composer }: { composer: Composer }) {
  return <DraftFiles files={composer.draft.files} onRemove={composer.removeFile} />
}

interface AttachProps {
  composer: Composer
  testId: string
  label?: string
  /** What the person is offered to choose from. */
  accept?: string | undefined
}

export function AttachButton({ composer, testId, label = strings.attach, accept }: AttachProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-label={label}
        title={label}
        onClick={() => picker.current?.click()}
      >
        <Icon name="attach" />
      </button>
      <input
        ref={picker}
        type="file"
        accept={composer.onlyImages ? 'image/*' : accept}
        multiple
        hidden
        data-testid={testId}
        onChange={({ target }) => {
          composer.addFiles(target.files)
          target.value = ''
        }}
      />
    </>
  )
}

export function SendButton({ composer, testId }: { composer: Composer; testId: string }) {
  return (
    <button
      type="submit"
      className={styles.tool}
      aria-label={strings.send}
      title={strings.send}
      data-testid={testId}
      disabled={!composer.isReady}
    >
      <Icon name="send" />
    </button>
  )
}
