import { useId } from 'react'
import { locale } from './strings.ts'

interface AgentChoiceProps {
  agents: readonly { id: string; displayName: string }[]
  value: string | undefined
  onChoose(agent: string): void
}

/** The agent that a page is about. */
export function AgentChoice({ agents, value, onChoose }: AgentChoiceProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{locale === 'ja' ? 'エージェント' : 'Agent'}</label>{' '}
      <select id={id} data-filter="" value={value ?? ''} onChange={(event) => onChoose(event.target.value)}>
        {agents.map(({ id: one, displayName }) => (
          <option key={one} value={one}>
            {displayName || one}
          </option>
        ))}
      </select>
    </>
  )
}
