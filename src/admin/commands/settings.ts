import { randomUUID } from 'node:crypto'
import { AppError } from '../../lib/errors.ts'
import type { AgentSettings } from '../../model/agent.ts'
import { agentIdFrom } from '../../model/agent-id.ts'
import { merge, type Plain } from '../../model/management.ts'
import type { View } from '../../model/view.ts'
import { wholeSettings } from '../body.ts'
import { blank } from './blank.ts'
import { type AgentCall, button, type CommandUse, say, textOf, typed } from './call.ts'
import { changedView, warningText } from './changed.ts'
import { type Again, atFields, edited, editForm } from './editing.ts'
import { faultLines, sentenceOf } from './faults.ts'
import type { FieldFault, SectionSpec } from './field-spec.ts'
import { isWish, propose, proposingActs } from './proposing.ts'
import { type Family, ofAgent } from './registry.ts'
import type { SentValues } from './request.ts'
import { createSections, editSections, firstSections, idSection, moreSections } from './setting-fields.ts'
import { agents, editing, settings as sentences } from './words/index.ts'

/** Agents by their forms. */
export const settings: Family = {
  commands: {
    create: { run: begin },
    edit: ofAgent((call) => editView(call, call.caller.door === 'cli' ? 'all' : 'first')),
  },
  acts: {
    'create save': { may: 'admins', run: create },
    ...proposingActs,
    'edit more': { may: 'admin', ...ofAgent(more) },
    'edit save': { may: 'admin', ...ofAgent(save) },
  },
}

/** By its id, or by a sentence that says what it should be. */
function begin(call: CommandUse): Promise<View> {
  const said = textOf(call, 'agent') ?? ''
  return isWish(said) ? propose(call, said) : createView(call, said)
}

/** What of the settings a form shows: a few, those that are behind *More*, or all, as at a terminal, which has one form. */
const parts = { first: firstSections, more: moreSections, all: editSections }
type Part = keyof typeof parts

const names = (part: Part): string[] => parts[part].flatMap(({ fields }) => fields.map(({ name }) => name))

type Told = Again & { text: string }

async function createView(call: CommandUse, id: string, again?: Told): Promise<View> {
  const document = { ...blank, ...(id !== '' && { id }) }
  const asksId = call.kept['asksId'] === true || (again?.faults.some(({ field }) => field === 'id') ?? false)
  // Where the name gives no id, it is the same however often the form is sent: it makes one agent.
  const kept = { id, asksId, spare: call.kept['spare'] ?? randomUUID() }
  // A few fields do to begin with. At a terminal they are options of one command, which has no second form.
  // Whoever is to choose an id sees that first: the rest they have filled in.
  const few = asksId ? [idSection, ...firstSections] : firstSections
  const sections = call.caller.door === 'cli' ? createSections : few
  const form = { act: 'create save', kept, title: sentences.createTitle, sections, document }
  return { text: again?.text ?? say(call, sentences.fillIn), form: await editForm(call, form, again) }
}

async function create(call: CommandUse): Promise<View> {
  const { parts, actor, values: sent, kept } = call
  const id = String(kept['id'])
  if (Object.keys(sent).length === 0) return createView(call, id)
  const before: Plain = { ...blank, ...(id !== '' && { id }) }
  const result = await edited(call, createSections, before, sent)
  const { document } = result
  const faults = result.faults.length > 0 ? withRest(call, result) : []
  const name = agentIdFrom(String(document['displayName']), String(kept['spare']))
  const wanted: Plain = { id: name, ...document }
  if (faults.length > 0) return createView(call, id, { sent, faults, text: say(call, editing.putRight) })
  try {
    const saved = await parts.admin.agents.create({ agent: wanted }, actor)
    const told = sentences.created(saved.id, String(wanted['displayName']), typed(call, `use ${saved.id}`))
    return {
      text: [say(call, told), ...warningText(call, saved.warnings ?? [])].join('\n'),
      buttons: [
        ...(call.place
          ? [await button(call, agents.useHere, 'use', { agent: saved.id }, { style: 'primary' as const })]
          : []),
        await button(call, sentences.more, 'edit more', { agent: saved.id }),
      ],
    }
  } catch (error) {
    // What the name gave may be taken: it stands in its field then, to be changed.
    const again = againFor(call, createSections, { ...sent, id: String(wanted['id']) }, error)
    return createView(call, id, again)
  }
}

async function editView(call: AgentCall, wanted: Part, again?: Told): Promise<View> {
  const { agent, actor } = call
  // What is wrong is to be seen where it can be put right.
  const isHidden = again?.faults.some(({ field }) => !names(wanted).includes(field)) ?? false
  const part = isHidden ? 'all' : wanted
  const { document } = await call.parts.admin.drafts.current(agent, actor)
  const sections = parts[part]
  const prompt = document.agent.llmSettings?.prompt ?? ''
  const isLong = sections.some(({ fields }) =>
    fields.some(({ name, input }) => name === 'prompt' && input.kind === 'text' && prompt.length > input.max),
  )
  const settings = document.agent as Plain
  const title = sentences.editTitle(agent)
  const form = {
    act: 'edit save',
    kept: { agent, part },
    title,
    sections,
    all: editSections,
    ...(part === 'first' && { more: { act: 'edit more', label: sentences.more } }),
    document: settings,
  }
  const text = again?.text ?? say(call, editing.openForm(agent))
  return {
    text: isLong ? `${text}\n${say(call, sentences.tooLongPrompt(agent))}` : text,
    ...(isLong && { file: { name: `${agent}-prompt.md`, text: prompt } }),
    form: await editForm(call, form, again),
  }
}

/** What stands in a form that it was pressed in comes along, into one form of all; else the others are a form of their own. */
function more(call: AgentCall): Promise<View> {
  const { agent, values: sent } = call
  if (Object.keys(sent).length === 0) return editView(call, 'more')
  return editView(call, 'all', { sent, faults: [], goesOn: true, text: say(call, editing.openForm(agent)) })
}

async function save(call: AgentCall): Promise<View> {
  const { agent, actor, values: sent } = call
  const part = call.kept['part'] as Part
  if (Object.keys(sent).length === 0) return editView(call, part)
  let faults: readonly FieldFault[] = []
  let isOvertaken = false
  try {
    const changed = await call.parts.admin.drafts.change(agent, actor, { action: 'agent.edit' }, async (document) => {
      const result = await edited(call, editSections, document.agent as Plain, sent)
      faults = withRest(call, result)
      isOvertaken = result.isOvertaken
      if (result.faults.length > 0) throw new AppError('form_faults', editing.putRight)
      return { ...document, agent: result.document as AgentSettings }
    })
    const view = await changedView(call, changed, sentences.saved(agent))
    if (part !== 'first') return view
    return { ...view, buttons: [...(view.buttons ?? []), await button(call, sentences.more, 'edit more', { agent })] }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'form_faults') {
      return editView(call, part, againFor(call, editSections, sent, error))
    }
    const text = isOvertaken ? editing.meanwhile(await lastEditor(call)) : editing.putRight
    return editView(call, part, { sent, faults, text: say(call, text) })
  }
}

/** What is wrong with the rest is told together with what could not even be written. */
function withRest(
  call: CommandUse,
  { document, faults }: { document: Plain; faults: readonly FieldFault[] },
): FieldFault[] {
  try {
    wholeSettings(merge({}, { ...document, id: null }))
    return [...faults]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { at } = atFields(call, createSections, error.faults)
    return [...faults, ...at.filter(({ field }) => !faults.some((fault) => fault.field === field))]
  }
}

/** Who changed the draft last, or what is live where there is none. */
async function lastEditor({ parts, agent, actor }: AgentCall): Promise<string | undefined> {
  const { draft } = await parts.admin.drafts.current(agent, actor)
  return draft?.author ?? (await parts.admin.drafts.versions(agent, actor))[0]?.author
}

/** The form again for what was refused as a whole; anything that no form can put right is thrown on. */
function againFor(call: CommandUse, sections: readonly SectionSpec<Plain>[], sent: SentValues, error: unknown): Told {
  if (!(error instanceof AppError) || error.faults.length === 0) throw error
  const { at, rest } = atFields(call, sections, error.faults)
  const text = [sentenceOf(error, call.language), ...faultLines(rest, call.language)].join('\n')
  return { sent, faults: at, text: at.length > 0 && rest.length === 0 ? say(call, editing.putRight) : text }
}
