import type { Message } from '../../../stand-ins/teams/view.ts'
import { MessageEditor as Editor } from '../../shared/pane/MessageEditor.tsx'
import { decodeMentions } from './compose.ts'
import { useTeams } from './context.ts'
import { text } from './strings.ts'

export function MessageEditor({ message, onDone }: { message: Message; onDone: () => void }) {
  const { edit } = useTeams()
  return (
    <Editor
      before={decodeMentions(message.text)}
      label={text.editMessage}
      mayBeEmpty={message.attachments.length > 0}
      onSave={(words) => edit(message, words)}
      onDone={onDone}
    />
  )
}
