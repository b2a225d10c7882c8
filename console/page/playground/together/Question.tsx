import {
  AttachButton,
  ComposerFiles,
  ComposerForm,
  ComposerText,
  SendButton,
} from '../../shared/pane/ComposerParts.tsx'
import type { Draft } from '../../shared/pane/drafts.ts'
import type { Ask } from '../../shared/pane/useAsked.ts'
import { useComposer } from '../../shared/pane/useComposer.ts'
import { strings } from '../../strings.ts'
import styles from './Question.module.css'

/** One composer for all desks; `asks` is missing while one of them cannot be asked. */
export function Question({ asks }: { asks: Ask[] | undefined }) {
  const onSend = async (draft: Draft): Promise<boolean> => {
    if (!asks || isCommand(draft)) return false
    await Promise.all(asks.map((ask) => ask(draft)))
    return true
  }
  const composer = useComposer({ place: 'together', onSend, onlyImages: true })
  const isReady = composer.isReady && asks !== undefined && !isCommand(composer.draft)
  return (
    <ComposerForm composer={composer} className={styles.question}>
      <div className={styles.line}>
        <ComposerText composer={composer} testId="together" placeholder={strings.togetherPlaceholder} />
        <AttachButton composer={composer} testId="together-file" />
        <SendButton composer={{ ...composer, isReady }} testId="together-send" />
      </div>
      <ComposerFiles composer={composer} />
      <p className={styles.hint} role="status">
        {isCommand(composer.draft) ? strings.togetherNoCommands : strings.togetherHint}
      </p>
    </ComposerForm>
  )
}

/** Discord's commands are filled in and not typed, so no words would run one everywhere. */
const isCommand = ({ text }: Draft): boolean => text.startsWith('/')
