import type { File } from '../../../stand-ins/slack/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { useSlack } from './context.ts'
import styles from './FileList.module.css'

export function FileList({ files }: { files: File[] }) {
  const { fileUrl } = useSlack()
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.id}>
          <a href={fileUrl(file.id)} target="_blank" rel="noopener" title={file.name}>
            {file.mimetype.startsWith('image/') ? (
              <img src={fileUrl(file.id)} alt={file.alt_txt ?? file.name} />
            ) : (
              <span className={styles.card}>
                <Icon name="file" />
                <span>{file.name}</span>
                <small>{sizeOf(file.size)}</small>
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
