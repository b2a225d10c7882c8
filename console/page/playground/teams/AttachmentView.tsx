import type { Attachment, Message } from '../../../stand-ins/teams/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import styles from './AttachmentView.module.css'
import { CardView } from './card/CardView.tsx'
import { fromHero } from './card/hero.ts'
import { useTeams } from './context.ts'
import { text } from './strings.ts'

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
  if (attachment.kind === 'signin') return <SignIn attachment={attachment} message={message} />
  if (attachment.kind === 'consent') return <Offer name={attachment.name} message={message} />
  const { file, url, name } = attachment
  const source = file === undefined ? url : fileUrl(file)
  return (
    <a className={styles.image} href={source} target="_blank" rel="noopener noreferrer" title={name}>
      <img src={source} alt={name} />
    </a>
  )
}

function Offer({ name, message }: { name: string; message: Message }) {
  const { consent } = useTeams()
  return (
    <div className={styles.file} data-testid="file-offer">
      <Icon name="file" />
      {name}
      <button type="button" onClick={() => void consent(message, true)}>
        {text.allowFile}
      </button>
      <button type="button" onClick={() => void consent(message, false)}>
        {text.declineFile}
      </button>
    </div>
  )
}

function SignIn({ attachment, message }: { attachment: Attachment & { kind: 'signin' }; message: Message }) {
  const { signIn } = useTeams()
  return (
    <div className={styles.file} data-testid="sign-in">
      {attachment.text}
      <button type="button" onClick={() => void signIn(message)}>
        {attachment.title}
      </button>
    </div>
  )
}

function CardAttachment({ attachment, message }: { attachment: Attachment & { kind: 'card' }; message: Message }) {
  const { workspace, press } = useTeams()
  const { content, content_type } = attachment
  return (
    <CardView
      card={content_type.endsWith('.adaptive') ? content : fromHero(content)}
      me={workspace.me.id}
      pressed={workspace.pressed[message.id]}
      onAct={(action, inputs) => void press(message, action, inputs)}
    />
  )
}
