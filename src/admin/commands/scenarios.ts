import { stringify } from 'yaml'
import { closest } from '../../lib/closest.ts'
import { AppError } from '../../lib/errors.ts'
import { inEach, type Texts } from '../../lib/language.ts'
import { plain, shown } from '../../lib/quoting.ts'
import { inSlices } from '../../lib/slices.ts'
import { readYamlSent } from '../../lib/yaml/index.ts'
import type { AgentDocument } from '../../model/agent.ts'
import type { Picture, TextFile } from '../../model/message.ts'
import { type Scenario, scenarioSchema } from '../../model/scenario.ts'
import type { Button, View } from '../../model/view.ts'
import { checkingScenarios, surroundingsOf } from '../scenarios/check.ts'
import { diagramOf, inOne, toldOf } from '../scenarios/diagram.ts'
import { type Finding, findingOf, type ScenarioFile } from '../scenarios/finding.ts'
import type { Shows } from '../scenarios/options.ts'
import { type AgentCall, button, filesOf, say, textOf } from './call.ts'
import { changedView } from './changed.ts'
import { type Family, ofAgent } from './registry.ts'
import type { SentFile } from './request.ts'
import { inLanguage } from './words/faults.ts'
import { general, scenarios as sentences } from './words/index.ts'

/** Conversations that lead somewhere, each a YAML file. */
export const scenarios: Family = {
  commands: {
    'scenario list': ofAgent(list),
    'scenario show': ofAgent(show),
    'scenario upload': ofAgent(upload),
    'scenario remove': ofAgent(remove),
  },
  acts: {
    'scenario draw': { may: 'admin', ...ofAgent(draw) },
    'scenario tell': { may: 'admin', ...ofAgent(tell) },
  },
}

const maxListed = 30
const maxFindings = 20
const maxBytes = 1024 * 1024

async function list(call: AgentCall): Promise<View> {
  const { document } = await call.parts.admin.drafts.current(call.agent, call.actor)
  const { scenarios } = document
  if (scenarios.length === 0) return { text: say(call, sentences.none(call.agent)) }
  const lines = scenarios.slice(0, maxListed).map(({ id, title, nodes, priority }) => {
    const named = title === undefined ? '' : ` ${plain(title)}`
    return `- \`${id}\`${named} · ${say(call, sentences.nodes(Object.keys(nodes).length, priority))}`
  })
  const rest = scenarios.length - lines.length
  return {
    text: [
      say(call, sentences.listed(call.agent, scenarios.length)),
      ...lines,
      ...(rest > 0 ? [say(call, general.more(rest))] : []),
    ].join('\n'),
  }
}

async function show(call: AgentCall): Promise<View> {
  const { document } = await call.parts.admin.drafts.current(call.agent, call.actor)
  const scenario = named(document, textOf(call, 'scenario')!)
  const text = yamlOf(scenario)
  const file = `${scenario.id}.yaml`
  const checked = await check(document, [{ name: file, text }], call.parts.admin.platforms.all)
  const findings = checked.findings.filter((finding) => finding.file === file)
  return {
    text: [
      say(call, sentences.title(scenario.id, scenario.title)),
      say(call, sentences.nodes(Object.keys(scenario.nodes).length, scenario.priority)),
      ...(findings.length === 0 ? [say(call, sentences.well)] : findingLines(call, findings, false)),
    ].join('\n'),
    file: { name: file, text },
    buttons: [await drawingButton(call, sentences.drawing, 'scenario draw', [scenario.id])],
  }
}

async function draw(call: AgentCall): Promise<View> {
  const shown = await keptOnes(call)
  const picture = await drawing(call, shown)
  if (!picture) {
    const text = [sentences.noPicture, sentences.told(idsOf(shown))].map((one) => say(call, one)).join(' ')
    return { text, file: told(call, shown) }
  }
  return {
    text: say(call, sentences.drawn(idsOf(shown))),
    file: picture,
    buttons: [await drawingButton(call, sentences.inWords, 'scenario tell', idsOf(shown))],
  }
}

async function tell(call: AgentCall): Promise<View> {
  const shown = await keptOnes(call)
  return { text: say(call, sentences.told(idsOf(shown))), file: told(call, shown) }
}

const idsOf = (scenarios: readonly Scenario[]): string[] => scenarios.map(({ id }) => id)

/** A drawing takes a while, so it is made for whoever wants to see it. */
function drawingButton(call: AgentCall, label: Texts, act: string, scenarios: readonly string[]): Promise<Button> {
  return button(call, label, act, { agent: call.agent, scenarios })
}

/** Those of a button, as they are now. */
async function keptOnes(call: AgentCall): Promise<Scenario[]> {
  const { document } = await call.parts.admin.drafts.current(call.agent, call.actor)
  return (call.kept['scenarios'] as readonly string[]).map((id) => named(document, id))
}

/** A picture of them, where there can be one. */
async function drawing(call: AgentCall, scenarios: readonly Scenario[]): Promise<Picture | undefined> {
  const { admin, draw } = call.parts
  const most = admin.platforms.pictureBytes(call.caller.door)
  const bytes = most > 0 ? await draw(inOne(diagramOf(scenarios, call.language)), most) : undefined
  return bytes && { name: `${scenarios[0]!.id}.png`, type: 'image/png', bytes, alt: told(call, scenarios).text }
}

function told({ language }: AgentCall, scenarios: readonly Scenario[]): TextFile {
  return { name: `${scenarios[0]!.id}.txt`, text: toldOf(diagramOf(scenarios, language), language) }
}

async function upload(call: AgentCall): Promise<View> {
  const files = await Promise.all(filesOf(call, 'file').map(textOfFile))
  const { admin } = call.parts
  const { document: before } = await admin.drafts.current(call.agent, call.actor)
  const { read, findings } = await check(before, files, call.parts.admin.platforms.all)
  const own = findings.filter(({ file }) => files.some(({ name }) => name === file))
  const errors = findings.filter(({ severity }) => severity === 'error')
  const twin = read.find(({ id }, i) => read.findIndex((other) => other.id === id) !== i)
  if (twin) throw new AppError('scenario_twice', sentences.twice(twin.id))
  if (errors.length > 0) {
    const lines = findingLines(
      call,
      [...errors, ...own.filter((finding) => !errors.includes(finding))],
      files.length > 1,
    )
    return { text: [say(call, sentences.faulty(errors.length)), ...lines].join('\n') }
  }
  const isThere = ({ id }: Scenario) => before.scenarios.some((other) => other.id === id)
  const [old, fresh] = [read.filter(isThere), read.filter((scenario) => !isThere(scenario))]
  const changed = await admin.drafts.change(call.agent, call.actor, { action: 'scenario.upload' }, (document) => ({
    ...document,
    scenarios: withThese(document.scenarios, read),
  }))
  const told = [
    ...(fresh.length > 0 ? [sentences.added(fresh.map(({ id }) => id))] : []),
    ...(old.length > 0 ? [sentences.replaced(old.map(({ id }) => id))] : []),
  ]
  const view = await changedView(
    call,
    changed,
    inEach((language) => told.map((texts) => texts[language]).join(' ')),
  )
  const notes = own.length > 0 ? [say(call, sentences.toNote), ...findingLines(call, own, files.length > 1)] : []
  return {
    ...view,
    text: [view.text, ...(notes.length > 0 ? [notes.join('\n')] : [])].join('\n\n'),
    buttons: [...(view.buttons ?? []), await drawingButton(call, sentences.drawing, 'scenario draw', idsOf(read))],
  }
}

async function remove(call: AgentCall): Promise<View> {
  const id = textOf(call, 'scenario')!
  let removed: Scenario | undefined
  const changed = await call.parts.admin.drafts.change(
    call.agent,
    call.actor,
    { action: 'scenario.remove' },
    (document) => {
      removed = named(document, id)
      return { ...document, scenarios: document.scenarios.filter((scenario) => scenario !== removed) }
    },
  )
  return changedView(call, changed, sentences.removed(removed!.id))
}

function named({ scenarios }: AgentDocument, id: string): Scenario {
  const found = scenarios.find((scenario) => scenario.id === id)
  if (found) return found
  const ids = scenarios.map((scenario) => scenario.id)
  throw new AppError('scenario_not_found', sentences.notFound(id, closest(id, ids)), { status: 404 })
}

/** In place of those of their ids; new ones at the end. */
function withThese(before: readonly Scenario[], these: readonly Scenario[]): Scenario[] {
  const kept = before.map((scenario) => these.find(({ id }) => id === scenario.id) ?? scenario)
  return [...kept, ...these.filter(({ id }) => !before.some((scenario) => scenario.id === id))]
}

async function textOfFile(file: SentFile): Promise<TextFile> {
  const bytes = await file.read(maxBytes)
  const text = new TextDecoder('utf-8').decode(bytes)
  if (text.includes('\0') || text.includes('\uFFFD')) throw new AppError('not_text', sentences.notText(file.name))
  return { name: file.name, text }
}

/** What is wrong with these files among the other scenarios of the agent. */
async function check(
  document: AgentDocument,
  files: readonly TextFile[],
  platforms: readonly Shows[],
): Promise<{ read: Scenario[]; findings: Finding[] }> {
  const read: ScenarioFile[] = []
  const findings: Finding[] = []
  for (const { name, text } of files) {
    const one = await readYamlSent(name, text, scenarioSchema)
    if ('value' in one) read.push({ file: name, scenario: one.value, lineOf: one.lineOf })
    else findings.push(...one.faults.map(findingOf))
  }
  const others = document.scenarios
    .filter(({ id }) => !read.some(({ scenario }) => scenario.id === id))
    .map((scenario) => ({ file: scenario.id, scenario, lineOf: () => 0 }))
  const these = read.map(({ scenario }) => scenario)
  const all = [...read, ...others]
  const judged = findings.length > 0 ? [] : await inSlices(checkingScenarios(all, surroundingsOf(document), platforms))
  return { read: these, findings: [...findings, ...judged] }
}

function findingLines(call: AgentCall, findings: readonly Finding[], withFile: boolean): string[] {
  const lines = findings.slice(0, maxFindings).map(({ code, severity, file, line, path, message }) => {
    const at = [...(withFile ? [`\`${shown(file)}\``] : []), ...(line > 0 ? [say(call, sentences.line(line))] : [])]
    const where = path.split(' ').slice(1).join(' ').replaceAll('`', '')
    const told = `${where === '' ? '' : `\`${where}\` `}${inLanguage(message, call.language)}`
    return `- ${severity === 'error' ? '❌' : '⚠️'} ${at.join(' ')} **${code}** ${told}`
  })
  const rest = findings.length - lines.length
  return rest > 0 ? [...lines, say(call, general.more(rest))] : lines
}

function yamlOf(scenario: Scenario): string {
  return stringify(scenario, { lineWidth: 100, blockQuote: 'literal', aliasDuplicateObjects: false })
}
