import { type AgentDocument, agentDocumentSchema } from '../../src/model/agent.ts'

/** The least an agent can be, with anything more as given. */
export function minimalAgent(
  more: { agent?: object; replies?: object; rules?: object[]; synonyms?: string[][] } = {},
): AgentDocument {
  return agentDocumentSchema.parse({
    agent: {
      displayName: 'Guide',
      description: 'A guide',
      photoUrl: 'https://example.com/guide.png',
      providerName: 'Example',
      scope: 'private',
      ...more.agent,
    },
    replies: more.replies ?? {},
    rules: more.rules ?? [],
    ...(more.synonyms && { synonyms: more.synonyms }),
  })
}
