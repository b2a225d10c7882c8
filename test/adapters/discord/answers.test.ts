import fc from 'fast-check'
import { nonceOf } from '../../../adapters/discord/echoes.ts'
import { testAnswers } from '../../contracts/answers.ts'
import type { Shown } from '../../contracts/channel.ts'
import { createHarness, unlimited } from './harness.ts'

interface Message {
  id: string
  content: string
  attachments: { id: string }[]
}

/** Code in lines so short that messages are full to the last character, and what closes its fence must still fit. */
const denseCode = fc
  .tuple(
    fc.constantFrom('```', '~~~', '````'),
    fc.constantFrom('', 'ts', 'x'.repeat(60)),
    fc.array(fc.constantFrom('a', '}', 'if', 'b = 1', ''), { minLength: 700, maxLength: 2200, size: 'max' }),
    fc.boolean(),
  )
  .map(([fence, info, lines, isClosed]) =>
    [`See:\n\n${fence}${info}`, ...lines, ...(isClosed ? [fence] : [])].join('\n'),
  )

testAnswers('Discord', createAnswersHarness, { also: denseCode })

async function createAnswersHarness() {
  const harness = await createHarness({
    simulator: { limits: { enforceRates: false, records: 100_000, messages: 100_000 } },
    wrap: unlimited,
  })
  const { simulator } = harness
  const posted = new Map<string, string>()
  const looks = new Map<string, Message>()
  const seen = new Set<string>()
  simulator.onDone(({ route, path, body, response }) => {
    if (!route.includes('/messages')) return
    const message = response as Message
    const { nonce } = (body ?? {}) as { nonce?: string }
    if (route.startsWith('DELETE')) looks.delete(path.split('/').at(-1)!)
    else looks.set(message.id, message)
    if (nonce) posted.set(nonce, message.id)
  })
  return Object.assign(harness, {
    shownFor({ text }: { text: string }): Shown[] {
      const shown: Shown[] = []
      for (let n = 0; posted.has(nonceOf(`${text}:${n}`)); n++) {
        const message = looks.get(posted.get(nonceOf(`${text}:${n}`))!)
        if (!message) continue
        seen.add(message.id)
        const files = message.attachments.map(({ id }) => String(simulator.file(id)))
        shown.push({ text: message.content, buttons: [], files, streaming: false, alone: false })
      }
      return shown
    },
    refusals: () => [
      ...simulator.calls
        .filter(({ status }) => status >= 400)
        .map(({ route, response }) => `${route}: ${JSON.stringify(response)}`),
      // What belongs to no answer, or was said twice.
      ...[...looks.keys()].filter((id) => !seen.has(id)).map((id) => `more than was answered: ${id}`),
    ],
  })
}
