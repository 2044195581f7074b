import { describe, expect, it } from 'vitest'
import { closingLine, tallyOfPlaywright, tallyOfStage, tallyOfVitest } from '../../../scripts/test-report.mjs'

const vitestReport = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
const failedTest = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] }
const unloadableFile = { status: 'failed', assertionResults: [] }

describe('the closing line of npm test', () => {
  it('adds up all stages', () => {
    const tallies = [
      { passed: 3, failed: 0, skipped: 0 },
      { passed: 4, failed: 1, skipped: 0 },
    ]
    expect(closingLine(tallies)).toBe('7 passed, 1 failed')
  })

  it('mentions skipped tests when there are any', () => {
    expect(closingLine([{ passed: 3, failed: 0, skipped: 2 }])).toBe('3 passed, 0 failed, 2 skipped')
  })

  it('is there even if nothing ran', () => expect(closingLine([])).toBe('0 passed, 0 failed'))
})

describe('what a runner reports', () => {
  it('counts pending and to-do tests of Vitest as skipped', () => {
    const report = { ...vitestReport, testResults: [failedTest] }
    expect(tallyOfVitest(report)).toEqual({ passed: 7, failed: 1, skipped: 3 })
  })

  it('counts a test file that cannot be loaded as a failure', () => {
    const report = { ...vitestReport, testResults: [failedTest, unloadableFile] }
    expect(tallyOfVitest(report).failed).toBe(2)
  })

  it('counts a test of Playwright that passed when repeated as passed', () => {
    const stats = { expected: 5, flaky: 1, unexpected: 2, skipped: 1 }
    expect(tallyOfPlaywright({ stats })).toEqual({ passed: 6, failed: 2, skipped: 1 })
  })
})

describe('a stage', () => {
  const reported = { passed: 5, failed: 0, skipped: 0 }

  it('counts as its report says', () => expect(tallyOfStage(true, reported)).toEqual(reported))
  it('that crashed without a report counts as one failure', () => expect(tallyOfStage(false).failed).toBe(1))
  it('that passed all its tests and failed nevertheless counts as one failure', () => {
    expect(tallyOfStage(false, reported)).toEqual({ ...reported, failed: 1 })
  })
  it('that failed with a report counts no failure twice', () => {
    expect(tallyOfStage(false, { ...reported, failed: 2 }).failed).toBe(2)
  })
})
