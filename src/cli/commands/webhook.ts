import type { Actor } from '../../admin/actor.ts'
import { webhookTestEvent } from '../../app/parts/webhook-test-event.ts'
import { text, usage } from '../../ports/command-line.ts'
import { accountOf, accountOption, agentOf, type Command, jsonOption, type LineContext } from '../command.ts'
import { moment, table } from '../table.ts'

const agentArgument = { name: 'agent', about: 'The id of the agent, as `parley agent list` shows it.' }
const nameArgument = { name: 'name', about: 'The name of the webhook.' }
const triggers = ['utterance', 'response', 'function'] as const
const shownCalls = 100

export const webhookCommands: Command[] = [
  {
    name: 'webhook list',
    summary: "List an agent's webhooks, and how the last call of each went.",
    arguments: [agentArgument],
    options: { account: accountOption, json: jsonOption },
    async run({ admin, given, answer }) {
      const views = await admin.webhooks.list(agentOf(given)!, actorOf(given))
      const rows = views.map(
        ({ webhook: { name, method, url, trigger, isEnable }, open, dead, lastOutcome, lastAt }) => [
          name,
          triggers[trigger.triggerType],
          isEnable === false ? 'off' : 'on',
          lastOutcome === null ? '' : `${lastOutcome}${lastAt === null ? '' : ` (${moment(lastAt)})`}`,
          `${open}`,
          `${dead}`,
          `${method} ${url}`,
        ],
      )
      const head = ['NAME', 'TRIGGER', 'IS', 'LAST CALL', 'WAITING', 'GIVEN UP', 'REQUEST']
      answer(views.length === 0 ? 'The agent has no webhooks.' : table(head, rows), views)
    },
  },
  {
    name: 'webhook log',
    summary: 'List the last calls that went out after turns, and what became of them.',
    arguments: [agentArgument],
    options: { dead: { about: 'Only those that were given up.' }, account: accountOption, json: jsonOption },
    async run({ admin, given, answer }) {
      const options = { dead: given['dead'] === true, limit: shownCalls }
      const calls = await admin.webhooks.log(agentOf(given)!, options, actorOf(given))
      const rows = calls.map(({ id, webhook, status, attempts, outcome, createdAt, nextAt }) => [
        id,
        moment(createdAt),
        webhook,
        nextAt === null ? status : `tried again ${moment(nextAt)}`,
        `${attempts}`,
        outcome ?? '',
      ])
      const head = ['ID', 'MADE', 'WEBHOOK', 'STATUS', 'ATTEMPTS', 'LAST OUTCOME']
      answer(calls.length === 0 ? 'There are no such calls.' : table(head, rows), calls)
    },
  },
  {
    name: 'webhook resend',
    summary: 'Send a call that was given up again, or all of an agent.',
    arguments: [{ name: 'id', about: 'Of the call, as `parley webhook log` shows it.', optional: true }],
    options: {
      'all-dead': { about: 'Instead of an id: everything that was given up of this agent.', value: 'AGENT' },
      account: accountOption,
      json: jsonOption,
    },
    async run({ admin, given, answer }) {
      const id = text(given['id'])
      const agent = text(given['all-dead'])
      if ((id === undefined) === (agent === undefined)) throw usage('Say what to send again: <id> or --all-dead AGENT.')
      if (agent !== undefined) {
        const { resent, left } = await admin.webhooks.resendDead(agent, actorOf(given))
        const rest = left > 0 ? ` ${left} carried a token that is never stored, and cannot be sent again.` : ''
        answer(`${resent} of the calls will be sent again${soon}${rest}`, { resent, left })
      } else {
        await admin.webhooks.resend(id!, actorOf(given))
        answer(`The call will be sent again${soon}`, { id, resent: true })
      }
    },
  },
  {
    name: 'webhook test',
    summary: 'Call a webhook once, signed as always, and say how its server answers.',
    arguments: [agentArgument, nameArgument],
    options: { account: accountOption, json: jsonOption },
    async run({ admin, send, given, answer }) {
      const agent = agentOf(given)!
      const webhook = await admin.webhooks.find(agent, text(given['name'])!, actorOf(given))
      const outcome = await send(
        { webhook, event: webhookTestEvent(agent, webhook) },
        { timeoutMs: 15_000, maxBytes: 2000, signal: new AbortController().signal },
      )
      answer(
        'failed' in outcome
          ? `No answer after ${outcome.ms} ms: ${outcome.failed} (${outcome.detail}).`
          : `Status ${outcome.status} after ${outcome.ms} ms.${outcome.body.trim() && `\n${outcome.body.trim()}`}`,
        outcome,
      )
    },
  },
  {
    name: 'webhook secret',
    summary: 'Make a new signing secret for a webhook. It is shown this once.',
    arguments: [agentArgument, nameArgument],
    options: {
      rotate: { about: 'Make the new one. The one before signs too for a day, so that the receiver can change over.' },
      account: accountOption,
      json: jsonOption,
    },
    async run({ admin, given, answer }) {
      if (given['rotate'] !== true) throw usage('A secret is shown only when it is made. --rotate makes a new one.')
      const [agent, name] = [agentOf(given)!, text(given['name'])!]
      const secret = await admin.webhooks.rotateSecret(agent, name, actorOf(given))
      answer(
        `The webhook ${name} has a new signing secret. It is shown this once, so keep it in a safe place:\n${secret}`,
        { agent, name, secret },
      )
    },
  },
]

const soon = ', within some seconds while Parley is running.'

function actorOf(given: LineContext['given']): Actor {
  return { account: accountOf(given), author: 'cli', door: 'cli' }
}
