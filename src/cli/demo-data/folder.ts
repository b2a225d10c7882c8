import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoAgent, Topic } from './topic.ts'

/** Writes an agent as a folder that `agent apply` takes. JSON is YAML too. */
export function writeAgent(agent: DemoAgent, parent: string): string {
  const folder = join(parent, agent.id)
  mkdirSync(join(folder, 'scenarios'), { recursive: true })
  mkdirSync(join(folder, 'knowledge'))
  const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value))
  write('agent.yaml', settingsOf(agent))
  write('rules.yaml', by(agent, 'rule').map(ruleOf))
  for (const topic of by(agent, 'scenario')) write('scenarios/guide.yaml', scenarioOf(topic))
  const handbook = by(agent, 'knowledge').map(({ title, says }) => `# ${title}\n\n${says.join('\n\n')}\n`)
  writeFileSync(join(folder, 'knowledge', handbookName), handbook.join('\n'))
  return folder
}

export const handbookName = 'handbook.md'

const by = ({ topics }: DemoAgent, what: Topic['by']) => topics.filter((topic) => topic.by === what)

function settingsOf({ displayName, description, prompt, opening, noAnswer, tool }: DemoAgent) {
  return {
    agent: {
      ...{ displayName, description, photoUrl: '', providerName: 'Example', scope: 'private' },
      llmSettings: { llm: 'gpt-4o-mini', temperature: 0.3, prompt },
      knowledge: { knowledgeDataStore: { useKnowledgeDataStore: true } },
    },
    webhooks: [
      {
        ...{ name: tool, method: 'POST', url: `https://tools.example.com/${tool}`, useResponseInPrompt: true },
        trigger: {
          ...{ triggerType: 2, condition: 0, functionCallingName: tool },
          functionCallingDescription: 'Looks it up for whoever asks.',
          functionCallingParametersJson: '{"type":"object","properties":{"number":{"type":"string"}}}',
        },
      },
    ],
    replies: { opening, noAnswer },
  }
}

const ruleOf = ({ asks, says, title }: Topic) => ({ when: asks, say: says, topic: title })

/** Each of its questions takes whatever is said. */
function scenarioOf({ title, asks, says, further = [] }: Topic) {
  const last = further.length
  const nodes = Object.fromEntries(
    [says[0], ...further.map(({ say }) => say)].map((said, n) => {
      const say = said.replaceAll(/\{\w+\}/g, '…')
      return [
        nodeOf(n),
        n < last ? { say, on: [{ match: { any: true }, goto: nodeOf(n + 1) }] } : { say, end: 'completed' },
      ]
    }),
  )
  const partial = asks.map((ask) => ask.replaceAll(/\{\w+\}/g, '')).toSorted((a, b) => a.length - b.length)[0]!
  return { version: 1, id: 'guide', title, start: [{ match: { partial: [partial] } }], first: nodeOf(0), nodes }
}

export const nodeOf = (n: number): string => `step${n + 1}`
