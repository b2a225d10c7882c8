import { json, optional, required, string } from '../args.ts'
import { type Method, type MethodParts, method } from '../method.ts'
import { refuse } from '../refusal.ts'

export function viewMethods({ triggers, views, workspace, homeTab }: MethodParts): Record<string, Method> {
  return {
    'views.open': method({ trigger_id: required(string), view: required(json) }, (args) => ({
      view: views.json(views.show(triggers.use(args.trigger_id), args.view)),
    })),
    'views.publish': method(
      { user_id: required(string), hash: optional(string), view: required(json) },
      ({ user_id: user, hash, view }) => {
        if (!homeTab) refuse('not_enabled')
        if (!workspace.users.has(user)) refuse('user_not_found')
        return { view: views.json(views.publish(user, view, hash)) }
      },
    ),
    'views.push': method({ trigger_id: required(string), view: required(json) }, (args) => ({
      view: views.json(views.push(triggers.use(args.trigger_id), args.view)),
    })),
    'views.update': method(
      { view_id: optional(string), external_id: optional(string), hash: optional(string), view: required(json) },
      ({ view_id: id, external_id, hash, view }) => {
        if ((id === undefined) === (external_id === undefined)) refuse('invalid_arguments')
        const which = id === undefined ? { external_id: external_id! } : { id }
        return { view: views.json(views.update(which, view, hash)) }
      },
    ),
  }
}
