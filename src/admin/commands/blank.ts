import { defaultModel } from '../../model/agent.ts'

/** What an agent is before anybody says anything of it. */
export const blank = {
  ...{ displayName: '', description: '', photoUrl: '', providerName: '', scope: 'private' },
  // It speaks at once; who wants an agent that says only what is written for it leaves the field empty.
  llmSettings: { llm: defaultModel },
  // What it is given to know is used from the first file on.
  knowledge: { knowledgeDataStore: { useKnowledgeDataStore: true } },
}
