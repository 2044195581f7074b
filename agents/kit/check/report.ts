/** Report: results of a check, for people at a terminal. */
import { count, painter, type TextColor, terminalText } from '../../../src-main/cli/text.js'
import type { CliEnvironment } from '../../../src-main/cli/verb.js'
import type { CheckResult } from './check-agent.js'
import type { CheckFinding, CheckOutcome } from './findings.js'

const signs: Readonly<Record<CheckOutcome, { sign: string; ink: TextColor }>> = {
  pass: { sign: '✓', ink: 'green' },
  fail: { sign: '✗', ink: 'red' },
  warn: { sign: '!', ink: 'yellow' },
  skip: { sign: '–', ink: 'dim' },
}

export type Tally = Readonly<Record<CheckOutcome, number>>

export function countFindings(findings: readonly CheckFinding[]): Tally {
  const tally = { pass: 0, fail: 0, warn: 0, skip: 0 }
  for (const { verdict } of findings) tally[verdict] += 1
  return tally
}

export function report(
  address: string,
  { agent, conforms, findings }: CheckResult,
  { out, colour }: CliEnvironment,
): void {
  const paint = painter(colour)
  const who = agent ? `${agent.name} ${agent.version}` : 'an agent that refused the connection'
  out(terminalText`${address}: ${who}`)
  const shown = agent ? findings : findings.filter(({ verdict }) => verdict !== 'skip')
  for (const { number, id, section, anchor, verdict, expected, seen, advice } of shown) {
    const { sign, ink } = signs[verdict]
    const head = `${String(number).padStart(2)} ${sign} ${id}`
    out(terminalText`${paint(ink, head)}: ${expected} ${paint('dim', `(${section}) ${anchor}`)}`)
    for (const line of seen) out(paint('dim', `     ${line}`))
    if (verdict === 'fail' || verdict === 'warn') out(terminalText`     → ${advice}`)
  }
  const { pass, fail, warn, skip } = countFindings(findings)
  if (shown.length < findings.length)
    out(paint('dim', `   – ${count(skip, 'check')} skipped: the agent refused the connection`))
  out(terminalText`${pass} passed, ${fail} failed, ${count(warn, 'warning')}, ${skip} skipped`)
  out(
    conforms
      ? paint('green', 'The agent follows the contract.')
      : paint('red', 'The agent does not follow the contract.'),
  )
}
