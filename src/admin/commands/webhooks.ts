import { closest } from '../../lib/closest.ts'
import { AppError } from '../../lib/errors.ts'
import { moment } from '../../lib/moment.ts'
import { plain, shown } from '../../lib/quoting.ts'
import type { AgentDocument } from '../../model/agent.ts'
import type { Button, View } from '../../model/view.ts'
import type { Webhook } from '../../model/webhook.ts'
import { type AgentCall, button, say, textOf, typed } from './call.ts'
import { changedView } from './changed.ts'
import { atFields, edited, editForm } from './editing.ts'
import { faultLines, sentenceOf } from './faults.ts'
import type { FieldFault, SectionSpec } from './field-spec.ts'
import { type Family, ofAgent } from './registry.ts'
import type { SentValues } from './request.ts'
import { addSections, editSections } from './webhook-fields.ts'
import { editing, general, webhooks as sentences } from './words/index.ts'

/** Servers that an agent calls. Like all of its document they are changed in the draft. */
export const webhooks: Family = {
  commands: {
    'webhook list': ofAgent(list),
    'webhook add': ofAgent((call) => formView(call, undefined)),
    'webhook edit': ofAgent((call) => formView(call, textOf(call, 'webhook')!)),
    'webhook toggle': ofAgent(toggle),
    'webhook remove': ofAgent(remove),
    'webhook test': ofAgent(tryOut),
    'webhook log': ofAgent(log),
  },
  acts: {
    'webhook save': { may: 'admin', ...ofAgent(save) },
    'webhook resend': { may: 'admin', ...ofAgent(resend) },
  },
}

const maxListed = 20
const shownCalls = 15

async function list(call: AgentCall): Promise<View> {
  const { admin } = call.parts
  const { document } = await admin.drafts.current(call.agent, call.actor)
  const known = new Map((await admin.webhooks.list(call.agent, call.actor)).map((view) => [view.webhook.name, view]))
  if (document.webhooks.length === 0) return { text: say(call, sentences.none(call.agent, typed(call, 'webhook add'))) }
  const lines = document.webhooks.slice(0, maxListed).map(({ name, method, url, trigger, isEnable = true }) => {
    const view = known.get(name)
    const notes = [
      say(call, sentences.triggers[trigger.triggerType]!),
      ...(isEnable ? [] : [say(call, sentences.off)]),
      ...(view ? [] : [say(call, sentences.unpublished)]),
      ...(view?.lastOutcome ? [say(call, sentences.lastCall(plain(view.lastOutcome)))] : []),
      ...(view && view.open > 0 ? [say(call, sentences.waiting(view.open))] : []),
      ...(view && view.dead > 0 ? [say(call, sentences.dead(view.dead))] : []),
    ]
    return `- **${plain(name)}** \`${method} ${shown(url, 100)}\` · ${notes.join(' · ')}`
  })
  const rest = document.webhooks.length - lines.length
  return {
    text: [
      say(call, sentences.listed(call.agent, document.webhooks.length)),
      ...lines,
      ...(rest > 0 ? [say(call, general.more(rest))] : []),
    ].join('\n'),
  }
}

const blank: Webhook = { name: '', method: 'POST', url: '', trigger: { triggerType: 0, condition: 0 } }

type Again = { sent: SentValues; faults: readonly FieldFault[]; text: string }

/** `name`: of the one that is edited; without it one is added. */
async function formView(call: AgentCall, name: string | undefined, again?: Again): Promise<View> {
  const { document } = await call.parts.admin.drafts.current(call.agent, call.actor)
  const webhook = name === undefined ? blank : named(document, name)
  const form = await editForm(
    call,
    {
      act: 'webhook save',
      kept: { agent: call.agent, ...(name !== undefined && { name: webhook.name }) },
      title: name === undefined ? sentences.addTitle : sentences.editTitle,
      sections: sectionsOf(name),
      document: webhook,
    },
    again,
  )
  return { text: again?.text ?? say(call, sentences.fillIn(call.agent)), form }
}

function sectionsOf(name: string | undefined): readonly SectionSpec<Webhook>[] {
  return name === undefined ? addSections : editSections
}

async function save(call: AgentCall): Promise<View> {
  const { parts, agent, actor, values: sent } = call
  const name = call.kept['name'] as string | undefined
  if (Object.keys(sent).length === 0) return formView(call, name)
  const sections = sectionsOf(name)
  let place = 0
  let faults: readonly FieldFault[] = []
  let after = blank
  try {
    const action = name === undefined ? 'webhook.add' : 'webhook.edit'
    const changed = await parts.admin.drafts.change(agent, actor, { action }, async (document) => {
      const before = name === undefined ? blank : named(document, name)
      const result = await edited(call, sections, before, sent)
      faults = result.faults
      if (faults.length > 0) throw new AppError('form_faults', editing.putRight)
      after = result.document
      place = name === undefined ? document.webhooks.length : document.webhooks.indexOf(before)
      return { ...document, webhooks: document.webhooks.toSpliced(place, name === undefined ? 0 : 1, after) }
    })
    const told = name === undefined ? sentences.added(after.name) : sentences.saved(name)
    const view = await changedView(call, changed, told)
    return parts.mayCall(after.url)
      ? view
      : { ...view, text: `${view.text}\n\n${say(call, sentences.shut(after.url))}` }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'form_faults') return formView(call, name, { sent, faults, text: say(call, editing.putRight) })
    if (error.faults.length === 0) throw error
    const own = error.faults.map(({ path, message }) => ({ path: path.replace(`webhooks[${place}].`, ''), message }))
    const { at, rest } = atFields(call, sections, own)
    const text = [sentenceOf(error, call.language), ...faultLines(rest, call.language)].join('\n')
    return formView(call, name, { sent, faults: at, text: rest.length === 0 ? say(call, editing.putRight) : text })
  }
}

async function toggle(call: AgentCall): Promise<View> {
  let isOn = true
  const name = textOf(call, 'webhook')!
  const changed = await changeOne(call, 'webhook.toggle', name, (webhook) => {
    isOn = webhook.isEnable === false
    return [{ ...webhook, isEnable: isOn }]
  })
  return changedView(call, changed, sentences.toggled(name, isOn))
}

async function remove(call: AgentCall): Promise<View> {
  const name = textOf(call, 'webhook')!
  const changed = await changeOne(call, 'webhook.remove', name, () => [])
  return changedView(call, changed, sentences.removed(name))
}

function changeOne(call: AgentCall, action: string, name: string, change: (webhook: Webhook) => Webhook[]) {
  return call.parts.admin.drafts.change(call.agent, call.actor, { action }, (document) => {
    const webhook = named(document, name)
    return { ...document, webhooks: document.webhooks.flatMap((one) => (one === webhook ? change(one) : [one])) }
  })
}

function named({ webhooks }: AgentDocument, name: string): Webhook {
  const found = webhooks.find((webhook) => webhook.name === name)
  if (found) return found
  const names = webhooks.map((webhook) => webhook.name)
  throw new AppError('webhook_not_found', sentences.notFound(name, closest(name, names)), { status: 404 })
}

const maxBody = 500

async function tryOut(call: AgentCall): Promise<View> {
  const { document } = await call.parts.admin.drafts.current(call.agent, call.actor)
  const { name, url } = named(document, textOf(call, 'webhook')!)
  const { account } = call.caller
  const outcome = await call.parts.tryWebhook({ account, agent: call.agent, webhook: name })
  if ('failed' in outcome) {
    const why = say(call, sentences.unanswered(name, outcome.failed, outcome.detail))
    return { text: call.parts.mayCall(url) ? why : `${why}\n${say(call, sentences.shut(url))}` }
  }
  const body = outcome.body.trim().replaceAll('```', '')
  const short = body.length > maxBody ? `${body.slice(0, maxBody).toWellFormed()}…` : body
  const told = say(call, sentences.answered(name, outcome.status, outcome.ms))
  return { text: body === '' ? told : `${told}\n\`\`\`\n${short}\n\`\`\`` }
}

async function log(call: AgentCall): Promise<View> {
  const { agent, actor, parts } = call
  const calls = await parts.admin.webhooks.log(agent, { dead: false, limit: shownCalls }, actor)
  if (calls.length === 0) return { text: say(call, sentences.noCalls) }
  const lines = calls.map(({ webhook, status, attempts, outcome, createdAt }) => {
    const notes = [
      say(call, sentences.status[status]),
      ...(outcome === null ? [] : [plain(outcome)]),
      say(call, sentences.attempts(attempts)),
    ]
    return `- ${moment(createdAt)} · **${plain(webhook)}** · ${notes.join(' · ')}`
  })
  const hasDead = (await parts.admin.webhooks.list(agent, actor)).some(({ dead }) => dead > 0)
  const buttons: Button[] = hasDead ? [await button(call, sentences.resend, 'webhook resend', { agent })] : []
  return { text: [say(call, sentences.calls), ...lines].join('\n'), ...(hasDead && { buttons }) }
}

async function resend(call: AgentCall): Promise<View> {
  const { resent, left } = await call.parts.admin.webhooks.resendDead(call.agent, call.actor)
  return { text: say(call, sentences.resent(resent, left)) }
}
