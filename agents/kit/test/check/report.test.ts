import { describe, expect, it } from 'vitest'
import { terminal } from '../../../../test/fixtures/terminal.js'
import { expectations } from '../../check/expectations.js'
import { Findings } from '../../check/findings.js'
import { countFindings, report } from '../../check/report.js'

const verdictOf = (findings: Findings, id: string) => findings.conclude().find((finding) => finding.id === id)

describe('findings', () => {
  it('are as many as there are expectations, each named once', () => {
    const concluded = new Findings().conclude()
    expect(concluded.map(({ id }) => id)).toEqual(expectations.map(({ id }) => id))
    expect(new Set(concluded.map(({ id }) => id)).size).toBe(concluded.length)
    expect(concluded.map(({ number }) => number)).toEqual(concluded.map((_one, index) => index + 1))
  })

  it('do not pass when nothing was checked', () => {
    expect(new Findings().conclude().every(({ verdict }) => verdict === 'skip')).toBe(true)
  })

  it('fail when a requirement is missed, and warn when a recommendation is', () => {
    const findings = new Findings()
    findings.good('session')
    findings.bad('session', 'there is none')
    findings.bad('settings', 'there are none')
    findings.addWarning('contexts', 'it was refused')
    expect(verdictOf(findings, 'session')).toMatchObject({ verdict: 'fail', seen: ['there is none'] })
    expect(verdictOf(findings, 'settings')).toMatchObject({ verdict: 'warn' })
    expect(verdictOf(findings, 'contexts')).toMatchObject({ verdict: 'warn' })
  })

  it('list the worst first, and a bounded number', () => {
    const findings = new Findings()
    findings.good('contexts', 'one was fine')
    for (let index = 0; index < 30; index++) findings.bad('contexts', `${index} ${'x'.repeat(1_000)}`)
    const seen = verdictOf(findings, 'contexts')?.seen ?? []
    expect(seen).toHaveLength(21)
    expect(seen[0]).toHaveLength(400)
    expect(seen.at(-1)).toBe('and 11 more')
  })

  it('do not report a check with results as skipped', () => {
    const findings = new Findings()
    findings.bad('heartbeat', 'silence')
    findings.skipRemaining('nobody is there')
    expect(verdictOf(findings, 'heartbeat')).toMatchObject({ verdict: 'fail' })
    expect(verdictOf(findings, 'events')).toMatchObject({ verdict: 'skip', seen: ['nobody is there'] })
  })
})

describe('the report', () => {
  const findings = new Findings()
  findings.good('wrong-token')
  findings.bad('session', 'there is no\u001b[2J sessionId')
  findings.bad('settings', 'there is no config')
  findings.skip('events', 'none came')
  const concluded = findings.conclude()
  const agent = { id: 'a', name: 'Shop', version: '1.2.0' }

  it('has a line for each check, what was seen, and what to do about it', () => {
    const screen = terminal()
    report('ws://localhost:8765/', { agent, conforms: false, findings: concluded }, screen)
    expect(screen.said[0]).toBe('ws://localhost:8765/: Shop 1.2.0')
    expect(screen.said.filter((line) => /^[ \d]\d [✓✗!–] /u.test(line))).toHaveLength(expectations.length)
    const at = screen.said.findIndex((line) => line.startsWith(' 4 ✗ session: '))
    expect(screen.said[at + 1]).toBe('     there is no\\u{1b}[2J sessionId')
    expect(screen.said[at + 2]).toMatch(/^ {5}→ Create a new sessionId/u)
    expect(screen.said.at(-2)).toBe(`1 passed, 1 failed, 1 warning, ${expectations.length - 3} skipped`)
    expect(screen.said.at(-1)).toBe('The agent does not follow the contract.')
  })

  it('gives no advice when nothing is wrong', () => {
    const screen = terminal()
    const good = concluded.filter(({ verdict }) => verdict === 'pass')
    report('ws://localhost:8765/', { agent: undefined, conforms: true, findings: good }, screen)
    expect(screen.said.join('\n')).not.toContain('→')
    expect(screen.said.at(-1)).toBe('The agent follows the contract.')
  })

  it('counts every check once', () => {
    const { pass, fail, warn, skip } = countFindings(concluded)
    expect(pass + fail + warn + skip).toBe(expectations.length)
  })
})
