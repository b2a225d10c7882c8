import { triggerTypes, type Webhook, type WebhookEvent, webhookTypes } from '../../model/webhook.ts'

/** What a webhook is told when somebody tries it: an event like any other, of nobody. */
export function webhookTestEvent(agentId: string, { trigger }: Webhook): WebhookEvent {
  return {
    webhookType: webhookTypes[trigger.triggerType],
    agentId,
    userId: 'test',
    utterance: 'This is a test of the webhook.',
    ...(trigger.triggerType === triggerTypes.agentResponse && { response: 'This is a test of the webhook.' }),
    state: {},
    history: '',
  }
}
