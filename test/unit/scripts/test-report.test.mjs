import { describe, expect, it } from 'vitest'
import { closingLines, tallyOfPlaywright, tallyOfStage, tallyOfVitest } from '../../../scripts/test-report.mjs'

const vitestReport = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
const failedTest = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] }
const unloadableFile = { status: 'failed', assertionResults: [] }

describe('the closing line of npm test', () => {
  it('adds up all stages', () => {
    const tallies = [
      { passed: 3, failed: 0, skipped: 0 },
      { passed: 4, failed: 1, skipped: 0 },
    ]
    expect(closingLines(tallies)).toBe('7 passed, 1 failed')
  })

  it('mentions skipped tests when there are any', () => {
    expect(closingLines([{ passed: 3, failed: 0, skipped: 2 }])).toBe('3 passed, 0 failed, 2 skipped')
  })

  it('comes after the remarks, stage by stage', () => {
    const tallies = [tallyOfStage('lint', false), { passed: 4, failed: 0, skipped: 0, remarks: ['failed: opens'] }]
    expect(closingLines(tallies)).toBe('failed: the whole of "lint"\nfailed: opens\n4 passed, 1 failed')
  })

  it('is printed even if no test ran', () => expect(closingLines([])).toBe('0 passed, 0 failed'))
})

describe('what a runner reports', () => {
  it('counts pending and to-do tests of Vitest as skipped', () => {
    const report = { ...vitestReport, testResults: [failedTest] }
    expect(tallyOfVitest(report)).toMatchObject({ passed: 7, failed: 1, skipped: 3 })
  })

  it('counts a test file that cannot be loaded as a failure', () => {
    const report = { ...vitestReport, testResults: [failedTest, unloadableFile] }
    expect(tallyOfVitest(report).failed).toBe(2)
  })

  it('counts the tests of Playwright', () => {
    const stats = { expected: 5, unexpected: 2, skipped: 1 }
    expect(tallyOfPlaywright({ stats })).toMatchObject({ passed: 5, failed: 2, skipped: 1 })
  })

  it('names the tests of Vitest that failed, each with the first lines of its error', () => {
    const assertionResults = [
      { status: 'failed', fullName: 'opens', failureMessages: ['\u001b[31mAssertionError\u001b[39m: late\nat line'] },
      { status: 'failed', fullName: 'shuts', failureMessages: ['Error: stuck', 'Error: stuck again'] },
      { status: 'passed', fullName: 'stands', failureMessages: [] },
    ]
    const report = { ...vitestReport, testResults: [{ name: 'route.test.ts', status: 'failed', assertionResults }] }
    expect(tallyOfVitest(report).remarks).toEqual([
      'failed: route.test.ts › opens\n    AssertionError: late\n    at line',
      'failed: route.test.ts › shuts\n    Error: stuck',
    ])
  })

  it('names the tests of Playwright in the same way, however deep they stand', () => {
    const specOf = (title, status) => ({
      file: 'live.spec.ts',
      title,
      tests: [{ status, results: [{ errors: [{ message: 'Error: not visible' }] }, { errors: [] }] }],
    })
    const suites = [{ specs: [specOf('is quick', 'expected')], suites: [{ specs: [specOf('is calm', 'unexpected')] }] }]
    const stats = { expected: 1, unexpected: 1, skipped: 0 }
    expect(tallyOfPlaywright({ stats, suites }).remarks).toEqual([
      'failed: live.spec.ts › is calm\n    Error: not visible',
    ])
  })
})

describe('a stage', () => {
  const reported = { passed: 5, failed: 0, skipped: 0 }

  it('counts as its report says', () => expect(tallyOfStage('lint', true, reported)).toEqual(reported))
  it('that crashed without a report counts as one failure', () => expect(tallyOfStage('lint', false).failed).toBe(1))
  it('that passed all its tests and failed nevertheless counts as one failure', () => {
    expect(tallyOfStage('lint', false, reported)).toEqual({
      ...reported,
      failed: 1,
      remarks: ['failed: the whole of "lint"'],
    })
  })
  it('that failed with a report counts no failure twice', () => {
    expect(tallyOfStage('lint', false, { ...reported, failed: 2 }).failed).toBe(2)
  })
})
