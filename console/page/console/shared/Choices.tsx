import styles from './Choices.module.css'

interface ChoicesProps {
  legend: string
  /** By the names that programs know them by. */
  options: readonly string[]
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}

/** Any of some, or none. */
export function Choices({ legend, options, chosen, onChoose }: ChoicesProps) {
  const turn = (option: string) =>
    onChoose(chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option])
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option}>
          <input type="checkbox" checked={chosen.includes(option)} onChange={() => turn(option)} />
          <code>{option}</code>
        </label>
      ))}
    </fieldset>
  )
}
