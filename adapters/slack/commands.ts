import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { languageOf, type Texts } from '../../src/lib/language.ts'
import { LatestMap } from '../../src/lib/latest.ts'
import type { CommandCall, Values } from '../../src/model/command.ts'
import type { Form, View } from '../../src/model/view.ts'
import type { Inbox } from '../../src/ports/channel.ts'
import type { Log } from '../../src/ports/log.ts'
import { type Did, placesOf, readDid, readSuggesting, type Sent, type Suggesting } from './command-calls.ts'
import {
  fieldOf,
  fieldsOf,
  type Modal,
  readValues,
  renderFaults,
  renderForm,
  renderNotice,
  renderOptions,
} from './form-modal.ts'
import { renderHome, renderPage } from './home.ts'
import { COMMAND } from './manifest.ts'
import { metaOf, type Reader } from './modal-meta.ts'
import type { Payload } from './outbound.ts'
import { errorOf } from './outcome.ts'
import type { Body } from './payloads.ts'
import { createPersons } from './person.ts'
import type { Private } from './private.ts'
import { type Bot, uidOf } from './told.ts'
import { renderView } from './view-payload.ts'
import type { Web } from './web.ts'
import { words } from './words/index.ts'

/** Slack gives three seconds, and opening a form takes some of them. */
const ANSWER_MS = 2000
const OPENED_MS = 2800
/** By then Slack has taken an acknowledgement that was given. */
const ACKNOWLEDGED_MS = 500
/** What a command may still take when we stop. */
const STOPPING_MS = 1000
/** Forms and modals remembered; the oldest go first. */
const KEPT = 1000

/** How to acknowledge, and what is done besides, for which nobody waits. */
export interface AckWithWork {
  acknowledge?: object
  after?: () => Promise<void>
}

/** `/agent` in one workspace: what people did is asked, and shown to them alone. */
export interface CommandDoor {
  /** In time for Slack's acknowledgement, whatever the command takes. Undefined: it is none. */
  take(body: Body, installation: string, inbox: Inbox): Promise<AckWithWork | undefined>
  /** What people type before a command: the app may call it anything, which Slack tells with each use. */
  command(): string
  /** BCP 47: in which language a person reads; none where Slack does not tell in time. */
  localeOf(user: string): Promise<string | undefined>
}

export function createCommandDoor(parts: {
  web: Web
  bot: Bot
  shown: Private
  log: Log
  now: () => number
  /** Aborted when we stop. */
  stopping: () => AbortSignal
}): CommandDoor {
  const { web, bot, shown, log, stopping } = parts
  const persons = createPersons(parts)
  /** By their offers, for selects whose options are asked for while somebody types. */
  const forms = new LatestMap<string, Form>(KEPT)
  /** Forms that came with faults and another offer, by the modal in which the person mends them. */
  const offers = new LatestMap<string, string>(KEPT)
  let command = COMMAND

  async function callOf(did: Did, installation: string, locale: string | undefined): Promise<CommandCall> {
    const { eventId, reader, name, about, given } = did
    return {
      eventId,
      platform: 'slack',
      installation,
      ...placesOf(reader),
      author: authorOf(reader, name, locale),
      given: 'state' in given ? await sentOf(given, reader) : given,
      ...(about !== undefined && { about }),
      // Who only looks becomes nothing by it.
      managesPlace: async () => did.by !== 'visit' && persons.manages(reader),
    }
  }

  async function sentOf({ offer, state, view }: Sent, { team }: Reader): Promise<{ offer: string; values: Values }> {
    return { offer: offers.get(view) ?? offer, values: readValues(await withFiles(state), team) }
  }

  /** With what Slack tells of files only when it is asked. */
  async function withFiles(state: Sent['state']): Promise<Sent['state']> {
    const entries = Object.entries(state).map(async ([name, elements]) => {
      const [action, field] = Object.entries(elements)[0] ?? []
      if (!action || !field?.files) return [name, elements] as const
      const files = await Promise.all(field.files.map((file) => (file.name && file.url_private ? file : infoOf(file))))
      return [name, { [action]: { ...field, files } }] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  }

  async function infoOf<F extends { id?: string }>(file: F): Promise<F> {
    const reply = await web.call('files.info', { file: file.id }, AbortSignal.timeout(ANSWER_MS))
    return 'ok' in reply ? (reply.ok['file'] as F) : file
  }

  async function ask(did: Did, installation: string, inbox: Inbox): Promise<AnswerView> {
    let say = (texts: Texts): string => texts.en
    try {
      const locale = await persons.locale(did.reader)
      const language = languageOf(locale, 'text' in did.given ? did.given.text : '')
      say = (texts) => texts[language]
      const view = await inbox.command(await callOf(did, installation, locale))
      if (view.form) forms.set(view.form.offer, view.form)
      return { view, say }
    } catch (error) {
      log.error({ err: error }, 'a command could not be answered')
      return { view: { text: say(words.failed) }, say }
    }
  }

  /** Opens a form, or says that it has to be opened by a press. */
  async function open(did: Did, { view, say }: AnswerView, form: Form, until: number): Promise<boolean> {
    const left = until - performance.now()
    if (left <= 0) return false
    const modal = renderForm(form, metaOf(form.offer, did.reader, did.replaces), aboveForm(view, say), say)
    const args = { trigger_id: did.trigger, view: modal }
    const isInModal = did.view !== undefined && did.view.kind !== 'home'
    const method = isInModal ? 'views.push' : 'views.open'
    const reply = await web.call(method, args, AbortSignal.timeout(Math.ceil(left)))
    if ('ok' in reply) return true
    log.warn({ reply: errorOf(reply) ?? 'unknown' }, 'a form could not be opened')
    return false
  }

  /** The answer to a button that was in no message: a modal over the Home tab or a form, or in place of the page that it was in. */
  async function openPage(
    { trigger, reader, view: at }: Did,
    { view, say }: AnswerView,
    until: number,
  ): Promise<boolean> {
    const left = until - performance.now()
    if (!at || left <= 0) return false
    const page = renderPage(bot.name, { view, meta: metaOf('', reader, false), say })
    const signal = AbortSignal.timeout(Math.ceil(left))
    const reply =
      at.kind === 'page'
        ? await web.call('views.update', { view_id: at.id, view: page }, signal)
        : await web.call(at.kind === 'form' ? 'views.push' : 'views.open', { trigger_id: trigger, view: page }, signal)
    if ('ok' in reply) return true
    log.warn({ reply: errorOf(reply) ?? 'unknown' }, 'the answer to a button of a view could not be opened')
    return false
  }

  /** The Home tab as it is now. */
  async function publish(did: Did, installation: string, inbox: Inbox): Promise<void> {
    const { reader, eventId } = did
    const visit: Did = { ...did, by: 'visit', eventId: `${eventId}:home`, given: { page: 'home' } }
    const { view, say } = await ask(visit, installation, inbox)
    const home = renderHome({ view, meta: metaOf('', reader, false), say })
    const reply = await web.call('views.publish', { user_id: reader.user, view: home })
    if (!('ok' in reply))
      log.warn({ reply: errorOf(reply) ?? 'unknown' }, 'the Home tab of a person could not be shown')
  }

  const sendFiles = ({ reader }: Did, { view, say }: AnswerView): Promise<void> =>
    shown.sendFiles(reader, renderView(view, say).files, say)

  async function showIn(reader: Reader, payload: Payload, replaces: boolean): Promise<void> {
    const reply = await shown.show(reader, payload, replaces)
    // What may have arrived is not said to be lost.
    if (!('ok' in reply || 'unknown' in reply)) log.warn({ reply }, 'the answer to a command could not be shown')
  }

  /** At the address, in place of what was there or beneath it. */
  async function show(did: Did, asked: AnswerView, replaces = did.replaces): Promise<void> {
    await showIn(did.reader, renderView(asked.view, asked.say).payload, replaces)
    await sendFiles(did, asked)
  }

  /** The answer is there in time. */
  async function inTime(did: Did, asked: AnswerView, until: number): Promise<AckWithWork> {
    const { view, say } = asked
    const { form } = view
    if (form && did.by === 'form') return again(did, asked, form)
    if (form && (await open(did, asked, form, until))) return { after: () => sendFiles(did, asked) }
    if (await openPage(did, asked, until)) return { after: () => sendFiles(did, asked) }
    if (did.by !== 'slash') return { after: () => show(did, asked) }
    const { payload } = renderView(view, say)
    return { acknowledge: { response_type: 'ephemeral', ...payload }, after: () => sendFiles(did, asked) }
  }

  /** The answer to a form is a form: the same with its faults, or another one. */
  function again(did: Did, asked: AnswerView, form: Form): AckWithWork {
    const { state, view: id } = did.given as Sent
    const errors = renderFaults(form, state)
    if (errors) {
      offers.set(id, form.offer)
      return { acknowledge: { response_action: 'errors', errors } }
    }
    offers.delete(id)
    const view = next(did, asked, form)
    return { acknowledge: { response_action: 'update', view }, after: () => sendFiles(did, asked) }
  }

  /** In place of the form that was sent. */
  function next(did: Did, { view, say }: AnswerView, form: Form): Modal {
    const meta = metaOf(form.offer, did.reader, did.replaces)
    return renderForm(form, meta, aboveForm(view, say), say, randomBytes(3).toString('hex'))
  }

  /** Stopping waits for no model: the person is told so. */
  async function untilStopped(asking: Promise<AnswerView>, say: AnswerView['say']): Promise<AnswerView> {
    const signal = stopping()
    const over = new AbortController()
    const stopped = async (): Promise<AnswerView> => {
      if (!signal.aborted) await once(signal, 'abort', { signal: over.signal })
      await sleep(STOPPING_MS, undefined, { signal: over.signal })
      return { view: { text: say(words.interrupted) }, say }
    }
    return Promise.race([asking, stopped()]).finally(() => over.abort())
  }

  /** The answer is not there in time: something is shown instead, and the answer when it is. */
  function late(did: Did, waited: Promise<AnswerView>, language: (texts: Texts) => string): AckWithWork {
    const { by, reader } = did
    const asking = untilStopped(waited, language)
    if (by === 'form') {
      const notice = renderNotice(command, language(words.working), language)
      return { acknowledge: { response_action: 'update', view: notice }, after: () => lateForm(did, asking) }
    }
    if (by !== 'slash') return { after: async () => show(did, await asking) }
    return {
      async after() {
        await showIn(reader, { text: language(words.working), blocks: [] }, false)
        await show(did, await asking, true)
      },
    }
  }

  async function lateForm(did: Did, asking: Promise<AnswerView>): Promise<void> {
    const [asked] = await Promise.all([asking, sleep(ACKNOWLEDGED_MS)])
    const { view: id } = did.given as Sent
    const { say } = asked
    const { form } = asked.view
    offers.delete(id)
    const view = form ? next(did, asked, form) : renderNotice(command, say(words.done), say)
    const reply = await web.call('views.update', { view_id: id, view })
    // Whoever has closed it still gets the answer, and the form by a button.
    if (form && 'ok' in reply) return sendFiles(did, asked)
    await show(did, asked)
  }

  async function run(did: Did, installation: string, inbox: Inbox): Promise<AckWithWork> {
    const until = performance.now() + OPENED_MS
    const asking = ask(did, installation, inbox)
    const asked = await Promise.race([asking, sleep(ANSWER_MS, undefined, { ref: false })])
    if (asked) return inTime(did, asked, until)
    const language = languageOf(await persons.locale(did.reader), 'text' in did.given ? did.given.text : '')
    return late(did, asking, (texts) => texts[language])
  }

  async function suggest(suggesting: Suggesting, installation: string, inbox: Inbox): Promise<AckWithWork> {
    const { offer, field, typed, reader } = suggesting
    // After a restart the form is asked for again, as by its button.
    const again: Did = {
      by: 'button',
      eventId: `slack:suggest:${offer}`,
      trigger: '',
      reader,
      given: { offer },
      replaces: false,
    }
    const asked = forms.has(offer)
      ? undefined
      : await Promise.race([ask(again, installation, inbox), sleep(ANSWER_MS, undefined, { ref: false })])
    const form = forms.get(offer) ?? asked?.view.form
    const known = form && fieldsOf(form).find(({ name }) => name === fieldOf(field))
    return { acknowledge: { options: known?.kind === 'choice' ? renderOptions(known.choices, typed) : [] } }
  }

  return {
    command: () => command,
    localeOf: (user) => persons.locale({ user }),
    async take(body, installation, inbox) {
      const suggesting = readSuggesting(body, installation)
      if (suggesting) return suggest(suggesting, installation, inbox)
      const did = readDid(body, installation, bot)
      if (!did) return undefined
      command = did.command ?? command
      if (did.by === 'visit') return { after: () => publish(did, installation, inbox) }
      const acted = await run(did, installation, inbox)
      if (did.by !== 'view') return acted
      return {
        ...acted,
        async after() {
          await acted.after?.()
          await publish(did, installation, inbox)
        },
      }
    },
  }
}

interface AnswerView {
  view: View
  /** In the language of who asked. */
  say: (texts: Texts) => string
}

/** What stands above the fields of a form. */
function aboveForm({ text, file }: View, say: AnswerView['say']): string {
  return [text, ...(file ? [say(words.fileComes(file.name))] : [])].join('\n\n')
}

function authorOf(
  { home, people = home, user }: Reader,
  name: string | undefined,
  locale: string | undefined,
): CommandCall['author'] {
  return { uid: uidOf(people, user), id: user, ...(name && { name }), ...(locale && { locale }) }
}
