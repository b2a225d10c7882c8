import type { Log, LogForm } from '../lib/log.ts'
import { readOrderKey } from '../model/key.ts'
import type { EndedTurn } from '../turns/events/of-turn.ts'

/**
 * One line in the log for each turn: through which door, of which agent, what answered and how it ended. `turn` is what the console and
 * `GET /v1/turns` call it, and `event` names the platform's message. Who wrote is told at a terminal alone, which keeps nothing.
 */
export function createTurnLines(log: Log, form: LogForm): (ended: EndedTurn) => void {
  return ({ turn, key, event, door, trace, interrupted }) => {
    const { agent, account, uid } = readOrderKey(key)
    const { source, ms, model, modelError } = trace
    const line = {
      ...{ door, agent, ...(form === 'terminal' ? { who: uid } : { account }) },
      ...{ source, end: interrupted ?? 'whole', ...(modelError && { why: modelError }) },
      ...(model && { model: model.id, tokens: (model.inputTokens ?? 0) + (model.outputTokens ?? 0) }),
      ...{ ms, turn, ...(event && { event }) },
    }
    if (interrupted === null || interrupted === 'stopped') log.info(line, 'turn')
    else log.warn(line, 'turn')
  }
}
