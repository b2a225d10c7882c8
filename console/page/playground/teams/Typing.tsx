import { Typing as Names } from '../../shared/pane/Typing.tsx'
import { useTeams } from './context.ts'
import { placeKey } from './state.ts'
import { text } from './strings.ts'

export function Typing({ conversation, root }: { conversation: string; root?: string }) {
  const { me, bot, users, typing } = useTeams().workspace
  const nameOf = (id: string) => [...users, bot].find((user) => user.id === id)?.name
  return <Names me={me.id} until={typing[placeKey(conversation, root)]} nameOf={nameOf} words={text.typing} />
}
