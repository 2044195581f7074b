/** Adds up what the test runners report, and names what failed. */

import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{ passed: number, failed: number, skipped: number, remarks?: readonly string[] }} Tally
 *   with one remark for each test that failed
 */

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
    remarks: [
      ...unloadable.map(({ name, message }) => remark(name, message)),
      ...testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => remark(`${name} › ${fullName}`, failureMessages?.[0])),
      ),
    ],
  }
}

/**
 * @param {object} report of Playwright's JSON reporter
 * @returns {Tally}
 */
export function tallyOfPlaywright({ stats, suites = [] }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    remarks: specsIn(suites).flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) => remark(`${file} › ${title}`, results.flatMap(({ errors }) => errors)[0]?.message)),
    ),
  }
}

function specsIn(suites) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsIn(suite.suites ?? [])])
}

/**
 * @param {string} test
 * @param {string} [message]
 */
function remark(test, message = '') {
  const said = stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n    ')
  return `failed: ${test}\n    ${said.trim()}`
}

/**
 * The result of a stage: its report. If the stage failed and the report is missing or names no failure, one failure is added.
 *
 * @param {string} stage its name
 * @param {boolean} ok whether its process ended well
 * @param {Tally | undefined} reported
 * @returns {Tally}
 */
export function tallyOfStage(stage, ok, reported = { passed: 0, failed: 0, skipped: 0 }) {
  if (ok || reported.failed > 0) return reported
  return { ...reported, failed: 1, remarks: [...(reported.remarks ?? []), `failed: the whole of "${stage}"`] }
}

/**
 * The remarks and, last, the closing line: `12 passed, 0 failed`, with `, 1 skipped` when there are any.
 *
 * @param {readonly Tally[]} tallies
 */
export function closingLines(tallies) {
  const { passed, failed, skipped } = add(tallies)
  return [
    ...tallies.flatMap(({ remarks = [] }) => remarks),
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ].join('\n')
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function add(tallies) {
  const sum = (key) => tallies.reduce((total, tally) => total + tally[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}
