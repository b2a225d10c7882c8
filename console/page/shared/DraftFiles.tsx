import { useEffect, useState } from 'react'
import { strings } from '../strings.ts'
import styles from './DraftFiles.module.css'
import { Icon } from './Icon.tsx'
import { inOrder } from './in-order.ts'

/** Pictures that are about to be sent. */
export function DraftFiles({ files, onRemove }: { files: File[]; onRemove: (file: File) => void }) {
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
