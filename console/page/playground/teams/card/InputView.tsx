import { useId } from 'react'
import { inOrder } from '../../../shared/in-order.ts'
import { text } from '../strings.ts'
import styles from './Card.module.css'
import { useCard } from './context.ts'
import { toggleValues } from './inputs.ts'
import { type Json, list, token, words } from './json.ts'

/** Something to fill in, with its label above and what is wrong with it below. */
export function InputView({ input }: { input: Json }) {
  const { mistakes } = useCard()
  const control = useId()
  const label = words(input['label'])
  const wrong = mistakes.includes(words(input['id']))
  return (
    <div className={styles.input} data-wrong={wrong}>
      {label && (
        <label htmlFor={control}>
          {label}
          {input['isRequired'] === true && <span className={styles.required}> *</span>}
        </label>
      )}
      <Control input={input} control={control} />
      {wrong && (
        <p className={styles.mistake} role="alert">
          {words(input['errorMessage']) || text.fillThis}
        </p>
      )}
    </div>
  )
}

const kinds: Record<string, string> = {
  'input.number': 'number',
  'input.date': 'date',
  'input.time': 'time',
}

function Control({ input, control }: { input: Json; control: string }) {
  const { values, fill } = useCard()
  const id = words(input['id'])
  const value = values[id] ?? ''
  const type = token(input['type'])!
  const common = {
    id: control,
    name: id,
    value,
    'aria-label': words(input['label']) ? undefined : words(input['placeholder']) || id,
    placeholder: words(input['placeholder']) || undefined,
    onChange: ({ target }: { target: { value: string } }) => fill(id, target.value),
  }
  if (type === 'input.toggle') {
    const { on, off } = toggleValues(input)
    return (
      <label className={styles.choice}>
        <input
          id={control}
          name={id}
          type="checkbox"
          checked={value === on}
          onChange={({ target }) => fill(id, target.checked ? on : off)}
        />
        {words(input['title'])}
      </label>
    )
  }
  if (type === 'input.choiceset') return <Choices input={input} control={control} />
  const maxLength = Number(input['maxLength']) || undefined
  if (input['isMultiline'] === true) return <textarea {...common} rows={4} maxLength={maxLength} />
  const written = type === 'input.text' ? (token(input['style']) ?? 'text') : kinds[type]
  return (
    <input
      {...common}
      type={written}
      maxLength={maxLength}
      min={words(input['min']) || undefined}
      max={words(input['max']) || undefined}
      step={type === 'input.number' ? 'any' : undefined}
    />
  )
}

/** Several choices are one text with commas between them, as the app gets it. */
function Choices({ input, control }: { input: Json; control: string }) {
  const { values, fill } = useCard()
  const id = words(input['id'])
  const value = values[id] ?? ''
  const choices = list(input['choices']).map((choice) => ({
    title: words(choice['title']),
    value: words(choice['value']),
  }))
  const many = input['isMultiSelect'] === true
  if (!many && token(input['style']) !== 'expanded') {
    return (
      <select id={control} name={id} value={value} onChange={({ target }) => fill(id, target.value)}>
        <option value="">{words(input['placeholder']) || text.choose}</option>
        {inOrder(choices, (choice) => (
          <option value={choice.value}>{choice.title}</option>
        ))}
      </select>
    )
  }
  const chosen = value === '' ? [] : value.split(',')
  const toggle = (one: string) =>
    many ? (chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]).join(',') : one
  return (
    <fieldset id={control} className={styles.choices}>
      {inOrder(choices, (choice) => (
        <label className={styles.choice}>
          <input
            type={many ? 'checkbox' : 'radio'}
            name={`${control}${id}`}
            checked={chosen.includes(choice.value)}
            onChange={() => fill(id, toggle(choice.value))}
          />
          {choice.title}
        </label>
      ))}
    </fieldset>
  )
}
