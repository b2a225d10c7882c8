import { AppError } from '../../lib/errors.ts'
import { languages } from '../../lib/language.ts'
import { plain, shown } from '../../lib/quoting.ts'
import type { AgentDocument } from '../../model/agent.ts'
import type { AgentTools, ToolPolicy, ToolRule, ToolWho } from '../../model/tools.ts'
import type { Button, View } from '../../model/view.ts'
import { logLine } from '../log-lines.ts'
import { type AgentCall, button, say, textOf, typed } from './call.ts'
import { changedView } from './changed.ts'
import { leaveButton, leaveLine, wantsMore } from './connections.ts'
import { atFields, edited, editForm } from './editing.ts'
import { faultLines, sentenceOf } from './faults.ts'
import type { FieldFault, SectionSpec } from './field-spec.ts'
import { type Family, ofAgent } from './registry.ts'
import type { SentValues } from './request.ts'
import { type NamedServer, ruleSections, serverSections } from './tool-fields.ts'
import { type FoundTool, foundTools, namedTool, seenOf, toolNotFound } from './tools-found.ts'
import { editing, general, tools as sentences, webhooks } from './words/index.ts'

/**
 * Servers of tools, and what is allowed of each tool. Like all of an agent they are changed in the draft. Servers are reached by
 * HTTP: what would start a program on the machine of the operator stands in the operator's file alone.
 */
export const tools: Family = {
  commands: {
    'tool list': ofAgent(list),
    'tool add': ofAgent((call) => serverForm(call)),
    'tool show': ofAgent(show),
    'tool allow': ofAgent((call) => ruleForm(call, textOf(call, 'tool')!)),
    'tool remove': ofAgent(remove),
  },
  acts: {
    'tool server save': { may: 'admin', ...ofAgent(saveServer) },
    'tool rule save': { may: 'admin', ...ofAgent(saveRule) },
    'tool looked': { may: 'admin', ...ofAgent(looked) },
    'tool ask again': { may: 'admin', ...ofAgent(askAgain) },
  },
}

/** What owners are told of a tool that is off, in all languages: whoever reads it has not said anything. */
export function changedToolNote(agent: string, tool: string): View {
  return { text: languages.map((one) => sentences.changedNote(agent, tool, '/agent tool show')[one]).join('\n\n') }
}

const maxListed = 25
const maxButtons = 5
const maxShown = 1200

async function list(call: AgentCall): Promise<View> {
  const { tools, away, unconnected, document } = await foundTools(call)
  const servers = Object.entries(document.tools?.servers ?? {})
  if (tools.length === 0 && servers.length === 0) {
    return { text: say(call, sentences.none(call.agent, typed(call, 'tool add'))) }
  }
  const lines = tools.slice(0, maxListed).map(({ name, standing, says }) => {
    const told = says === '' ? '' : ` · ${plain(says)}`
    return `- \`${shown(name, 64)}\`: ${say(call, sentences.standings[standing])}${told}`
  })
  const granting = servers.flatMap(([server, { url, auth: by }]) => (by ? [{ server, url, by }] : []))
  const found = await Promise.all(granting.map(async (one) => ((await wantsMore(call, one)) ? [one.server] : [])))
  const narrow = found.flat()
  const isOpen = (name: string) => unconnected.some(({ server }) => server === name) || narrow.includes(name)
  // Of what people have given for themselves they see to themselves.
  const offered = granting.filter(({ server, by }) => by === 'agent' || isOpen(server)).slice(0, maxButtons)
  const leave = (name: string) => {
    const one = granting.find(({ server }) => server === name)
    return one ? ` · ${leaveLine(call, one, { open: isOpen(name), narrow: narrow.includes(name) })}` : ''
  }
  return {
    buttons: await Promise.all(offered.map((one) => leaveButton(call, one, isOpen(one.server)))),
    text: [
      say(call, sentences.listed(call.agent, tools.length)),
      ...lines,
      ...(tools.length > lines.length ? [say(call, general.more(tools.length - lines.length))] : []),
      ...(servers.length > 0 ? [say(call, sentences.servers)] : []),
      ...servers.map(([name, { url }]) => `- **${plain(name)}** \`${shown(url, 100)}\`${leave(name)}`),
      ...away.flatMap((server) => {
        const shut = shutLine(call, document.tools?.servers?.[server]?.url)
        return [say(call, sentences.away(server)), ...shut]
      }),
    ].join('\n'),
  }
}

/** Why a server is never reached, where its address already tells. */
const shutLine = (call: AgentCall, url: string | undefined): string[] =>
  url === undefined || call.parts.mayCall(url) ? [] : [say(call, webhooks.shut(url))]

async function show(call: AgentCall): Promise<View> {
  const { tools } = await foundTools(call)
  return toolView(call, namedTool(tools, textOf(call, 'tool')!))
}

/** What a tool says of itself, and what is allowed of it, with what can be decided about it. */
async function toolView(call: AgentCall, tool: FoundTool, before: readonly string[] = []): Promise<View> {
  const { name, pin, rule, standing: stands, says } = tool
  const isChanged = stands === 'changed'
  const standing = await standingOf(call, name)
  const needsLook = pin !== undefined && stands !== 'auto'
  const text = [
    ...before,
    [say(call, sentences.says(name, say(call, sentences.standings[stands]))), ...limitLines(call, rule)].join('\n'),
    ...(isChanged && rule?.seen !== undefined ? [say(call, sentences.saidBefore), fenced(rule.seen)] : []),
    ...(says === '' ? [] : [say(call, isChanged ? sentences.saysNow : sentences.itSays), fenced(seenOf(tool))]),
    ...(standing.length > 0 ? [[say(call, sentences.standing), ...standing].join('\n')] : []),
    ...(needsLook ? [say(call, sentences.unconfirmed)] : []),
  ]
  const { agent } = call
  const asking = rule && rule.policy !== 'auto' ? rule.policy : 'ask'
  const decide = (policy: ToolPolicy) => ({ agent, tool: name, pin, policy })
  const buttons: Button[] = [
    ...(needsLook ? [await button(call, sentences.callAtOnce, 'tool looked', decide('auto'))] : []),
    ...(isChanged ? [await button(call, sentences.keepAsking, 'tool looked', decide(asking))] : []),
    ...(standing.length > 0
      ? [await button(call, sentences.askAgain, 'tool ask again', { agent, tool: name }, { style: 'danger' })]
      : []),
    await button(call, sentences.change, 'tool allow', { agent, tool: name }),
  ]
  return { text: text.join('\n\n'), buttons }
}

/** Who is not asked any more, and where: a line each. */
async function standingOf({ parts, agent, language }: AgentCall, tool: string): Promise<string[]> {
  const all = await parts.store.standingApprovals.ofAgent(agent, tool)
  const lines = all
    .slice(0, maxListed)
    .map(({ given_by, place }) => `- \`${shown(given_by, 200)}\`: \`${shown(place, 200)}\``)
  return [...lines, ...(all.length > lines.length ? [general.more(all.length - lines.length)[language]] : [])]
}

/** All calls were agreed to by some, which an admin takes back for all of them. */
async function askAgain(call: AgentCall): Promise<View> {
  const { agent, actor, parts } = call
  const tool = call.kept['tool'] as string
  const entry = { action: 'tool.always.end', agent, summary: logLine('tool.always.end/all', { tool }) }
  await parts.admin.audit.commit(actor, entry, [parts.store.standingApprovals.removeOfToolStep(agent, tool)])
  return { text: say(call, sentences.asksAgain(tool)) }
}

function limitLines(call: AgentCall, rule: ToolRule | undefined): string[] {
  if (!rule) return []
  const { who, approvers, always, callsPerHour, price, expires, values = {}, patterns = {} } = rule
  const { limits } = sentences
  return [
    ...(who ? [limits.who(whoOf(call, who))] : []),
    ...(approvers ? [limits.approvers(`${approvers.platform}: ${approvers.channel}`)] : []),
    ...(always ? [limits.always] : []),
    ...(callsPerHour === undefined ? [] : [limits.callsPerHour(callsPerHour)]),
    ...(price ? [limits.price(`${price} ${call.parts.admin.budgets.currency}`)] : []),
    ...(expires === undefined ? [] : [limits.expires(expires)]),
    ...Object.entries(values).map(([name, allowed]) => limits.values(name, allowed.join(', '))),
    ...Object.entries(patterns).map(([name, pattern]) => limits.patterns(name, pattern)),
  ].map((texts) => `- ${say(call, texts)}`)
}

const whoOf = (call: AgentCall, who: ToolWho): string =>
  typeof who === 'string'
    ? say(call, sentences.who[who])
    : who.groups.map(({ platform, group }) => `${plain(platform, 40)} \`${shown(group, 200)}\``).join(', ')

/** What is in it is a stranger's: nothing of it ends the fence, and nothing in it is invisible. */
function fenced(text: string): string {
  const plainText = text
    .replaceAll('`', "'")
    .replace(/[\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`)
  const cut = plainText.length > maxShown ? `${plainText.slice(0, maxShown).toWellFormed()}…` : plainText
  return `\`\`\`\n${cut}\n\`\`\``
}

/** Somebody has looked at exactly what they were shown; what says something else by now is shown again. */
async function looked(call: AgentCall): Promise<View> {
  const { tool: name, pin, policy } = call.kept as Record<'tool' | 'pin', string> & { policy: ToolPolicy }
  const tool = namedTool((await foundTools(call)).tools, name)
  if (tool.pin !== pin) return { ...(await toolView(call, tool, [say(call, sentences.changedAgain)])), aside: true }
  const changed = await changeRule(call, 'tool.look', name, (rule) => ({ ...rule, policy, pin, seen: seenOf(tool) }))
  return changedView(call, changed, sentences.looked(name))
}

type Again = { sent: SentValues; faults: readonly FieldFault[]; text: string }

const blankServer: NamedServer = { name: '', server: { url: '' } }

async function serverForm(call: AgentCall, again?: Again): Promise<View> {
  const kept = { agent: call.agent }
  const what = { act: 'tool server save', kept, title: sentences.addTitle, sections: serverSections }
  const form = await editForm(call, { ...what, document: blankServer }, again)
  return { text: again?.text ?? say(call, sentences.fillIn(call.agent)), form }
}

async function ruleForm(call: AgentCall, name: string, again?: Again): Promise<View> {
  const { tools } = await foundTools(call)
  const { rule, pin } = namedTool(tools, name)
  const kept = { agent: call.agent, tool: name }
  const what = { act: 'tool rule save', kept, title: sentences.ruleTitle, sections: ruleSections }
  const document: ToolRule = rule ?? { policy: pin === undefined ? 'auto' : 'ask' }
  const form = await editForm(call, { ...what, document }, again)
  return { text: again?.text ?? say(call, sentences.fillIn(call.agent)), form }
}

async function saveServer(call: AgentCall): Promise<View> {
  const { values: sent, parts, agent, actor } = call
  const open = (again?: Again) => serverForm(call, again)
  return sentForm(call, { sections: serverSections, open, path: 'tools.servers.' }, async (read) => {
    let name = ''
    const changed = await parts.admin.drafts.change(agent, actor, { action: 'tool.add' }, async (document) => {
      const added = await read(blankServer, sent, ({ name }) =>
        document.tools?.servers?.[name] ? [{ field: 'name', message: say(call, sentences.taken) }] : [],
      )
      name = added.name
      return withTools(document, (tools) => ({ ...tools, servers: { ...tools.servers, [name]: added.server } }))
    })
    const view = await changedView(call, changed, sentences.added(name, typed(call, 'tool list')))
    return { ...view, text: [view.text, ...shutLine(call, `${sent['url'] ?? ''}`)].join('\n\n') }
  })
}

async function saveRule(call: AgentCall): Promise<View> {
  const { values: sent } = call
  const name = call.kept['tool'] as string
  const open = (again?: Again) => ruleForm(call, name, again)
  return sentForm(call, { sections: ruleSections, open, path: `tools.rules.${name}.` }, async (read) => {
    const { pin } = namedTool((await foundTools(call)).tools, name)
    const usual: ToolRule = { policy: pin === undefined ? 'auto' : 'ask' }
    const changed = await changeRule(call, 'tool.allow', name, (rule) => read(rule ?? usual, sent))
    const tool = namedTool((await foundTools(call)).tools, name)
    // What is to be called at once has to be looked at first.
    if (tool.standing === 'unseen') return toolView(call, tool, [say(call, sentences.saved(name))])
    return changedView(call, changed, sentences.saved(name))
  })
}

type Read<Document> = (
  before: Document,
  sent: SentValues,
  more?: (after: Document) => FieldFault[],
) => Promise<Document>

/** What is wrong is told at its field, and the form comes back with what was written. */
async function sentForm<Document>(
  call: AgentCall,
  {
    sections,
    open,
    path,
  }: { sections: readonly SectionSpec<Document>[]; open(again?: Again): Promise<View>; path: string },
  save: (read: Read<Document>) => Promise<View>,
): Promise<View> {
  const { values: sent } = call
  if (Object.keys(sent).length === 0) return open()
  let faults: readonly FieldFault[] = []
  const read: Read<Document> = async (before, sent, more = () => []) => {
    const result = await edited(call, sections, before, sent)
    faults = result.faults.length > 0 ? result.faults : more(result.document)
    if (faults.length > 0) throw new AppError('form_faults', editing.putRight)
    return result.document
  }
  try {
    return await save(read)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'form_faults') return open({ sent, faults, text: say(call, editing.putRight) })
    if (error.faults.length === 0) throw error
    const own = error.faults.map((fault) => ({ ...fault, path: fault.path.replace(path, '') }))
    const { at, rest } = atFields(call, sections, own)
    const text = [sentenceOf(error, call.language), ...faultLines(rest, call.language)].join('\n')
    return open({ sent, faults: at, text })
  }
}

async function remove(call: AgentCall): Promise<View> {
  const name = textOf(call, 'tool')!
  let isServer = false
  const action = { action: 'tool.remove' }
  const changed = await call.parts.admin.drafts.change(call.agent, call.actor, action, (document) => {
    const { servers = {}, rules = {} } = document.tools ?? {}
    isServer = Object.hasOwn(servers, name)
    if (!isServer && !Object.hasOwn(rules, name)) {
      throw toolNotFound(name, [...Object.keys(servers), ...Object.keys(rules)])
    }
    const goes = (tool: string) => (isServer ? tool.startsWith(`${name}_`) : tool === name)
    return withTools(document, () => ({
      servers: without(servers, (server) => server === name),
      rules: without(rules, goes),
    }))
  })
  return changedView(call, changed, (isServer ? sentences.removedServer : sentences.removedRule)(name))
}

function changeRule(
  call: AgentCall,
  action: string,
  name: string,
  change: (rule: ToolRule | undefined) => ToolRule | Promise<ToolRule>,
) {
  return call.parts.admin.drafts.change(call.agent, call.actor, { action }, async (document) => {
    const { approvers, always, ...rule } = await change(document.tools?.rules?.[name])
    const isAsked = rule.policy === 'ask'
    const asks = approvers ? { approvers } : always ? { always } : {}
    const kept = isAsked ? { ...rule, ...asks } : rule
    return withTools(document, (tools) => ({ ...tools, rules: { ...tools.rules, [name]: kept } }))
  })
}

const without = <T>(of: Readonly<Record<string, T>>, isGone: (key: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(of).filter(([key]) => !isGone(key)))

/** What is empty is not there. */
function withTools(document: AgentDocument, change: (tools: AgentTools) => AgentTools): AgentDocument {
  const { tools: before = {}, ...rest } = document
  const { servers = {}, rules = {} } = change(before)
  const [hasServers, hasRules] = [Object.keys(servers).length > 0, Object.keys(rules).length > 0]
  if (!hasServers && !hasRules) return rest
  return { ...rest, tools: { ...(hasServers && { servers }), ...(hasRules && { rules }) } }
}
