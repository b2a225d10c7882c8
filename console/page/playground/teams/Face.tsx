import type { Conversation } from '../../../stand-ins/teams/view.ts'
import { Avatar } from '../../shared/Avatar.tsx'
import { useTeams } from './context.ts'
import styles from './Face.module.css'
import { TeamsIcon } from './icons.tsx'
import { text } from './strings.ts'

/** Somebody's picture, round as people's are; the app's is square, with whether it listens. */
export function Face({ id, name, size }: { id: string; name: string; size: number }) {
  const { bot, connected } = useTeams().workspace
  const isBot = id === bot.id
  const presence = connected ? text.online : text.offline
  return (
    <span className={styles.face} data-bot={isBot}>
      <Avatar name={name} id={id} bot={isBot} size={size} />
      {isBot && <i data-online={connected} role="img" aria-label={presence} title={presence} />}
    </span>
  )
}

/** The picture of a chat or channel. */
export function PlaceFace({ conversation, size }: { conversation: Conversation; size: number }) {
  const { bot } = useTeams().workspace
  if (conversation.kind === 'personal') return <Face id={bot.id} name={bot.name} size={size} />
  if (conversation.kind === 'channel') return <Avatar name={conversation.name} id={conversation.id} size={size} />
  return (
    <span className={styles.group} style={{ width: size, height: size }}>
      <TeamsIcon name="group" size={Math.round(size * 0.6)} />
    </span>
  )
}
