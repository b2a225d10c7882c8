import { hasDifferences, type Replay, type ReplayedTurn, replayTold } from '../../admin/replay.ts'
import { countedEn } from '../../lib/counts.ts'
import { text, usage } from '../../ports/command-line.ts'
import { accountOf, accountOption, agentOf, type Command, jsonOption, texts } from '../command.ts'

export const replayCommands: Command[] = [
  {
    name: 'replay',
    onlyExisting: true,
    exitOfFaults: 3,
    summary: 'Run what people said to an agent again, and tell what would be answered differently.',
    arguments: [
      { name: 'agent', about: 'Whose conversations.' },
      {
        name: 'turn',
        about: 'Ids of the turns to run; without them those of the last --days.',
        optional: true,
        many: true,
      },
    ],
    options: {
      days: { about: 'How far back; 7 without it.', value: 'N' },
      live: { about: 'Against what is live, not the draft.' },
      ask: { about: 'Models may be asked what they were not asked then. It is paid for.' },
      account: accountOption,
      json: jsonOption,
    },
    async run({ replay, given, answer }) {
      const days = Number(text(given['days']) ?? '7')
      if (!(days > 0 && days <= 400)) throw usage('--days must be a number above 0, at most 400.')
      const turns = texts(given['turn'])
      const ran = await replay({
        actor: { account: accountOf(given), author: 'cli', door: 'cli' },
        agent: agentOf(given)!,
        against: given['live'] ? 'live' : 'draft',
        ...(turns.length > 0 && { turns }),
        ...{ days, asks: given['ask'] === true },
      })
      answer(toldOf(ran), replayTold(ran))
      return !hasDifferences(ran)
    },
  },
]

/** What is different at length, the rest in one line each. */
function toldOf(ran: Replay): string {
  const { agent, version, isDraft, counts, turns, tests, isCut } = ran
  const against = isDraft
    ? `the draft of ${agent}, which stands on version ${version}`
    : `version ${version} of ${agent}`
  const ran_ = countedEn(turns.length, 'turn')
  const failed = tests.filter(({ end }) => end === 'different')
  return [
    `${ran_} against ${against}: ${counts.same} the same, ${counts.different} different, ${counts.model} by a model, ${counts.unplayable} cannot be run again.`,
    ...(isCut ? ['There are more, which were not run: name a shorter time.'] : []),
    ...turns.filter(({ end }) => end === 'different').map(difference),
    ...reasons(turns),
    ...(tests.length > 0 ? [`${tests.length - failed.length} of ${tests.length} tests are as they were kept.`] : []),
    ...failed.map(({ said, says, now }) => pair('test', said, says, now)),
  ].join('\n')
}

const difference = ({ id, said, before, now }: ReplayedTurn): string => pair(id, said, before.text, now)

function pair(name: string, said: string, before: string, now: ReplayedTurn['now']): string {
  const after = now?.source === 'model' && now.text === '' ? '(a model would answer)' : (now?.text ?? '')
  return `${name}\n  said:   ${oneLine(said)}\n  before: ${oneLine(before)}\n  now:    ${oneLine(after)} [${now?.source ?? 'none'}]`
}

/** How many for each reason. */
function reasons(turns: readonly ReplayedTurn[]): string[] {
  const all = turns.flatMap(({ why, what }) => (why ? [what ? `${why} ${what}` : why] : []))
  return [...Map.groupBy(all, (why) => why)].map(([why, same]) => `cannot be run again: ${why} (${same.length})`)
}

const maxShown = 300
const oneLine = (said: string): string => {
  const line = said.replace(/\s+/g, ' ').trim()
  return line.length > maxShown ? `${line.slice(0, maxShown).toWellFormed()}…` : line
}
