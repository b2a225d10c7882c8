import { useMemo } from 'react'
import type { Attachment, Message } from '../../../stand-ins/teams/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import styles from './AttachmentView.module.css'
import { CardView } from './card/CardView.tsx'
import { fromHero } from './card/hero.ts'
import { keyOf } from './card/json.ts'
import { useTeams } from './context.ts'

export function AttachmentView({ attachment, message }: { attachment: Attachment; message: Message }) {
  const { fileUrl } = useTeams()
  if (attachment.kind === 'card') return <CardAttachment attachment={attachment} message={message} />
  if (attachment.kind === 'file') {
    const { name, file } = attachment
    return (
      <a className={styles.file} href={fileUrl(file)} target="_blank" rel="noopener" title={name}>
        <Icon name="file" />
        {name}
      </a>
    )
  }
  const { file, url, name } = attachment
  const source = file === undefined ? url : fileUrl(file)
  return (
    <a className={styles.image} href={source} target="_blank" rel="noopener noreferrer" title={name}>
      <img src={source} alt={name} />
    </a>
  )
}

function CardAttachment({ attachment, message }: { attachment: Attachment & { kind: 'card' }; message: Message }) {
  const { workspace, press } = useTeams()
  const { content, content_type } = attachment
  const key = keyOf(content)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same card may come anew with every change of its message
  const card = useMemo(() => (content_type.endsWith('.adaptive') ? content : fromHero(content)), [key, content_type])
  return (
    // A card in the place of another one begins with its own inputs.
    <CardView
      key={key}
      card={card}
      pressed={workspace.pressed[message.id]}
      onAct={(action, inputs) => void press(message, action, inputs)}
    />
  )
}
