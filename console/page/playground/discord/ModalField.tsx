import type { Component } from '../../../stand-ins/discord/view.ts'
import { inOrder } from '../../shared/in-order.ts'
import { RichText } from '../../shared/richtext/RichText.tsx'
import { useDiscord } from './context.ts'
import styles from './ModalField.module.css'
import { parseDiscord } from './markdown.ts'
import type { Filled } from './modal.ts'
import { type Option, optionsOf } from './options.ts'
import { OptionList } from './SelectMenu.tsx'
import { text } from './strings.ts'

interface Props {
  component: Component
  values: Filled
  onChange: (id: string, value: Filled[string]) => void
}

/** One part of a form: a label with its field, the older row, or words between them. */
export function ModalField({ component, values, onChange }: Props) {
  const { people } = useDiscord()
  if (component.type === 10) return <RichText blocks={parseDiscord(String(component['content']))} people={people} />
  const input = (
    component.type === 18 ? component['component'] : (component['components'] as Component[])[0]
  ) as Component
  const label = String((component.type === 18 ? component : input)['label'])
  const description = component['description']
  return (
    <div className={styles.field}>
      <span className={styles.label}>
        {label}
        {input['required'] !== false && input.type !== 23 && (
          <span className={styles.required} title={text.required}>
            *
          </span>
        )}
      </span>
      {typeof description === 'string' && <small>{description}</small>}
      <Input input={input} label={label} values={values} onChange={onChange} />
    </div>
  )
}

function Input({ input, label, values, onChange }: Omit<Props, 'component'> & { input: Component; label: string }) {
  const { workspace } = useDiscord()
  const id = String(input['custom_id'])
  const value = values[id]
  const placeholder = typeof input['placeholder'] === 'string' ? input['placeholder'] : undefined
  const options = optionsOf(input, workspace)
  switch (input.type) {
    case 4: {
      const common = {
        name: id,
        'aria-label': label,
        placeholder,
        maxLength: Number(input['max_length'] ?? 4000),
        value: String(value ?? ''),
      }
      return input['style'] === 2 ? (
        <textarea {...common} rows={5} onChange={({ target }) => onChange(id, target.value)} />
      ) : (
        <input {...common} onChange={({ target }) => onChange(id, target.value)} />
      )
    }
    case 19:
      return (
        <input
          type="file"
          name={id}
          aria-label={label}
          multiple={Number(input['max_values'] ?? 1) > 1}
          onChange={({ target }) => onChange(id, [...(target.files ?? [])])}
        />
      )
    case 21:
      return (
        <Choices
          type="radio"
          name={id}
          options={options}
          chosen={[String(value)]}
          onChange={([one]) => onChange(id, one ?? '')}
        />
      )
    case 22:
      return (
        <Choices
          type="checkbox"
          name={id}
          options={options}
          chosen={value as string[]}
          onChange={(all) => onChange(id, all)}
        />
      )
    case 23:
      return (
        <input
          type="checkbox"
          name={id}
          aria-label={label}
          checked={value === true}
          onChange={({ target }) => onChange(id, target.checked)}
        />
      )
    default:
      return (
        <OptionList
          options={options}
          chosen={Array.isArray(value) ? (value as string[]) : []}
          many={Number(input['max_values'] ?? 1) > 1}
          clears={input['required'] === false}
          placeholder={placeholder ?? text.makeSelection}
          onChoose={(chosen) => onChange(id, chosen)}
        />
      )
  }
}

interface ChoicesProps {
  type: 'radio' | 'checkbox'
  name: string
  options: Option[]
  chosen: string[]
  onChange: (chosen: string[]) => void
}

function Choices({ type, name, options, chosen, onChange }: ChoicesProps) {
  return inOrder(options, ({ value, label, description }) => (
    <label className={styles.choice}>
      <input
        type={type}
        name={name}
        checked={chosen.includes(value)}
        onChange={({ target }) => {
          if (type === 'radio') onChange([value])
          else onChange(target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
        }}
      />
      <span>
        {label}
        {description && <small>{description}</small>}
      </span>
    </label>
  ))
}
