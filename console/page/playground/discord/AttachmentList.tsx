import type { Attachment } from '../../../stand-ins/discord/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import styles from './AttachmentList.module.css'
import { useDiscord } from './context.ts'
import { text } from './strings.ts'

export function AttachmentList({ attachments }: { attachments: Attachment[] }) {
  return (
    <ul className={styles.files}>
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          <One attachment={attachment} />
        </li>
      ))}
    </ul>
  )
}

function One({ attachment }: { attachment: Attachment }) {
  const { fileUrl } = useDiscord()
  const { id, filename, content_type, size, description, duration, width, height } = attachment
  if (duration !== undefined) {
    return (
      <span className={styles.voice} role="img" aria-label={text.voice(duration)}>
        <Icon name="send" />
        <i aria-hidden="true" />
        {clock(duration)}
      </span>
    )
  }
  if (content_type.startsWith('image/')) {
    return (
      <a href={fileUrl(id)} target="_blank" rel="noopener" title={filename}>
        <img src={fileUrl(id)} alt={description ?? filename} width={width} height={height} />
      </a>
    )
  }
  return (
    <a className={styles.card} href={fileUrl(id)} target="_blank" rel="noopener" title={filename}>
      <Icon name="file" />
      <span>
        {filename}
        <small>{sizeOf(size)}</small>
      </span>
    </a>
  )
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(2)} KB` : `${(bytes / 1_000_000).toFixed(2)} MB`
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`
}
