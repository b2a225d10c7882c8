import { agent, under, webhook } from './descriptions.ts'
import type { Descriptions } from './json-schema.ts'

/** What the keys of `agent.yaml` mean. */
export const agentFile: Descriptions = { ...under('agent', agent), ...under('webhooks[]', webhook) }

/** Of a text that may stand in several places of a scenario. */
const why = 'The answer to “why do you ask?”.'
const node: Descriptions = {
  say: 'What it says on entering: a text, several of which one is picked, or a text for each language.',
  set: 'Puts values into the state of the person.',
  unset: 'Takes keys out of the state of the person.',
  options: 'Buttons. What is pressed, or said in these words, leads on.',
  'options[].also': 'Other words for it.',
  'options[].goto': 'The node it leads to. Without it `on` and `collect` decide.',
  select: 'Only an option will do: anything else gets `reprompt` and the options again.',
  reprompt: 'Said where nothing fits. Without it the question is asked again.',
  collect: 'Whatever is said next is kept in the state.',
  fill: 'Asks for those of these slots that are not filled yet; then it goes on by `goto`.',
  confirm: 'Sums up what is filled, and asks whether that is right.',
  approve: 'Waits for somebody’s word on what is to be done.',
  call: 'Another scenario, after which this one goes on.',
  while: 'As long as all of these hold it goes to `do`, and then by `goto`.',
  do: 'The node it goes to as long as `while` holds.',
  why,
  webhook: 'A webhook of the agent that is called on entering.',
  input: 'What the webhook is told.',
  repeatable: 'Calling the webhook again changes nothing.',
  save: 'Takes what stands at a path like `$.room.name` of the webhook’s answer into the state.',
  on: 'Ways on, the first that fits: by what is said, by the state, or by how the webhook went.',
  goto: 'The node it goes on at, where nothing else says so.',
  timeout: 'Where it goes if the person comes back later than that. In place of the policy’s.',
  remind: 'What comes by itself while the person says nothing.',
  end: 'The scenario ends here, in this way.',
}

/** What the keys of a scenario's file mean. `*`: whatever name stands there. */
export const scenarioFile: Descriptions = {
  version: 'Always 1.',
  id: 'What it is called where something leads to it.',
  title: 'What people call it.',
  priority: 'Of two that could start, the one with the higher priority does.',
  start: 'Any one of these starts it.',
  guard: 'All must hold for it to start.',
  policy: 'What holds at every node that waits.',
  'policy.words': 'In place of the words that are usual for it; `[]` turns them off.',
  'policy.cancel': 'Words that lead out of it, and where to.',
  'policy.digression':
    'When nothing fits. `return`: the rest of the agent answers, then it asks again. `stay`: it asks again. `leave`: it ends.',
  'policy.timeout': 'Where it goes if the person comes back later than that.',
  'policy.reprompt': 'Where it goes when it has asked again so often.',
  slots: 'What it needs to know. They stand in texts like state, and are gone when it ends.',
  'slots.*.type': 'What it is, and so how it is heard and checked.',
  'slots.*.label': 'What people call it.',
  'slots.*.ask': 'The question.',
  'slots.*.why': why,
  'slots.*.invalid': 'Said when a value will not do, before it is asked for again.',
  keep: 'Slots that stay, as state of the person, when it ends as `completed`.',
  timeZone: 'Where its days and times are. Without it, where Parley runs.',
  first: 'The node it begins at.',
  nodes: 'Its steps, by their names.',
  ...under('nodes.*', node),
}
