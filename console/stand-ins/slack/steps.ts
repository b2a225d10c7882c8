import { randomBytes } from 'node:crypto'
import { Mistake } from '../shared/mistake.ts'
import { isRecord } from './args.ts'
import { refuse } from './refusal.ts'
import type { Workspace } from './workspace.ts'

/** A step of Workflow Builder, as a manifest has it. */
export interface StepFunction {
  title: string
  description?: string
  input_parameters: Record<string, Parameter>
  output_parameters: Record<string, Parameter>
}

interface Parameter {
  type: string
  title: string
  description?: string
  is_required?: boolean
}

/** A workflow that has come to a step of the app. */
export interface Execution {
  id: string
  callback_id: string
  inputs: Record<string, unknown>
  status: 'running' | 'completed' | 'failed'
  /** What the workflow goes on with. */
  outputs?: Record<string, unknown>
  /** What its people read. */
  error?: string
}

export interface Steps {
  /**
   * A workflow comes to the step; the execution's id. A variable that holds nothing is an empty text. `over`: called when it goes on, or
   * has ended.
   */
  run(callback_id: string, inputs: Record<string, unknown>, over?: (execution: Execution) => void): string
  readonly list: readonly Execution[]
  /** Whose execution a token is for. Throws a Refusal where it is over. */
  holder(token: string): Execution | undefined
  find(id: string): Execution | undefined
  /** Throw a Refusal. */
  complete(id: string, outputs: unknown): void
  fail(id: string, error: string): void
}

/** 15 minutes, or until the execution is over (slackapi/bolt-python#1075). */
const TOKEN_MS = 900_000

export function createSteps(parts: {
  workspace: Workspace
  functions: () => Readonly<Record<string, StepFunction>>
  appId: string
  now: () => number
  emit: (event: Record<string, unknown>) => void
}): Steps {
  const { workspace, functions, appId, now, emit } = parts
  const executions: Execution[] = []
  const waiting = new Map<string, (execution: Execution) => void>()
  const tokens = new Map<string, { execution: Execution; until: number }>()
  const find = (id: string): Execution | undefined => executions.find((one) => one.id === id)

  function running(id: string): Execution {
    const execution = find(id) ?? refuse('function_execution_not_found')
    if (execution.status !== 'running') refuse('execution_not_in_running_state')
    return execution
  }

  function end(execution: Execution, how: Partial<Execution>): void {
    Object.assign(execution, how)
    waiting.get(execution.id)?.(execution)
    waiting.delete(execution.id)
  }

  const parametersOf = (from: Record<string, Parameter>) =>
    Object.entries(from).map(([name, parameter]) => ({ name, is_required: false, ...parameter }))

  return {
    list: executions,
    find,
    run(callback_id, inputs, over) {
      const step = functions()[callback_id]
      if (!step) throw new Mistake(`The app has no step ${callback_id}`, 404)
      for (const [name, { is_required }] of Object.entries(step.input_parameters)) {
        if (is_required && inputs[name] === undefined) throw new Mistake(`${name} must be filled in`)
      }
      for (const [name, value] of Object.entries(inputs)) {
        const { type } = step.input_parameters[name] ?? {}
        if (type === undefined) throw new Mistake(`The step knows no ${name}`)
        if (type === 'slack#/types/user_id' && value !== '' && !workspace.users.has(String(value)))
          throw new Mistake(`There is no person ${String(value)}`)
      }
      const id = `Fx${randomBytes(5).toString('hex').toUpperCase()}`
      const execution: Execution = { id, callback_id, inputs, status: 'running' }
      executions.push(execution)
      if (over) waiting.set(id, over)
      const token = `xwfp-${randomBytes(8).toString('hex')}`
      tokens.set(token, { execution, until: now() + TOKEN_MS })
      emit({
        type: 'function_executed',
        function: {
          id: `Fn${callback_id.toUpperCase().replaceAll('_', '')}`,
          callback_id,
          title: step.title,
          description: step.description ?? '',
          type: 'app',
          input_parameters: parametersOf(step.input_parameters),
          output_parameters: parametersOf(step.output_parameters),
          app_id: appId,
          date_created: 1_790_000_000,
          date_updated: 1_790_000_000,
          date_deleted: 0,
        },
        inputs,
        function_execution_id: id,
        workflow_execution_id: `Wx${id.slice(2)}`,
        event_ts: workspace.mint(),
        bot_access_token: token,
      })
      return id
    },
    holder(token) {
      const held = tokens.get(token)
      if (!held) return undefined
      if (held.execution.status !== 'running') return refuse('token_revoked')
      return held.until > now() ? held.execution : refuse('token_expired')
    },
    complete(id, outputs) {
      const execution = running(id)
      const expected = functions()[execution.callback_id]!.output_parameters
      const wrong = (what: string): never => refuse('parameter_validation_failed', what)
      if (!isRecord(outputs)) return wrong('outputs must be an object')
      for (const [name, { type, is_required }] of Object.entries(expected)) {
        if (outputs[name] === undefined && is_required) wrong(`missing required output: ${name}`)
        if (outputs[name] !== undefined && type === 'string' && typeof outputs[name] !== 'string')
          wrong(`${name} must be a string`)
      }
      for (const name of Object.keys(outputs)) if (!expected[name]) wrong(`unknown output: ${name}`)
      end(execution, { status: 'completed', outputs })
    },
    fail(id, error) {
      end(running(id), { status: 'failed', error })
    },
  }
}
