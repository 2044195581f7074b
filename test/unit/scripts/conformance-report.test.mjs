import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseExpectations, scenariosIn, tableOf, verdictOn } from '../../../scripts/conformance-report.mjs'

const scenario = (name, ...failures) => ({ name, failures, vacuous: false })
const expectations = new Map([['known', 'for a reason']])

describe('expected failures', () => {
  it('are read with their reasons', () => {
    expect(parseExpectations('# all\nserver:\n  - a-b # because\n  - c # too: bad\n')).toEqual(
      new Map([
        ['a-b', 'because'],
        ['c', 'too: bad'],
      ]),
    )
  })

  it.each(['  - a', '  - a #', '  - a # ', '- a # b', '  -a # b'])('are rejected without a reason: %j', (line) => {
    expect(() => parseExpectations(line)).toThrow('has no reason')
  })

  it('of this project all have a reason', () => {
    const file = path.resolve(import.meta.dirname, '../../conformance/expected-failures.yml')
    expect(parseExpectations(readFileSync(file, 'utf8')).size).toBeGreaterThan(0)
  })
})

describe('the output of a suite', () => {
  let folder
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-report-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is read scenario by scenario', () => {
    const write = (name, checks) => {
      mkdirSync(path.join(folder, name))
      writeFileSync(path.join(folder, name, 'checks.json'), JSON.stringify(checks))
    }
    write('server-ping-2026-11-22T02-15-38-626Z', [{ id: 'ping', status: 'SUCCESS' }])
    write('server-tools-list-2026-11-22T02-15-38-626Z', [{ id: 'a', status: 'FAILURE', errorMessage: 'none' }])
    write('server-empty-2026-11-22T02-15-38-626Z', [])
    const found = Object.fromEntries(scenariosIn(folder).map((each) => [each.name, each]))
    expect(found).toEqual({
      ping: scenario('ping'),
      'tools-list': scenario('tools-list', 'a: none'),
      empty: { name: 'empty', failures: [], vacuous: true },
    })
  })

  it('is nothing when there is no folder', () => expect(scenariosIn(path.join(folder, 'none'))).toEqual([]))
})

describe('the result', () => {
  it('fails for an unexpected failure, and names it', () => {
    const verdict = verdictOn([scenario('new', 'check: went wrong'), scenario('good')], expectations)
    expect(verdict.tally).toEqual({ passed: 1, failed: 1, skipped: 0 })
    expect(tableOf('one', verdict)).toContain('✗ new\n      check: went wrong')
  })

  it('counts an expected failure as skipped, with its reason', () => {
    const verdict = verdictOn([scenario('known', 'check: went wrong')], expectations)
    expect(verdict.tally).toEqual({ passed: 0, failed: 0, skipped: 1 })
    expect(tableOf('one', verdict)).toContain('for a reason')
  })

  it('asks to remove an expected failure that passes now', () => {
    const verdict = verdictOn([scenario('known')], expectations)
    expect(verdict.tally.passed).toBe(1)
    expect(tableOf('one', verdict)).toContain('take it off')
  })

  it('does not count a scenario without checks as passed', () => {
    const verdict = verdictOn([{ name: 'empty', failures: [], vacuous: true }], expectations)
    expect(verdict.tally).toEqual({ passed: 0, failed: 0, skipped: 1 })
  })
})
