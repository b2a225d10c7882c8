import type { Fault } from '../../lib/errors.ts'
import { pathText } from '../../lib/faults.ts'
import type { LineOf } from '../../lib/yaml/index.ts'
import type { Scenario } from '../../model/scenario.ts'

export type Path = readonly PropertyKey[]

/** One scenario, and where it was read from. */
export interface ScenarioFile {
  file: string
  scenario: Scenario
  lineOf: LineOf
}

/** Something wrong with a scenario. An `error` refuses the agent; a `warning` is for its author to judge. */
export interface Finding extends Fault {
  /** `S001` and so on; `S000` is a file that is no scenario at all. */
  code: string
  severity: 'error' | 'warning'
  file: string
  /** From 1; 0 for a whole file. */
  line: number
}

/** Takes down what is found in one file. Messages go on from the path: what is wrong there, and how to put it right. */
export interface Report {
  error(code: string, path: Path, message: string): void
  warning(code: string, path: Path, message: string): void
}

export function reportOn({ file, lineOf }: Pick<ScenarioFile, 'file' | 'lineOf'>, findings: Finding[]): Report {
  const as = (severity: Finding['severity']) => (code: string, path: Path, message: string) => {
    const line = lineOf(path)
    findings.push({ code, severity, file, line, path: `${file}:${line} ${pathText(path)}`.trimEnd(), message })
  }
  return { error: as('error'), warning: as('warning') }
}

/** The same from the reading of a YAML file, whose faults name their place in their path. */
export function findingOf({ path, message }: Fault): Finding {
  const [, file = path, line = '0'] = /^(.*?):(\d+)(?: |$)/.exec(path) ?? []
  return { code: 'S000', severity: 'error', file, line: Number(line), path, message }
}
