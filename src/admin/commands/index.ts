import { AppError } from '../../lib/errors.ts'
import type { Choice, Values } from '../../model/command.ts'
import type { View } from '../../model/view.ts'
import { may, operator, type Standing } from '../roles.ts'
import { doneAlready } from '../sentences.ts'
import { type CommandsParts, type CommandUse, say, typed } from './call.ts'
import { completionsOf } from './complete.ts'
import { faultView } from './faults.ts'
import { fitted } from './fitted.ts'
import { incomplete } from './incomplete.ts'
import { askedFor, type CommandIntent } from './read.ts'
import type { Caller, CommandPlace, CommandRequest, SentValues } from './request.ts'
import { agentOf, refusal, standingOf } from './rights.ts'
import { general as sentences } from './words/index.ts'

/** `/agent`, through whichever door. */
export interface Commands {
  /** Never rejects because of what was given or who gave it: that is told in the view. */
  run(request: CommandRequest): Promise<View>
  /** The same for who can do with an error: rejects with an `AppError`; `wrong_usage` where more has to be given. */
  carryOut(request: CommandRequest): Promise<View>
  complete(typing: {
    caller: Caller
    command: string
    parameter: string
    typed: string
    values: Values
    place?: CommandPlace
  }): Promise<readonly Choice[]>
}

export function createCommands(parts: CommandsParts): Commands {
  const { audit, roles } = parts.admin

  type Who = Pick<CommandRequest, 'caller' | 'eventId' | 'place' | 'about'>
  function callOf({ caller, eventId, place, about }: Who, standing: Standing): CommandUse {
    const { account, person, door, language } = caller
    const actor = { account, author: person, door, nonce: eventId }
    return { parts, caller, standing, language, actor, place, about, values: {}, kept: {} }
  }

  /** Refuses those who may not, and what was done already; then finds the agent it is about, if it is about one. */
  async function admitted(
    call: CommandUse,
    { name, right, handler, named, missing }: CommandIntent,
  ): Promise<string | undefined> {
    const { caller, standing, values, place, actor } = call
    const mine = values['person'] === undefined || values['person'] === caller.person
    if (!may(standing, right, { mine })) throw await refusal(call, name, right)
    const done = await audit.find(caller.account, actor.nonce)
    if (done) throw doneAlready(done.at)
    // Where it has to be named, the one of the place is not meant: it is asked for.
    const isAskedFor = missing.some((parameter) => parameter.name === 'agent')
    if (!handler.ofAgent || isAskedFor) return undefined
    const agent = await agentOf(parts, caller, standing, named, place)
    if (!may(standing, right, { agent, mine })) throw await refusal(call, name, right, { agent })
    return agent
  }

  async function answer(request: CommandRequest, standing: Standing): Promise<View> {
    const asked = await askedFor(callOf(request, standing), request)
    if ('text' in asked) return asked
    const { values, kept, nonce } = asked
    const call = { ...callOf({ ...request, eventId: nonce }, standing), values, kept }
    const agent = await admitted(call, asked)
    if (asked.faults.length + asked.missing.length > 0) return incomplete(call, asked)
    try {
      return await (asked.handler.ofAgent ? asked.handler.run({ ...call, agent: agent! }) : asked.handler.run(call))
    } catch (error) {
      // What failed because its twin was faster has been done.
      const done = await audit.find(call.caller.account, nonce)
      throw done ? doneAlready(done.at) : error
    }
  }

  async function carryOut(request: CommandRequest): Promise<View> {
    const { caller } = request
    const { standing, isNewOwner } = await standingOf(parts, request)
    if (standing.blocked) throw new AppError('blocked', sentences.blocked, { status: 403 })
    if (!isNewOwner) return answer(request, standing)
    const view = await answer(request, standing).catch((error: unknown) => faultView(error, caller))
    return { ...view, text: `${say(caller, sentences.newOwner(typed({ caller }, 'role add')))}\n\n${view.text}` }
  }

  return {
    carryOut,
    async run(request) {
      const view = carryOut(request).catch((error: unknown) => faultView(error, request.caller))
      return fitted(await view)
    },

    async complete({ caller, command, parameter, typed, values, place }) {
      const standing = caller.isOperator ? operator : await roles.of(caller.account, caller.person)
      const call = callOf({ caller, eventId: '', ...(place && { place }) }, standing)
      const texts = Object.entries(values).filter(([, value]) => typeof value === 'string')
      try {
        return await completionsOf(call, command, parameter, typed, Object.fromEntries(texts) as SentValues)
      } catch (error) {
        if (error instanceof AppError) return []
        throw error
      }
    },
  }
}
