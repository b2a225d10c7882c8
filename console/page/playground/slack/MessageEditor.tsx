import type { Message } from '../../../stand-ins/slack/view.ts'
import { MessageEditor as Editor } from '../../shared/pane/MessageEditor.tsx'
import { decodeText } from './compose.ts'
import { useSlack } from './context.ts'

export function MessageEditor({ message, onDone }: { message: Message; onDone: () => void }) {
  const { workspace, edit } = useSlack()
  const names = { users: [...workspace.users, workspace.bot], channels: workspace.channels }
  return <Editor before={decodeText(message.text, names)} onSave={(words) => edit(message, words)} onDone={onDone} />
}
