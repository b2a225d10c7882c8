import { StopIcon } from '../../shared/Icon.tsx'
import {
  AttachButton,
  ComposerFiles,
  ComposerForm,
  ComposerText,
  SendButton,
} from '../../shared/pane/ComposerParts.tsx'
import { draftKey } from '../../shared/pane/drafts.ts'
import { editKey } from '../../shared/pane/editing.ts'
import { useComposer } from '../../shared/pane/useComposer.ts'
import { strings } from '../../strings.ts'
import styles from './Composer.module.css'
import { CommandList, MentionList, useCommands, useMention } from './completions.tsx'
import type { Place } from './context.ts'
import { useTeams } from './context.ts'
import { SearchButtons } from './Search.tsx'
import { text } from './strings.ts'

interface Props {
  place: Place
  placeholder: string
  testId: string
}

export function Composer({ place, placeholder, testId }: Props) {
  const { workspace, say, stop } = useTeams()
  const { conversation, root } = place
  // A post is begun anew above: what stands in its thread is another's to edit.
  const last = workspace.messages[conversation.id]?.findLast(
    (each) => each.author.id === workspace.me.id && each.root === root && !each.deleted,
  )
  const composer = useComposer({
    place: draftKey(workspace.me.id, conversation.id, root),
    onSend: (draft) => say(place, draft),
    lastOwn: last && editKey(workspace.me.id, last.id),
  })
  const mention = useMention(composer)
  const commands = useCommands(composer, conversation)
  const streaming = workspace.messages[conversation.id]?.findLast((each) => each.stream && each.root === root)
  return (
    <ComposerForm composer={composer} className={styles.composer}>
      {mention.open ? <MentionList mention={mention} /> : <CommandList commands={commands} />}
      <ComposerFiles composer={composer} />
      <div className={styles.line}>
        <ComposerText {...{ composer, mention, commands, testId, placeholder }} title={strings.newline} />
        <AttachButton
          composer={composer}
          testId={`${testId}-file`}
          label={text.attach}
          // Other files are for the chat with the app alone.
          accept={conversation.kind === 'personal' ? undefined : 'image/*'}
        />
        <SearchButtons place={place} />
        {streaming ? (
          <button
            type="button"
            className={styles.stop}
            aria-label={text.stopStreaming}
            title={text.stopStreaming}
            data-testid="stop"
            onClick={() => void stop(streaming)}
          >
            <StopIcon />
            {text.stopStreaming}
          </button>
        ) : (
          <SendButton composer={composer} testId={`${testId}-send`} />
        )}
      </div>
    </ComposerForm>
  )
}
