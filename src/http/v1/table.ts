import { accountOperations } from './account.ts'
import { agentOperations } from './agents.ts'
import { bindingOperations } from './bindings.ts'
import { conversationOperations } from './conversations.ts'
import { draftFileOperations } from './draft-files.ts'
import { draftFormOperations } from './draft-form.ts'
import { draftTestOperations } from './draft-test.ts'
import { draftOperations } from './drafts.ts'
import { eventOperations } from './events.ts'
import { handoverOperations } from './handovers.ts'
import { knowledgeOperations } from './knowledge.ts'
import { limitOperations } from './limits.ts'
import { messageOperations } from './messages.ts'
import type { Operation } from './operation.ts'
import { peopleOperations } from './people.ts'
import { placeOperations } from './places.ts'
import { proposalOperations } from './proposals.ts'
import { questionOperations } from './questions.ts'
import { replayOperations } from './replay.ts'
import { scenarioCoverageOperations } from './scenario-coverage.ts'
import { scenarioWayOperations } from './scenario-ways.ts'
import { scheduleOperations } from './schedules.ts'
import { stateOperations } from './state.ts'
import { toolOperations } from './tools.ts'
import { trustOperations } from './trust.ts'
import { turnOperations } from './turns.ts'
import { usageOperations } from './usage.ts'
import { visitorOperations } from './visitors.ts'
import { webhookOperations } from './webhooks.ts'

/** All that may be done under `/v1`: routes, refusals and the description of the API come from it. */
export const operations: readonly Operation[] = [
  ...agentOperations,
  ...proposalOperations,
  ...draftOperations,
  ...draftFormOperations,
  ...draftFileOperations,
  ...draftTestOperations,
  ...knowledgeOperations,
  ...webhookOperations,
  ...toolOperations,
  ...eventOperations,
  ...scheduleOperations,
  ...peopleOperations,
  ...conversationOperations,
  ...turnOperations,
  ...handoverOperations,
  ...questionOperations,
  ...scenarioWayOperations,
  ...scenarioCoverageOperations,
  ...replayOperations,
  ...usageOperations,
  ...limitOperations,
  ...bindingOperations,
  ...placeOperations,
  ...visitorOperations,
  ...messageOperations,
  ...accountOperations,
  ...stateOperations,
  ...trustOperations,
]
