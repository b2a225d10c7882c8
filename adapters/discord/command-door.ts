import { setTimeout as sleep } from 'node:timers/promises'
import { cut } from '../../src/lib/cut.ts'
import { languageOf, type Texts } from '../../src/lib/language.ts'
import type { Choice, Given, Typing, Values } from '../../src/model/command.ts'
import { inWords, type View } from '../../src/model/view.ts'
import type { Channel, Inbox } from '../../src/ports/channel.ts'
import type { Log } from '../../src/ports/log.ts'
import { type Act, type Did, readDid, readTyping } from './command-calls.ts'
import { readEntered, withMore } from './entered.ts'
import { type Modal, renderForm, renderSection } from './form-modal.ts'
import { type Interactions, original } from './interactions.ts'
import { EPHEMERAL, type Interaction } from './payloads.ts'
import { sayOf } from './reply.ts'
import type { Web } from './request.ts'
import type { Self } from './text.ts'
import { renderEntered, renderView, type ViewPayload } from './view-payload.ts'
import { words } from './words/index.ts'

/** Discord gives three seconds, and the acknowledgement takes some of them. */
const ANSWER_MS = 2000
const CHOICES_MS = 2300
/** Documented. */
const CHOICES = 25
const CHOICE = 100
const CONTENT = 2000
/** A late answer whose call failed is shown again, so often and with such a pause. */
const ATTEMPTS = 4
const PAUSE_MS = 1000

const Callback = { message: 4, later: 5, laterUpdate: 6, update: 7, choices: 8, form: 9 } as const

/** `/agent`: what people did is asked, and shown to them alone. Nothing is remembered between one interaction and the next. */
export interface CommandDoor {
  /** Resolves when it was answered, which is acknowledged in time whatever the command takes. Undefined: it is none. */
  take(told: Interaction): Promise<void> | undefined
}

export function createCommandDoor(parts: {
  web: Web
  self: Self
  interactions: Interactions
  download: NonNullable<Channel['download']>
  inbox: Inbox
  log: Log
}): CommandDoor {
  const { web, self, interactions, download, inbox, log } = parts

  async function asked({ who }: Did, given: Given): Promise<View> {
    try {
      return await inbox.command({ ...who, given })
    } catch (err) {
      log.error({ err }, 'a command could not be answered')
      return { text: words.notTaken[languageOf(who.author.locale, '')] }
    }
  }

  /** What is to be shown, whichever way it was asked for. */
  async function outcomeOf(did: Did, act: Exclude<Act, { kind: 'enter' }>, say: Say): Promise<CommandAnswer> {
    if (act.kind === 'ask') {
      const entered = 'offer' in act.given && 'values' in act.given ? act.given.values : {}
      return { view: await asked(did, act.given), entered }
    }
    const before = readEntered(did.message, download)
    if (act.kind === 'send') {
      const entered = await before
      if (!entered) return { note: say(words.lost) }
      return { view: await asked(did, { offer: act.offer, values: entered }), entered }
    }
    const [view, entered] = await Promise.all([asked(did, { offer: act.offer }), before])
    if (!entered) return { note: say(words.lost) }
    // What was entered stays, whatever the reason.
    return view.form ? { view, entered, opens: act } : { note: view.text }
  }

  /** What opens at once; undefined where a message is shown. */
  function modalOf({ by }: Did, { view, entered, opens }: AnswerView, say: Say): Modal | undefined {
    const { form, text, file } = view
    if (!form || by === 'form') return undefined
    if (opens?.section !== undefined) return renderSection(form, opens.section, opens.offer, entered, say)
    if (form.sections.length > 1) return undefined
    // Its faults and files would be seen by nobody.
    return opens || !(form.faults || file) ? renderForm(form, text, entered, say) : undefined
  }

  async function inTime(told: Interaction, did: Did, outcome: CommandAnswer, say: Say): Promise<void> {
    if ('note' in outcome) return beneath(told, outcome.note)
    const modal = modalOf(did, outcome, say)
    if (modal && (await interactions.respond(told, { type: Callback.form, data: modal }))) return
    for (const shown of renderings(outcome, say, did.message)) {
      const { body, files } = shown
      const answer = did.message
        ? { type: Callback.update, data: body }
        : { type: Callback.message, data: { ...body, flags: body.flags | EPHEMERAL } }
      const done = await interactions.respond(told, answer, files)
      // Told anew after a restart: before that it may have been acknowledged without an answer.
      if (done === 'already') await fill(told, [shown])
      if (done) return
    }
  }

  /** It is acknowledged without an answer, which is shown when it is there. */
  async function late(told: Interaction, did: Did, asking: Promise<CommandAnswer>, say: Say): Promise<void> {
    const answer = did.message ? { type: Callback.laterUpdate } : { type: Callback.later, data: { flags: EPHEMERAL } }
    const isAcknowledged = await interactions.respond(told, answer)
    const outcome = await asking
    if (!isAcknowledged) return
    if ('note' in outcome) return beneath(told, outcome.note, true)
    await fill(told, renderings(outcome, say, did.message))
  }

  /** With the next of them where one is refused. */
  async function fill({ token }: Pick<Interaction, 'token'>, [{ body, files }, ...others]: Renderings): Promise<void> {
    const path = original({ token }, self.application)
    for (let attempt = 1; ; attempt++) {
      const content = { body, ...(files.length > 0 && { files }) }
      const reply = await web.call({ method: 'PATCH', path, ...content, open: true })
      if ('ok' in reply) return
      const [next, ...rest] = others
      if ('error' in reply && next) return fill({ token }, [next, ...rest])
      const isLost = 'error' in reply || attempt === ATTEMPTS
      if (isLost) return log.warn({ reply: sayOf(reply) }, 'the answer of a command could not be shown')
      await sleep('retryAt' in reply ? Math.max(PAUSE_MS, reply.retryAt - Date.now()) : PAUSE_MS)
    }
  }

  /** What is there stays as it is. */
  async function beneath(told: Interaction, content: string, isLate = false): Promise<void> {
    const data = { content: cut(content, CONTENT), allowed_mentions: { parse: [] }, flags: EPHEMERAL }
    if (!isLate) return void (await interactions.respond(told, { type: Callback.message, data }))
    await web.call({ method: 'POST', path: `webhooks/${self.application}/${told.token}`, body: data, open: true })
  }

  async function enter(told: Interaction, did: Did, act: Act & { kind: 'enter' }, say: Say): Promise<void> {
    const before = await readEntered(did.message, download)
    if (!did.message || !before) return beneath(told, say(words.lost))
    const { body, files } = renderEntered(did.message, act.offer, act.section, withMore(before, act.values))
    await interactions.respond(told, { type: Callback.update, data: body }, files)
  }

  async function answer(told: Interaction, did: Did): Promise<void> {
    const language = languageOf(did.who.author.locale, '')
    const say = (texts: Texts): string => texts[language]
    if (did.act.kind === 'enter') return enter(told, did, did.act, say)
    const asking = outcomeOf(did, did.act, say)
    const outcome = await within(ANSWER_MS, asking)
    await (outcome ? inTime(told, did, outcome, say) : late(told, did, asking, say))
  }

  async function suggest(told: Interaction, typing: Typing): Promise<void> {
    const asking = inbox.complete(typing).catch((err: unknown): readonly Choice[] => {
      log.error({ err }, 'what could be typed is not known')
      return []
    })
    const found = (await within(CHOICES_MS, asking)) ?? []
    const choices = found
      .filter(({ value }) => value !== '' && value.length <= CHOICE)
      .slice(0, CHOICES)
      .map(({ value, label }) => ({ name: cut(label, CHOICE), value }))
    await interactions.respond(told, { type: Callback.choices, data: { choices } })
  }

  return {
    take(told) {
      const typing = readTyping(told, self)
      if (typing) return suggest(told, typing)
      const did = readDid(told, self)
      return did && answer(told, did)
    },
  }
}

type Say = (texts: Texts) => string

interface AnswerView {
  view: View
  /** Into its form. */
  entered: Values
  /** The form is to be opened. */
  opens?: { offer: string; section: number | undefined }
}

/** `note`: nothing is asked and nothing changes; the person is told why. */
type CommandAnswer = AnswerView | { note: string }

type Renderings = readonly [ViewPayload, ...ViewPayload[]]

/** What a view is shown as, and what is shown where its picture is refused: its words, and no file. */
function renderings({ view, entered }: AnswerView, say: Say, over: Did['message']): Renderings {
  const told = inWords(view)
  const shown = renderView(view, entered, say, over)
  if (told === view) return [shown]
  const { body } = renderView(told, entered, say, over)
  return [shown, { body: { ...body, attachments: [] }, files: [] }]
}

/** Undefined when it takes longer. */
function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, sleep(ms, undefined, { ref: false })])
}
