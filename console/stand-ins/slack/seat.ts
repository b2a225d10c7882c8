import { createActionTokens } from './action-tokens.ts'
import { eventEnvelope, eventsOf } from './app-events.ts'
import type { RawArgs } from './args.ts'
import type { Envelope } from './envelope.ts'
import { createInteractions, type Interactions } from './interactions.ts'
import type { Journal } from './journal.ts'
import type { Limits } from './limits.ts'
import type { Answer, Method, MethodParts } from './method.ts'
import { agentMethods } from './methods/agents.ts'
import { canvasMethods } from './methods/canvases.ts'
import { chatMethods } from './methods/chat.ts'
import { conversationMethods } from './methods/conversations.ts'
import { fileMethods } from './methods/files.ts'
import { searchMethods } from './methods/search.ts'
import { stepMethods } from './methods/steps.ts'
import { streamMethods } from './methods/streams.ts'
import { unfurlMethods } from './methods/unfurl.ts'
import { viewMethods } from './methods/views.ts'
import { workspaceMethods } from './methods/workspace.ts'
import { createPeople, type People } from './people.ts'
import { createRates } from './rates.ts'
import { createResponseUrls, type ResponseUrls } from './response-url.ts'
import { checkScope, hears } from './scopes.ts'
import type { SlackApp } from './slack-app.ts'
import { createSteps, type Steps } from './steps.ts'
import { createTriggers } from './triggers.ts'
import { createUnfurls } from './unfurls.ts'
import { createUploads, type Uploads } from './uploads.ts'
import { createViews, type Views } from './views.ts'
import type { Workspace } from './workspace.ts'

/** An app in a workspace, whether it is installed there or was or will be: what people do with it, and it with them. */
export interface Seat {
  readonly app: SlackApp
  readonly workspace: Workspace
  readonly people: People
  readonly interactions: Interactions
  readonly responseUrls: ResponseUrls
  readonly views: Views
  readonly uploads: Uploads
  readonly steps: Steps
  /** Whether it is installed, and by whom. */
  installed: 'no' | 'workspace' | 'organisation'
  knows(method: string): boolean
  /** Seconds to wait, or nothing: the call may be made. */
  wait(method: string, args: RawArgs): number | undefined
  /** Throws a Refusal. */
  run(method: string, args: RawArgs): Answer
  envelope(event: Record<string, unknown>): Envelope
  /** Tells the app, if it is to hear of such things. */
  emit(event: Record<string, unknown>): void
}

export function createSeat(parts: {
  app: SlackApp
  workspace: Workspace
  limits: Limits
  now: () => number
  url: () => string
  journal: () => Journal
}): Seat {
  const { app, workspace } = parts
  const orgWide = (): boolean => seat.installed === 'organisation'
  const emit = (event: Record<string, unknown>): void => {
    if (seat.installed !== 'no' && hears(app, event)) app.desk.event(envelope(event))
  }
  const envelope = (event: Record<string, unknown>): Envelope => eventEnvelope({ ...parts, orgWide }, event)
  const triggers = createTriggers(parts)
  const actionTokens = createActionTokens(parts)
  const views = createViews(parts)
  const responseUrls = createResponseUrls(parts)
  const rates = createRates(parts)
  const uploads = createUploads()
  const steps = createSteps({ ...parts, functions: () => app.functions, appId: app.id, emit })
  const unfurls = createUnfurls({ workspace, domains: app.unfurlDomains })
  const methodParts: MethodParts = {
    ...parts,
    homeTab: app.homeTab,
    orgWide,
    actionTokens,
    steps,
    unfurls,
    triggers,
    views,
    uploads,
  }
  const methods: Record<string, Method> = {
    ...chatMethods(methodParts),
    ...streamMethods(methodParts),
    ...agentMethods(methodParts),
    ...conversationMethods(methodParts),
    ...fileMethods(methodParts),
    ...workspaceMethods(methodParts),
    ...viewMethods(methodParts),
    ...searchMethods(methodParts),
    ...unfurlMethods(methodParts),
    ...stepMethods(methodParts),
    ...canvasMethods(methodParts),
  }
  workspace.watch((change) => {
    for (const event of eventsOf({ ...parts, actionTokens }, change)) emit(event)
    const shared = change.type === 'added' ? unfurls.share(change.post) : undefined
    if (shared) emit(shared)
  })

  const seat: Seat = {
    app,
    workspace,
    people: createPeople({ ...parts, emit }),
    interactions: createInteractions({
      ...parts,
      orgWide,
      desk: app.desk,
      commands: app.commands,
      triggers,
      responseUrls,
      views,
    }),
    responseUrls,
    views,
    uploads,
    steps,
    installed: 'no',
    knows: (method) => Object.hasOwn(methods, method),
    wait(method, args) {
      const place = args['channel']
      return rates.take(method, typeof place === 'string' ? (workspace.channel(place)?.id ?? '') : '')
    },
    run(method, args) {
      checkScope(workspace, app.scopes, method, args)
      return methods[method]!.run(args)
    },
    envelope,
    emit,
  }
  return seat
}
