import type { Fault } from '../../lib/errors.ts'
import { type LineOf, type Read, readYamlSent } from '../../lib/yaml/index.ts'
import { type AgentDocument, agentDocumentSchema } from '../../model/agent.ts'
import { type Scenario, scenarioSchema } from '../../model/scenario.ts'
import { toolsSchema } from '../../model/tools.ts'
import type { BundleFile } from '../bundles/write.ts'

/** A draft as the files that people write: read from them, with what is wrong at the line where it stands. */

export interface PlacedFault extends Fault {
  file: string
  /** From 1; 0 of a file as a whole. */
  line: number
}

export interface ReadFiles {
  document: AgentDocument
  /** Where in the files a fault of the document stands. */
  place(fault: Fault): PlacedFault
}

export const agentFileSchema = agentDocumentSchema.omit({ rules: true, scenarios: true, tools: true })
export const rulesFileSchema = agentDocumentSchema.shape.rules.unwrap()
const scenarioFile = /^scenarios\/[^/]+\.ya?ml$/

/** All that is wrong with the files by themselves, or the document that they are. */
export async function readDraftFiles(files: readonly BundleFile[]): Promise<ReadFiles | { faults: PlacedFault[] }> {
  const faults: PlacedFault[] = []
  const lines = new Map<string, LineOf>()
  const read = async <T>(file: string, how: (content: string) => Promise<Read<T>>): Promise<T | undefined> => {
    const found = await how(files.find(({ path }) => path === file)?.content ?? '')
    if ('faults' in found) faults.push(...found.faults.map(placedIn))
    else lines.set(file, found.lineOf)
    return 'value' in found ? found.value : undefined
  }
  const has = (file: string) => files.some(({ path }) => path === file)

  for (const { path } of files) {
    if (['agent.yaml', 'tools.yaml', 'rules.yaml'].includes(path) || scenarioFile.test(path)) continue
    faults.push({
      file: path,
      line: 0,
      path,
      message: 'is none of agent.yaml, tools.yaml, rules.yaml and scenarios/….yaml',
    })
  }
  const agent = await read('agent.yaml', (text) => readYamlSent('agent.yaml', text, agentFileSchema))
  const rules = has('rules.yaml')
    ? await read('rules.yaml', (text) => readYamlSent('rules.yaml', text, rulesFileSchema, []))
    : []
  const tools = has('tools.yaml')
    ? await read('tools.yaml', (text) => readYamlSent('tools.yaml', text, toolsSchema))
    : undefined
  // They are read in the order of their names, which decides between equals.
  const names = files
    .map(({ path }) => path)
    .filter((path) => scenarioFile.test(path))
    .sort()
  const scenarios: (Scenario | undefined)[] = []
  for (const name of names) scenarios.push(await read(name, (text) => readYamlSent(name, text, scenarioSchema)))
  if (faults.length > 0 || !agent || !rules) return { faults }

  const place = ({ path, message }: Fault): PlacedFault => {
    const steps = (path.match(/[^.[\]]+/g) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step))
    const [top, index] = steps
    const [file, inside] =
      top === 'scenarios' && typeof index === 'number'
        ? ([names[index] ?? 'agent.yaml', steps.slice(2)] as const)
        : top === 'rules' || top === 'tools'
          ? ([`${top}.yaml`, steps.slice(1)] as const)
          : (['agent.yaml', steps] as const)
    return { file, line: lines.get(file)?.(inside) ?? 0, path: inside.join('.'), message }
  }
  const document = { ...agent, ...(tools && { tools }), rules, scenarios: scenarios.flatMap((one) => one ?? []) }
  return { document, place }
}

/** From `scenarios/a.yaml:12 nodes.ask`. */
function placedIn({ path, message }: Fault): PlacedFault {
  const [, file = path, line = '0', inside = ''] = /^(.*?):(\d+)(?: (.*))?$/.exec(path) ?? []
  return { file, line: Number(line), path: inside, message }
}
