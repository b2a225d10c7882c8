import type { Message } from '../../../stand-ins/discord/view.ts'
import { MessageEditor as Editor } from '../../shared/pane/MessageEditor.tsx'
import { decodeMentions } from './compose.ts'
import { useDiscord } from './context.ts'

export function MessageEditor({ message, onDone }: { message: Message; onDone: () => void }) {
  const { workspace, edit } = useDiscord()
  return (
    <Editor
      before={decodeMentions(message.content, workspace)}
      mayBeEmpty={message.attachments.length > 0}
      onSave={(words) => edit(message, words)}
      onDone={onDone}
    />
  )
}
