import { useEffect, useState } from 'react'
import { Icon } from '../../shared/Icon.tsx'
import { inOrder } from '../../shared/in-order.ts'
import { strings } from '../../strings.ts'
import styles from './Attachments.module.css'

export function Attachments({ files, onRemove }: { files: File[]; onRemove: (file: File) => void }) {
  if (files.length === 0) return null
  return (
    <ul className={styles.files}>
      {inOrder(files, (file) => (
        <li>
          <Thumbnail file={file} />
          <button type="button" aria-label={strings.removeFile(file.name)} onClick={() => onRemove(file)}>
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Thumbnail({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url ? <img src={url} alt={file.name} /> : null
}
