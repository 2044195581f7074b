/** Adds up what the test runners report. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/**
 * @param {object} report of Vitest's JSON reporter
 * @returns {Tally} a file that could not be loaded counts as one failure
 */
export function tallyOfVitest({ numPassedTests, numFailedTests, numPendingTests = 0, numTodoTests = 0, testResults }) {
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloadable.length,
    skipped: numPendingTests + numTodoTests,
  }
}

/**
 * @param {object} report of Playwright's JSON reporter
 * @returns {Tally} a test that passed when repeated counts as passed
 */
export function tallyOfPlaywright({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

/**
 * What a stage comes to: its report and, if it failed without telling a failure there, or without any, one failure.
 *
 * @param {boolean} ok whether its process ended well
 * @param {Tally | undefined} reported
 * @returns {Tally}
 */
export function tallyOfStage(ok, reported = { passed: 0, failed: 0, skipped: 0 }) {
  return ok || reported.failed > 0 ? reported : { ...reported, failed: 1 }
}

/**
 * The closing line: `12 passed, 0 failed`, with `, 1 skipped` when there are any.
 *
 * @param {readonly Tally[]} tallies
 */
export function closingLine(tallies) {
  const { passed, failed, skipped } = add(tallies)
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function add(tallies) {
  const sum = (key) => tallies.reduce((total, tally) => total + tally[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}
