/** Report: the result of a sandbox call. */
import type { ArgumentProblem } from '@contract/call.js'
import type { SandboxDecision, SandboxTrial, WorldDifference } from '@shared/approvals/sandbox.js'
import { count, type Paint, type Printable, painter, terminalText } from '../../../src-main/cli/text.js'
import type { CliEnvironment } from '../../../src-main/cli/verb.js'

export function report(trial: SandboxTrial, { out, colour }: CliEnvironment): void {
  const paint = painter(colour)
  const printSection = (name: string, lines: readonly Printable[]) => {
    out(paint('dim', name))
    for (const line of lines) out(terminalText`  ${line}`)
  }
  const target = trial.against === 'world' ? 'the demo world' : 'a mock of your manifests'
  out(terminalText`${trial.capabilityId} ${trial.version}, in a sandbox with ${target}`)
  printSection('Sent', [trial.sent ? json(trial.sent) : 'nothing: the call ended before it was sent'])
  printSection('Decision', decision(trial.decision, trial.sent !== undefined))
  printSection('Response', responseLines(trial, paint))
  printSection('Changed', changed(trial))
  const { happened } = trial
  if (happened.length > 0)
    printSection(
      'Happened',
      happened.map(({ eventId, data }) => `${eventId} ${json(data)}`),
    )
}

function decision(
  { risk, riskReason, people, permissions, rateLimit, readBefore }: SandboxDecision,
  hasRun: boolean,
): string[] {
  const approvalText = `${count(people, 'person', 'people')} must approve. The sandbox approved without asking.`
  return [
    `risk: ${risk ?? 'not assessed'}${riskReason ? ` (${riskReason})` : ''}`,
    people > 0 ? approvalText : hasRun ? 'no approval needed' : 'the call ended before the approval',
    permissions.length > 0 ? `permissions: ${permissions.join(', ')}` : 'permissions: none',
    rateLimit?.requests !== undefined
      ? `rate: ${rateLimit.requests} per ${rateLimit.period}`
      : 'rate: no limit for this capability',
    ...(readBefore ? ['the previous state is read first and kept in the audit log'] : []),
  ]
}

function responseLines({ answer, obeys, problems, error }: SandboxTrial, paint: Paint): Printable[] {
  const verdict = obeys ? paint('green', 'it matches "returns"') : paint('red', 'it does not match "returns"')
  return [
    ...(answer ? [json(answer), verdict] : []),
    ...problems.map(({ path, expected, given }) => `${path || 'the answer'}: expected ${expected}, got ${given}`),
    ...(error ? [paint('red', `${error.code}: ${error.message}`)] : []),
    ...(error && obeys === undefined ? detailed(error.details) : []),
    ...(error?.suggestion ? [error.suggestion] : []),
  ]
}

/** Problems of arguments, if the error lists them; else its other details. */
function detailed(details: Readonly<Record<string, unknown>> = {}): string[] {
  if (!Array.isArray(details.errors)) return Object.keys(details).length > 0 ? [`details: ${json(details)}`] : []
  return details.errors.map(
    ({ path, expected, given }: ArgumentProblem) => `${path || 'the arguments'}: expected ${expected}, got ${given}`,
  )
}

function changed({ changes, against, outcome }: SandboxTrial): string[] {
  if (against === 'mock') return ['a mock has no world']
  if (changes.length === 0) return [outcome === 'done' ? 'nothing in the world' : 'nothing']
  return changes.map(differenceText)
}

const differenceText = ({ path, before, after }: WorldDifference): string => {
  const [from, to] = [before, after].map((value) => (value === undefined ? 'nothing' : json(value)))
  return `${path.join(' ')}: ${from} → ${to}`
}

const json = (value: unknown): string => JSON.stringify(value)
