import { Mistake } from '../shared/mistake.ts'
import type { People } from './people.ts'
import { placeOf } from './presence.ts'
import type { SlashCommand } from './slash.ts'
import type { StepFunction, Steps } from './steps.ts'
import type { Slash } from './view.ts'
import type { Workspace } from './workspace.ts'

/** As people start it, from among the commands. */
export const WORKFLOW = '/workflow'
const USER = 'slack#/types/user_id'

/**
 * The one workflow that there is where the app has a step: it gives the step what is typed and who has started it, and posts what comes
 * out of it.
 */
export function createWorkflow(parts: {
  workspace: Workspace
  functions: () => Readonly<Record<string, StepFunction>>
  steps: Steps
  people: Pick<People, 'automate'>
}) {
  const { workspace, functions, steps, people } = parts

  return {
    /** As what people type is offered. */
    commands(): Omit<SlashCommand, 'should_escape'>[] {
      return Object.values(functions())
        .slice(0, 1)
        .map(({ title }) => ({ command: WORKFLOW, description: `A workflow: ${title}`, usage_hint: 'question' }))
    },
    start({ user, channel, text }: Slash): void {
      placeOf(workspace, { user, channel })
      const [step] = Object.entries(functions())
      if (!step) throw new Mistake('There is no workflow', 404)
      const [callback_id, { title, input_parameters }] = step
      const needed = Object.entries(input_parameters).filter(([, { is_required }]) => is_required)
      const inputs = Object.fromEntries(needed.map(([name, { type }]) => [name, type === USER ? user : text]))
      steps.run(callback_id, inputs, ({ outputs, error }) => {
        const said = error === undefined ? Object.values(outputs ?? {}).join('\n') : `The workflow has ended: ${error}`
        people.automate({ channel, name: title, text: said })
      })
    },
  }
}
