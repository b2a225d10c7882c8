import {
  AttachButton,
  ComposerFiles,
  ComposerForm,
  ComposerText,
  SendButton,
} from '../../shared/pane/ComposerParts.tsx'
import type { Draft } from '../../shared/pane/drafts.ts'
import { useComposer } from '../../shared/pane/useComposer.ts'
import { strings } from '../../strings.ts'
import styles from './Composer.module.css'
import { CommandList, MentionList, useCommands, useMention } from './completions.tsx'

interface Props {
  place: string
  testId: string
  placeholder: string
  onSend: (draft: Draft) => Promise<boolean>
  lastOwn: string | undefined
}

export function Composer({ place, testId, placeholder, onSend, lastOwn }: Props) {
  const composer = useComposer({ place, onSend, onlyImages: true, lastOwn })
  const mention = useMention(composer)
  const commands = useCommands(composer)
  return (
    <ComposerForm composer={composer} className={styles.composer}>
      <MentionList mention={mention} />
      <CommandList commands={commands} />
      <ComposerText {...{ composer, mention, commands, testId, placeholder }} />
      <ComposerFiles composer={composer} />
      <div className={styles.bar}>
        <AttachButton composer={composer} testId={`${testId}-file`} />
        <span className={styles.hint}>{strings.newline}</span>
        <span className={styles.send}>
          <SendButton composer={composer} testId={testId.replace('composer', 'send')} />
        </span>
      </div>
    </ComposerForm>
  )
}
