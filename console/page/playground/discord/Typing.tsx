import { Typing as Names } from '../../shared/pane/Typing.tsx'
import { useDiscord } from './context.ts'
import { text } from './strings.ts'

export function Typing({ channel }: { channel: string }) {
  const { me, users, typing } = useDiscord().workspace
  const nameOf = (id: string) => users.find((user) => user.id === id)?.name
  return <Names me={me.id} until={typing[channel]} nameOf={nameOf} words={text.typing} />
}
