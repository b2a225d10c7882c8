import { keyOf, normalise } from '../../lib/normalise.ts'
import type { State } from '../../model/conversation.ts'
import type { Webhook } from '../../model/webhook.ts'

type TriggerType = Webhook['trigger']['triggerType']

export function isEnabled({ isEnable = true }: Webhook): boolean {
  return isEnable
}

/** The enabled webhooks of a kind whose condition holds. `text` is the utterance; for those on the agent's response, that. */
export function due(webhooks: readonly Webhook[], type: TriggerType, text: string, state: Readonly<State>): Webhook[] {
  return webhooks.filter(
    (webhook) => webhook.trigger.triggerType === type && isEnabled(webhook) && meets(webhook.trigger, text, state),
  )
}

/** Texts are compared normalised. One value that fits is enough; `state does not exist` holds when none of its keys does. */
function meets({ condition, conditionValues = [] }: Webhook['trigger'], text: string, state: Readonly<State>): boolean {
  const exists = () => conditionValues.some((key) => Object.hasOwn(state, key))
  switch (condition) {
    case 0:
      return true
    case 1:
      return conditionValues.some((value) => keyOf(value) === keyOf(text))
    case 2:
      return conditionValues.some((value) => contains(text, value))
    case 3:
      return exists()
    case 4:
      return !exists()
  }
}

/** An emoji is looked for as it is; an empty value is in no text. */
function contains(text: string, value: string): boolean {
  const wanted = normalise(value)
  if (wanted !== '') return normalise(text).includes(wanted)
  return value.trim() !== '' && text.includes(value.trim())
}
