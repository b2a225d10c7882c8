import { AppError, type Fault } from '../lib/errors.ts'
import { errors } from './words/index.ts'

/** What admins hear, through whichever door. */

export const invalidRequest = (faults: readonly Fault[]) =>
  new AppError('invalid_request', errors.invalidRequest, { faults })

export const invalidAgentId = () => new AppError('invalid_agent_id', errors.invalidAgentId)

export const agentAlreadyExists = () =>
  new AppError('agent_already_exists', errors.agentAlreadyExists, {
    faults: [{ path: 'agent.id', message: 'is taken: choose another' }],
  })

/** `near`: one that they may know of. */
export const agentNotFound = (near?: string) =>
  new AppError('agent_not_found', errors.agentNotFound(near), { status: 404 })

export const noSite = () => new AppError('no_site', errors.noSite, { status: 404 })

export const originRefused = (origin: string) =>
  new AppError('origin_refused', errors.originRefused(origin), { status: 403 })

export const forbidden = () => new AppError('forbidden', errors.forbidden, { status: 403 })

export const firstAgentRequired = () => new AppError('first_agent_required', errors.firstAgentRequired, { status: 403 })

const limitExceeded = (what: 'agent' | 'webhook' | 'scenario') => (limit: number) =>
  new AppError(`${what}_limit_exceeded`, errors.limitExceeded(what, limit))
export const agentLimitExceeded = limitExceeded('agent')
export const webhookLimitExceeded = limitExceeded('webhook')
export const scenarioLimitExceeded = limitExceeded('scenario')

export const editedMeanwhile = () =>
  new AppError('edited_meanwhile', errors.editedMeanwhile, { status: 503, retryAfterMs: 1000 })

export const accountEditedMeanwhile = () =>
  new AppError('edited_meanwhile', errors.accountEditedMeanwhile, { status: 503, retryAfterMs: 1000 })

export const doneAlready = (at: number) => new AppError('done_already', errors.doneAlready(at), { status: 409 })

export const changedSince = () => new AppError('changed_since', errors.changedSince, { status: 409 })

export const lastOwner = () => new AppError('last_owner', errors.lastOwner, { status: 409 })

export const noDraft = () => new AppError('no_draft', errors.noDraft, { status: 404 })

export const nothingToPublish = () => new AppError('nothing_to_publish', errors.nothingToPublish, { status: 409 })

export const draftConflicts = (faults: readonly Fault[]) =>
  new AppError('draft_conflicts', errors.draftConflicts, { status: 409, faults })

export const versionNotFound = (version: number) =>
  new AppError('version_not_found', errors.versionNotFound(version), { status: 404 })

export const keyNotFound = () => new AppError('key_not_found', errors.keyNotFound, { status: 404 })

export const invalidKeyName = (max: number) => new AppError('invalid_key_name', errors.invalidKeyName(max))

export const accountNotFound = () => new AppError('account_not_found', errors.accountNotFound, { status: 404 })

export const installationNotFound = (id: string) =>
  new AppError('installation_not_found', errors.installationNotFound(id), { status: 404 })

export const decidedAlready = () => new AppError('changed_since', errors.decidedAlready, { status: 409 })

export const accountAlreadyExists = () =>
  new AppError('account_already_exists', errors.accountAlreadyExists, {
    faults: [{ path: 'uid', message: 'is taken' }],
  })

export const planNotFound = (names: readonly string[]) => new AppError('plan_not_found', errors.planNotFound(names))
