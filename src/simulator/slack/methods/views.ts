import { json, optional, required, string } from '../args.ts'
import { type Method, type MethodParts, method } from '../method.ts'

export function viewMethods({ triggers, views }: MethodParts): Record<string, Method> {
  return {
    'views.open': method({ trigger_id: required(string), view: required(json) }, (args) => ({
      view: views.json(views.show(triggers.use(args.trigger_id), args.view)),
    })),
    'views.update': method({ view_id: required(string), hash: optional(string), view: required(json) }, (args) => ({
      view: views.json(views.update(args.view_id, args.view, args.hash)),
    })),
  }
}
