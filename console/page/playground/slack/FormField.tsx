import { useId, useRef } from 'react'
import { Icon } from '../../shared/Icon.tsx'
import { strings } from '../../strings.ts'
import styles from './FormField.module.css'
import type { Field, Filled, Input, Option } from './form.ts'
import { SelectField } from './SelectField.tsx'
import { text } from './strings.ts'

interface Props {
  field: Field
  view: string
  value: Filled
  error: string | undefined
  onChange: (value: Filled) => void
}

export interface InputProps extends Props {
  id: string
}

/** A field with its label, its hint and what is wrong with it. */
export function FormField(props: Props) {
  const id = useId()
  const { field, error } = props
  return (
    <div className={styles.field} data-testid={`field-${field.block_id}`} aria-invalid={error !== undefined}>
      <label htmlFor={id}>
        {field.label}
        {field.optional && <span> {text.optional}</span>}
      </label>
      <FieldInput {...props} id={id} />
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {field.hint && <small>{field.hint}</small>}
    </div>
  )
}

function FieldInput(props: InputProps) {
  const { input } = props.field
  switch (input.type) {
    case 'text':
      return <TextInput {...props} input={input} />
    case 'select':
      return <SelectField {...props} input={input} />
    case 'checkboxes':
    case 'radio_buttons':
      return <Boxes {...props} input={input} />
    case 'files':
      return <Files {...props} max={input.max} />
    case 'unknown':
      return <p className={styles.unknown}>{strings.unknownBlock(input.name)}</p>
  }
}

function TextInput({ id, input, value, onChange }: InputProps & { input: Input & { type: 'text' } }) {
  const written = String(value ?? '')
  const left = input.max - written.length
  const common = {
    id,
    className: styles.text,
    value: written,
    placeholder: input.placeholder,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value.slice(0, input.max)),
  }
  return (
    <div className={styles.box}>
      {input.lines ? <textarea rows={5} {...common} /> : <input type="text" autoComplete="off" {...common} />}
      {left <= Math.min(100, input.max / 5) && <span className={styles.left}>{left}</span>}
    </div>
  )
}

function Boxes({ id, field, input, value, onChange }: InputProps & { input: Input & { type: string } }) {
  const { options, type } = input as Input & { type: 'checkboxes' | 'radio_buttons' }
  const chosen = (value as Option[]).map((option) => option.value)
  const toggle = (option: Option) => {
    if (type === 'radio_buttons') return onChange([option])
    const others = (value as Option[]).filter((each) => each.value !== option.value)
    onChange(others.length === chosen.length ? [...others, option] : others)
  }
  return (
    <div className={styles.boxes}>
      {options.map((option, at) => (
        <label key={option.value}>
          <input
            {...(at === 0 && { id })}
            type={type === 'checkboxes' ? 'checkbox' : 'radio'}
            name={field.block_id}
            checked={chosen.includes(option.value)}
            onChange={() => toggle(option)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}

function Files({ id, field, value, max, onChange }: InputProps & { max: number }) {
  const picker = useRef<HTMLInputElement>(null)
  const files = (value ?? []) as File[]
  return (
    <div className={styles.files}>
      {files.map((file) => (
        <span key={`${file.name} ${file.size} ${file.lastModified}`} className={styles.file}>
          <Icon name="file" />
          <span className={styles.fileName}>{file.name}</span>
          <button
            type="button"
            aria-label={strings.removeFile(file.name)}
            onClick={() => onChange(files.filter((other) => other !== file))}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      {files.length < max && (
        <button id={id} type="button" className="button" onClick={() => picker.current?.click()}>
          {files.length > 0 ? text.addAnother : text.browse}
        </button>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        multiple={max > 1}
        data-testid={`file-${field.block_id}`}
        onChange={({ target }) => {
          onChange([...files, ...(target.files ?? [])].slice(0, max))
          target.value = ''
        }}
      />
    </div>
  )
}
