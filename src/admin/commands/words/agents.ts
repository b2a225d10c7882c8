export interface AgentSummary {
  id: string
  version: number
  name: string
  description: string
  provider: string
  scope: string
  /** With what it means here, as Markdown. */
  model: string | undefined
  fallback: string | undefined
  judge: string | undefined
  temperature: number | undefined
  promptLength: number
  rules: number
  scenarios: number
  sources: number
  webhooks: readonly { name: string; isOn: boolean }[]
  bindings: number
  isDefault: boolean
  /** So long conversations are kept. */
  keepDays: number
  draft: { author: string } | undefined
}

/** The names of webhooks, those that are off marked. */
export const named = (webhooks: AgentSummary['webhooks'], off: string): string =>
  webhooks.map(({ name, isOn }) => `\`${name.replaceAll('`', '')}\`${isOn ? '' : ` (${off})`}`).join(', ')

export interface Going {
  versions: number
  rules: number
  scenarios: number
  sources: number
  keys: number
  bindings: number
  people: number
}
