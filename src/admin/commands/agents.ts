import type { Texts } from '../../lib/language.ts'
import { plain } from '../../lib/quoting.ts'
import type { View } from '../../model/view.ts'
import { holdings } from '../../store/holdings.ts'
import type { AgentView } from '../agents.ts'
import { type AgentCall, button, type CommandUse, say, typed } from './call.ts'
import { warningText } from './changed.ts'
import { bindingLines, hearingLines } from './hearing.ts'
import { waitingLine } from './installations.ts'
import { pauseText } from './pausing.ts'
import { refusingLines } from './refusing.ts'
import { type Family, ofAgent } from './registry.ts'
import { administers } from './rights.ts'
import { general, agents as sentences, settings } from './words/index.ts'

/** Agents as wholes. How one is made and edited is in `settings.ts`. */
export const agents: Family = {
  commands: {
    list: { run: list },
    show: ofAgent(show),
    delete: ofAgent(askToDelete),
  },
  acts: { 'delete now': { may: 'admin', ...ofAgent(deleteNow) } },
}

const maxListed = 30

async function list(call: CommandUse): Promise<View> {
  return { text: await listText(call) }
}

/** The agents of whoever asks, and what of them wants to be looked at. */
export async function listText(call: CommandUse): Promise<string> {
  const { parts, actor, place } = call
  const all = (await parts.admin.agents.list(actor)).filter(({ id }) => administers(call.standing, id))
  const waiting = await waitingLine(call)
  const after = waiting === undefined ? [] : ['', waiting]
  if (all.length === 0) return [say(call, general.noAgents(typed(call, 'create'))), ...after].join('\n')
  const lines = await Promise.all(all.slice(0, maxListed).map((agent) => lineOf(call, agent, place?.agent)))
  const rest = all.length - lines.length
  const paused = await pauseText(call)
  return [
    ...(paused === undefined ? [] : [`${paused}\n`]),
    say(call, sentences.listed(all.length)),
    ...lines,
    ...(rest > 0 ? [say(call, general.more(rest))] : []),
    ...(await hearingLines(call, all)),
    ...after,
    ...(await refusingLines(call)),
  ].join('\n')
}

async function lineOf(call: CommandUse, agent: AgentView, here: string | undefined): Promise<string> {
  const { id, version, document } = agent
  const warned = agent.warnings.length + (await faultyWebhooks(call, id)).length
  const draft = await call.parts.admin.drafts.get(id, call.actor)
  const notes = [
    say(call, sentences.version(version)),
    document.agent.llmSettings ? modelText(call, document.agent.llmSettings.llm) : say(call, sentences.noModel),
    ...(draft ? [say(call, sentences.hasDraft)] : []),
    ...(warned > 0 ? [say(call, sentences.warnings(warned))] : []),
    ...(id === here ? [`← ${say(call, sentences.here)}`] : []),
  ]
  return `- **${plain(document.agent.displayName)}** \`${id}\` · ${notes.join(' · ')}`
}

/** With what it means here, where that is another name. */
function modelText(call: CommandUse, name: string): string {
  const upstream = call.parts.admin.models.info(name)?.upstream
  return upstream === undefined || upstream === name ? `\`${name}\`` : `\`${name}\` → \`${upstream}\``
}

/** Prompts up to so many characters stand in the text; longer ones come as a file. */
const maxPrompt = 300

async function show(call: AgentCall): Promise<View> {
  const { parts, actor, agent: id, caller } = call
  const { admin, store } = parts
  const view = await admin.agents.get(id, actor)
  const { version, document, warnings } = view
  const { agent, webhooks, rules, scenarios } = document
  const draft = (await admin.drafts.get(id, actor))?.draft
  const prompt = agent.llmSettings?.prompt ?? ''
  const isShort = prompt.length <= maxPrompt
  const text = say(
    call,
    sentences.shown({
      id,
      version,
      name: agent.displayName,
      description: agent.description,
      provider: agent.providerName,
      scope: agent.scope,
      model: agent.useAIResponse === false || !agent.llmSettings ? undefined : modelText(call, agent.llmSettings.llm),
      fallback: agent.llmSettings?.fallbackLlm,
      judge: agent.llmSettings?.judgeLlm,
      temperature: agent.llmSettings?.temperature,
      promptLength: prompt.length,
      rules: rules.length,
      scenarios: scenarios.length,
      sources: (await admin.knowledge.list(id, actor)).length,
      webhooks: webhooks.map(({ name, isEnable = true }) => ({ name, isOn: isEnable })),
      bindings: await holdings(store.db).bindings(id),
      keepDays: admin.retention.daysOf(agent),
      isDefault: (await store.accounts.defaultAgent(caller.account)) === id,
      draft,
    }),
  )
  const attention = [
    ...warningText(call, warnings),
    ...(await faultyWebhooks(call, id)).map((texts) => `- ${say(call, texts)}`),
  ]
  const bindings = await bindingLines(call, id)
  return {
    text: [
      text,
      ...bindings,
      ...(await hearingLines(call, [view])),
      ...(isShort && prompt !== '' ? [`\n${prompt.replaceAll(/^/gm, '> ')}`] : []),
      ...(attention.length > 0 ? [`\n⚠️ ${say(call, sentences.attention)}`, ...attention] : []),
    ].join('\n'),
    ...(!isShort && { file: { name: `${id}-prompt.md`, text: prompt } }),
    buttons: [
      await button(call, sentences.edit, 'edit', { agent: id }, { style: 'primary' }),
      ...(caller.door === 'cli' ? [] : [await button(call, settings.more, 'edit more', { agent: id })]),
      ...(draft ? [await button(call, sentences.showDiff, 'diff', { agent: id })] : []),
    ],
  }
}

/** Those whose calls were given up, or whose last one failed. */
async function faultyWebhooks(call: CommandUse, agent: string): Promise<Texts[]> {
  const views = await call.parts.admin.webhooks.list(agent, call.actor)
  return views.flatMap(({ webhook, dead, lastOutcome }) => {
    const isWell = dead === 0 && (lastOutcome === null || /^2\d\d$/.test(lastOutcome))
    return isWell ? [] : [sentences.faultyWebhook(webhook.name, lastOutcome, dead, typed(call, 'webhook log'))]
  })
}

async function askToDelete(call: AgentCall): Promise<View> {
  const { parts, actor, agent, caller } = call
  const { admin, store } = parts
  const { document } = await admin.agents.get(agent, actor)
  const keys = await admin.keys.list(caller.account)
  const going = {
    versions: (await admin.drafts.versions(agent, actor)).length,
    rules: document.rules.length,
    scenarios: document.scenarios.length,
    sources: (await admin.knowledge.list(agent, actor)).length,
    keys: keys.filter((key) => key.agent === agent && key.revokedAt === null).length,
    bindings: await holdings(store.db).bindings(agent),
    people: await holdings(store.db).people(agent),
  }
  return {
    text: say(call, sentences.deleteSure(agent, document.agent.displayName, going)),
    buttons: [await button(call, sentences.deleteIt, 'delete now', { agent }, { style: 'danger' })],
  }
}

async function deleteNow(call: AgentCall): Promise<View> {
  await call.parts.admin.agents.remove(call.agent, call.actor)
  return { text: say(call, sentences.deleted(call.agent)) }
}
