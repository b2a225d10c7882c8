import { Mistake } from '../shared/mistake.ts'
import { isRecord } from './args.ts'
import type { Asking } from './asking.ts'
import { elementsOf, readOptions } from './blocks.ts'
import { readForm } from './form.ts'
import { fileJson } from './messages.ts'
import { FILE_LIMIT } from './people.ts'
import { personOf } from './presence.ts'
import { refuse } from './refusal.ts'
import type { Close, Submit, Suggest, Upload } from './view.ts'
import type { OpenView, Views } from './views.ts'
import type { Workspace } from './workspace.ts'

/** What people do with the modals before them. Each throws a Mistake for what Slack does not let them do. */
export interface Modals {
  /** The app's answer, e.g. `{response_action: 'errors', errors}`, which was also done. */
  submit(what: Submit): Promise<unknown>
  /** What the app offers. */
  suggest(what: Suggest): Promise<{ options: Record<string, unknown>[] }>
  /** A file for a field. */
  upload(what: Upload): { id: string }
  close(what: Close): Promise<void>
}

const OFFERED_KEPT = 1000
/** Of a select that does not say: Slack asks the app once so much was typed. */
const MIN_QUERY = 3

export function createModals(parts: {
  workspace: Workspace
  asking: Asking
  views: Views
  now: () => number
  url: () => string
}): Modals {
  const { workspace, asking, views, now, url } = parts
  const { ask, obey, about } = asking
  const offered = new Map<string, Record<string, unknown>>()

  function before(user: string, id: string): OpenView {
    const person = personOf(workspace, user)
    const view = views.of(user).at(-1)
    if (view?.id !== id) throw new Mistake(`${person.real_name} has no form ${id} open`, 404)
    return view
  }

  function follow(view: OpenView, response: unknown): void {
    const { response_action: action, view: next, errors } = isRecord(response) ? response : {}
    switch (action) {
      case undefined:
        return views.close(view.id)
      case 'clear':
        for (const { id } of views.of(view.user)) views.close(id)
        return
      case 'update':
        return void views.update({ id: view.id }, next)
      case 'push':
        return void views.push(view.user, next)
      case 'errors':
        return checkErrors(view, errors)
      default:
        refuse('invalid_response_action')
    }
  }

  return {
    async submit(what) {
      const view = before(what.user, what.view)
      const values = readForm(view.blocks, what.values, {
        offered: (block, action, value) => offered.get([view.id, block, action, value].join(' ')),
        file(id) {
          const file = workspace.files.get(id)
          return file?.user === what.user ? fileJson(file, url()) : undefined
        },
      })
      const response = await ask('interactive', 'view_submission', {
        type: 'view_submission',
        ...about(personOf(workspace, what.user)),
        view: { ...views.json(view), state: { values } },
        response_urls: [],
      })
      obey(() => follow(view, response))
      return response
    },

    async suggest({ user, view: id, block_id, action_id, value }) {
      const view = before(user, id)
      const found = [...elementsOf(view.blocks)].find(
        ({ block, element }) => block.block_id === block_id && element['action_id'] === action_id,
      )
      if (found?.element['type'] !== 'external_select') throw new Mistake(`The form has no select ${block_id}`, 404)
      const least = Number(found.element['min_query_length'] ?? MIN_QUERY)
      if (value.length < least) throw new Mistake(`The app is asked once ${least} characters are typed`)
      const { trigger_id: _, ...who } = about(personOf(workspace, user))
      const container = { type: 'view', view_id: view.id }
      const told = { ...who, container, action_id, block_id, value, view: views.json(view) }
      const response = await ask('interactive', 'block_suggestion', { type: 'block_suggestion', ...told })
      const options = obey(() => readOptions(response))
      for (const option of options) {
        offered.set([view.id, block_id, action_id, String(option['value'])].join(' '), option)
        if (offered.size > OFFERED_KEPT) offered.delete(offered.keys().next().value!)
      }
      return { options }
    },

    upload({ user, name, mimetype, base64 }) {
      const bytes = Buffer.from(base64, 'base64')
      personOf(workspace, user)
      if (bytes.length > FILE_LIMIT) throw new Mistake(`${name} is larger than ${FILE_LIMIT} bytes`, 413)
      return { id: workspace.files.add({ name, mimetype, bytes, user, created: now() }).id }
    },

    async close({ user, view: id, all = false }) {
      const view = before(user, id)
      const gone = all || view['clear_on_close'] === true ? views.of(user).reverse() : [view]
      for (const each of gone) views.close(each.id)
      const told = gone.filter((each) => each['notify_on_close'] === true)
      for (const each of told) {
        const { trigger_id: _, ...who } = about(personOf(workspace, user))
        const closed = { type: 'view_closed', ...who, view: views.json(each), is_cleared: gone.length > 1 }
        await ask('interactive', 'view_closed', closed)
      }
    },
  }
}

/** Sentences by the ids of input blocks, which Slack shows beneath them. */
function checkErrors(view: OpenView, errors: unknown): void {
  if (!isRecord(errors) || Object.keys(errors).length === 0) return refuse('invalid_errors')
  for (const [block, sentence] of Object.entries(errors)) {
    const isInput = view.blocks.some(({ type, block_id }) => type === 'input' && block_id === block)
    if (!isInput || typeof sentence !== 'string' || sentence === '') refuse('invalid_errors', `[ERROR] ${block}`)
  }
}
