export interface GoldenAgent {
  id: 'demo' | 'front-desk' | 'library-ja'
  folder: string
}

/** The agents whose conversations are golden: what ships as the demo, and what people learn the formats from. */
export const agents: readonly GoldenAgent[] = [
  { id: 'demo', folder: 'config/agents/demo' },
  { id: 'front-desk', folder: 'examples/agents/front-desk' },
  { id: 'library-ja', folder: 'examples/agents/library-ja' },
]
