/** Adds up what the test runners report, and names what did not pass at once. */

import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{ passed: number, failed: number, skipped: number, remarks?: readonly string[] }} Tally
 *   with one remark for each test that failed, or that passed only when it was repeated
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
      ...unloadable.map(({ name, message }) => remark('failed', name, message)),
      ...testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ failureMessages }) => failureMessages?.length > 0)
          .map(({ status, fullName, failureMessages }) =>
            remark(status === 'failed' ? 'failed' : 'repeated', `${name} › ${fullName}`, failureMessages[0]),
          ),
      ),
    ],
  }
}

/**
 * @param {object} report of Playwright's JSON reporter
 * @returns {Tally} a test that passed when repeated counts as passed
 */
export function tallyOfPlaywright({ stats, suites = [] }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    remarks: specsIn(suites).flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) => {
          const error = results.flatMap(({ errors }) => errors).at(0)
          return remark(status === 'flaky' ? 'repeated' : 'failed', `${file} › ${title}`, error?.message)
        }),
    ),
  }
}

function specsIn(suites) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsIn(suite.suites ?? [])])
}

/**
 * @param {'failed' | 'repeated'} how
 * @param {string} test
 * @param {string} [message]
 */
function remark(how, test, message = '') {
  const said = stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n    ')
  return `${how === 'failed' ? 'failed' : 'passed only when repeated'}: ${test}\n    ${said.trim()}`
}

/**
 * What a stage comes to: its report and, if it failed without telling a failure there, or without any, one failure.
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
