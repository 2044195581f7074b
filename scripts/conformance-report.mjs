/** Compares the results of the conformance suites with the expected failures and their reasons. */
import fs from 'node:fs'
import path from 'node:path'

/**
 * @typedef {{ name: string, failures: readonly string[], vacuous: boolean }} Scenario
 * @typedef {{ scenario: Scenario, kind: 'passed' | 'failed' | 'expected' | 'passes-now' | 'vacuous', reason?: string }} Judged
 * @typedef {{ judged: readonly Judged[], tally: import('./test-report.mjs').Tally }} Verdict
 */

/**
 * Reads lines of the form `  - scenario # reason`.
 *
 * @param {string} text
 * @returns {ReadonlyMap<string, string>} reasons by scenario
 */
export function parseExpectations(text) {
  const lines = text.split('\n').filter((line) => /^\s*-/.test(line))
  return new Map(
    lines.map((line) => {
      const [, name, reason] = /^ {2}- (\S+) +# (.*\S)\s*$/.exec(line) ?? []
      if (!name || !reason) throw new Error(`an expected failure has no reason: "${line.trim()}".`)
      return [name, reason]
    }),
  )
}

/**
 * @param {string} folder into which a suite wrote: `server-SCENARIO-TIME/checks.json`
 * @returns {Scenario[]}
 */
export function scenariosIn(folder) {
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder).map((entry) => {
    const checks = JSON.parse(fs.readFileSync(path.join(folder, entry, 'checks.json'), 'utf8'))
    return {
      name: entry.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ''),
      failures: checks
        .filter(({ status }) => status === 'FAILURE')
        .map(({ id, errorMessage }) => `${id}: ${errorMessage ?? 'no message'}`),
      vacuous: checks.length === 0 || checks.every(({ status }) => status === 'SKIPPED' || status === 'INFO'),
    }
  })
}

/**
 * @param {readonly Scenario[]} scenarios
 * @param {ReadonlyMap<string, string>} expectations
 * @returns {Verdict} the tally counts expected failures as skipped, as it does scenarios that checked nothing
 */
export function verdictOn(scenarios, expectations) {
  const judged = scenarios.map((scenario) => {
    const reason = expectations.get(scenario.name)
    if (scenario.failures.length > 0) return { scenario, kind: reason ? 'expected' : 'failed', reason }
    if (scenario.vacuous) return { scenario, kind: 'vacuous', reason }
    return { scenario, kind: reason ? 'passes-now' : 'passed', reason }
  })
  const count = (...kinds) => judged.filter(({ kind }) => kinds.includes(kind)).length
  const tally = {
    passed: count('passed', 'passes-now'),
    failed: count('failed'),
    skipped: count('expected', 'vacuous'),
  }
  return { judged: /** @type {Judged[]} */ (judged), tally }
}

/**
 * @param {string} suite
 * @param {Verdict} verdict
 */
export function tableOf(suite, { judged, tally }) {
  const lines = judged.flatMap(({ scenario: { name, failures }, kind, reason }) => {
    if (kind === 'passed') return [`  ✓ ${name}`]
    if (kind === 'passes-now') return [`  ✓ ${name} (passes now: take it off the list of expected failures)`]
    if (kind === 'vacuous') return [`  - ${name} (checked nothing)`]
    if (kind === 'expected') return [`  - ${name} (expected to fail: ${reason})`]
    return [`  ✗ ${name}`, ...failures.map((failure) => `      ${failure}`)]
  })
  const { passed, failed, skipped } = tally
  return [`\nSuite ${suite}: ${passed} passed, ${failed} failed, ${skipped} expected to fail`, ...lines].join('\n')
}
