import { story } from '../../admin/story.ts'
import { AppError } from '../../lib/errors.ts'
import { inZone, withMoments } from '../../lib/moment.ts'
import { text, usage } from '../../ports/command-line.ts'
import { traces } from '../../store/traces.ts'
import { accountOf, accountOption, agentOf, type Command, jsonOption } from '../command.ts'
import { words } from '../words/index.ts'

const maxTold = 100

export const whyCommands: Command[] = [
  {
    name: 'why',
    onlyExisting: true,
    summary: 'Tell why a turn answered as it did.',
    arguments: [{ name: 'turn', about: 'Its id; without it the last one of --agent.', optional: true }],
    options: {
      agent: { about: 'Whose last turns.', value: 'ID' },
      uid: { about: 'With whom, e.g. slack_T0AB_U0ANN.', value: 'UID' },
      last: { about: `How many, 1 to ${maxTold}; 1 without it.`, value: 'N' },
      account: accountOption,
      json: jsonOption,
    },
    async run({ store, admin, given, language, answer }) {
      const told = traces(store.db)
      const account = accountOf(given)
      const agent = agentOf(given)
      const [id, named, last = '1'] = ['turn', 'uid', 'last'].map((name) => text(given[name]))
      const uid = named && (await store.personLinks.personOf(account, named))
      if (id === undefined && agent === undefined) throw usage(words.why.which[language])
      if (!/^\d{1,3}$/.test(last) || Number(last) < 1 || Number(last) > maxTold) {
        throw usage(words.why.last(maxTold)[language])
      }
      const found =
        id === undefined ? await told.last({ account, agent: agent!, uid }, Number(last)) : [await told.byId(id)]
      // Another account's turns are nobody else's business.
      const turns = found.filter((turn) => turn?.account === account).map((turn) => turn!)
      if (turns.length === 0) {
        throw new AppError('turn_not_found', (id === undefined ? words.why.none : words.why.noTurn(id))[language])
      }
      const stories = await Promise.all(turns.map(async (turn) => story(turn, await told.said(turn), language)))
      const { url, isLocal } = admin.console
      for (const [i, lines] of stories.entries()) {
        if (url !== undefined && !isLocal) lines.push(`${url}/console/conversations/${turns[i]!.id}`)
      }
      const printed = stories.map((lines) => lines.join('\n  ')).join('\n\n')
      answer(withMoments(printed, inZone(language)), turns)
    },
  },
]
