import type { Right } from '../../model/command.ts'
import type { CommandName } from '../../model/commands.ts'
import type { View } from '../../model/view.ts'
import type { AgentCall, CommandUse } from './call.ts'

/** What a command does. `ofAgent`: it is about one agent, which is found and of which the right is asked before it runs. */
export type Handler =
  | { ofAgent: true; run(call: AgentCall): Promise<View> }
  | { ofAgent?: never; run(call: CommandUse): Promise<View> }

/** What a button or a form does that is no command of the table. Its offer kept the agent it is about, if it is about one. */
export type Act = Handler & { may: Right }

/** The commands that begin with one word, or are about one thing. */
export interface Family {
  commands: Partial<Record<CommandName, Handler>>
  acts?: Readonly<Record<string, Act>>
}

export function ofAgent(run: (call: AgentCall) => Promise<View>): { ofAgent: true; run: typeof run } {
  return { ofAgent: true, run }
}
