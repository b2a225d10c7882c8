import fc from 'fast-check'
import type { Standing } from '../../src/admin/scenarios/taken.ts'
import type { Stage } from '../../src/app/parts/scenario-test/stage.ts'
import { sampleOf } from '../../src/cli/scenario-test/sample.ts'
import type { AgentDocument } from '../../src/model/agent.ts'
import type { Match } from '../../src/model/scenario.ts'

/** One thing a person does after some time: the nth of what they are invited to say, or something else. */
interface Move {
  said: number | string
  advance: string | undefined
}

/** Goes a random way, telling `look` what came of each move. */
export async function walk(
  document: AgentDocument,
  stage: Stage,
  moves: readonly Move[],
  look: (outcome: Awaited<ReturnType<Stage['say']>>) => void,
): Promise<void> {
  let invited = starts(document)
  for (const { said, advance } of moves) {
    if (advance) stage.advance(advance)
    const outcome = await stage.say(typeof said === 'string' ? said : invited[said % invited.length]!)
    look(outcome)
    const heard = [...(outcome.final?.answer.options ?? []), ...heardAt(document, outcome.standing)]
    invited = heard.length > 0 ? heard : starts(document)
  }
}

/** Moves of which most lead somewhere: what invites to be said, what stands anywhere in the agent, and what `otherwise` says. */
export function movesIn(document: AgentDocument, otherwise: fc.Arbitrary<string>): fc.Arbitrary<Move[]> {
  const phrase = fc.constantFrom(...document.rules.flatMap(({ when }) => when), ...starts(document), '')
  const said = fc.oneof(
    { weight: 12, arbitrary: fc.nat({ max: 999 }) },
    { weight: 2, arbitrary: phrase },
    { weight: 2, arbitrary: otherwise },
  )
  const times = fc.constantFrom('1m', '6m', '20m', '31m', '2h', '2d')
  const move = fc.record({ said, advance: fc.option(times, { nil: undefined, freq: 12 }) })
  return fc.array(move, { minLength: 1, maxLength: 16, size: 'max' })
}

/** What no author thought of; no directives. */
export const nonsense = fc.oneof(
  fc.constantFrom(' ', '?', '👍', '#', '{}', '1', '０', '24681357', 'やまだ', 'ﾊｲ', 'Ja', '__proto__', '\u0000'),
  fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => !/[#@]\{/.test(text)),
  fc.constantFrom('a'.repeat(5000), 'あ'.repeat(3000), '1:'.repeat(1000)),
)

const starts = ({ scenarios }: AgentDocument) =>
  scenarios.flatMap(({ start }) => start.flatMap(({ match }) => words(match)))

/** What a node listens for, and what cancels its scenario. */
function heardAt({ scenarios }: AgentDocument, standing: Standing | undefined): string[] {
  const scenario = scenarios.find(({ id }) => id === standing?.scenario)
  if (!scenario) return []
  const { on = [], collect } = scenario.nodes[standing!.node]!
  const { exact = [], partial = [] } = scenario.policy.cancel ?? {}
  const heard = on.flatMap((it) => ('match' in it ? words(it.match) : []))
  return [...heard, ...(collect ? ['Ann', '山田花子', 'the third floor'] : []), [exact, partial].flat()[0] ?? 'hello']
}

function words(match: Match): string[] {
  if ('regex' in match) return [sampleOf(match.regex) ?? 'やまだ はなこ']
  const phrases =
    'exact' in match ? match.exact : 'partial' in match ? match.partial : 'rule' in match ? match.rule : []
  return [phrases].flat()
}
