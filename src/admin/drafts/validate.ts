import type { Fault } from '../../lib/errors.ts'
import { faultsOf } from '../../lib/faults.ts'
import { inSlices } from '../../lib/slices.ts'
import { type AgentDocument, agentDocumentSchema } from '../../model/agent.ts'
import { refuseTooDeep, type SettingChecks, settingFaults } from '../body.ts'
import { checkingScenarios, surroundingsOf } from '../scenarios/check.ts'
import type { Shows } from '../scenarios/options.ts'
import * as sentences from '../sentences.ts'
import { toolFaults } from '../tools.ts'
import { webhookFaults } from '../webhooks.ts'

/**
 * A whole document as the management API and agent folders take it, with what its author should look at, or one
 * `invalid_request` with everything that is wrong. Masked secrets need one in `kept`. What was wrong with the scenarios of
 * `before` already is only told: people put things right one by one.
 */
export async function validDocument(
  given: AgentDocument,
  { kept, before }: { kept: AgentDocument; before: AgentDocument },
  { platforms, ...checks }: SettingChecks & { platforms: readonly Shows[] },
): Promise<{ document: AgentDocument; warnings: Fault[] }> {
  for (const [i, { payload }] of given.webhooks.entries()) refuseTooDeep(payload, `webhooks[${i}].payload`)
  refuseTooDeep(given)
  const parsed = agentDocumentSchema.safeParse(given)
  if (!parsed.success) throw sentences.invalidRequest(faultsOf(agentDocumentSchema, given, parsed.error.issues))
  const document = parsed.data
  const faults = [
    ...(await settingFaults(document.agent, checks)),
    ...webhookFaults(document.webhooks, kept.webhooks, document.scenarios),
    ...toolFaults(document.tools, kept.tools),
  ]
  const found = await scenarioFaults(document, platforms)
  const known = found.some(({ isError }) => isError) ? await scenarioFaults(before, platforms) : []
  const warnings: Fault[] = []
  for (const { fault, isError, name } of found) {
    if (isError && !known.some((one) => one.name === name)) faults.push(fault)
    else warnings.push(fault)
  }
  if (faults.length > 0) throw sentences.invalidRequest(faults)
  return { document, warnings }
}

/** What the checker finds of one scenario of a document. */
export interface ScenarioFinding extends Fault {
  /** Its id. */
  scenario: string
  code: string
  severity: 'error' | 'warning'
}

export async function findingsOf(
  { scenarios, ...document }: AgentDocument,
  platforms: readonly Shows[],
): Promise<ScenarioFinding[]> {
  const files = scenarios.map((scenario) => ({ file: scenario.id, scenario, lineOf: () => 0 }))
  const findings = await inSlices(checkingScenarios(files, surroundingsOf(document), platforms))
  return findings.map(({ file, path, ...found }) => ({
    scenario: file,
    path: path.slice(`${file}:0`.length).trim(),
    message: found.message,
    code: found.code,
    severity: found.severity,
  }))
}

/** `name` is the same wherever the scenario stands in its list. */
async function scenarioFaults(
  document: AgentDocument,
  platforms: readonly Shows[],
): Promise<{ fault: Fault; isError: boolean; name: string }[]> {
  const { scenarios } = document
  const files = scenarios.map((scenario, i) => ({ file: `${i}`, scenario, lineOf: () => 0 }))
  const findings = await inSlices(checkingScenarios(files, surroundingsOf(document), platforms))
  return findings.map(({ severity, file, path, message, code }) => {
    const inside = path.slice(`${file}:0`.length).trim()
    const at = `scenarios[${file}]`
    return {
      fault: { path: inside === '' ? at : `${at}.${inside}`, message: `${message} (${code})` },
      isError: severity === 'error',
      name: JSON.stringify([scenarios[Number(file)]?.id, inside, code]),
    }
  })
}
