import { linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { momentOf } from '../../../src-main/cli/audit/moment.js'
import { runCommandLine } from '../../../src-main/cli/command-line.js'
import { auditEvent, TrailScene } from '../../fakes/trail.js'
import { terminal } from '../../fixtures/terminal.js'

let scene: TrailScene
beforeEach(() => {
  scene = new TrailScene()
  scene.trail.append(auditEvent('one'))
  scene.trail.append(auditEvent('two', { capabilityId: 'player.ban', eventType: 'reject', riskLevel: 'critical' }))
  scene.trail.append(auditEvent('three', { caller: { type: 'model', id: 'mcp:x', name: 'Evil\u001b[2J' } }))
})
afterEach(() => scene.remove())

async function gatehouse(...args: readonly string[]) {
  const screen = terminal({})
  const code = await runCommandLine(['audit', ...args, '--profile', scene.profile], screen)
  return { code, lines: screen.said, said: screen.said.join('\n'), complained: screen.complained.join('\n') }
}

// verifies: promise 12
describe('gatehouse audit search', () => {
  it('prints one row a line, newest first, while the program runs', async () => {
    const { code, lines } = await gatehouse('search', '--json')
    expect(code).toBe(0)
    expect(lines.map((line) => JSON.parse(line).event.id)).toEqual(['three', 'two', 'one'])
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ sequence: 3, hash: scene.trail.state().head.hash })
  })

  it('continues after a row', async () => {
    const [first] = (await gatehouse('search', '--json', '--limit', '1')).lines
    const { lines } = await gatehouse('search', '--json', '--cursor', JSON.parse(first ?? '').cursor)
    expect(lines.map((line) => JSON.parse(line).event.id)).toEqual(['two', 'one'])
  })

  it('prints a table for people, without control characters of external text', async () => {
    const { said, complained } = await gatehouse('search', '--limit', '2')
    expect(said).toContain('player.ban')
    expect(said).toContain('Evil\\u{1b}[2J')
    expect(complained).toContain('--cursor')
    expect((await gatehouse('search', '--text', 'nobody')).said).toBe('No matching events.')
  })

  it('takes filters', async () => {
    const { lines } = await gatehouse(
      'search',
      '--json',
      '--capability',
      'player.*',
      '--type',
      'reject',
      '--since',
      '2026-01-19',
    )
    expect(lines.map((line) => JSON.parse(line).event.id)).toEqual(['two'])
  })
})

describe('gatehouse audit verify', () => {
  it('says that the chain is whole, running or not', async () => {
    expect(await gatehouse('verify')).toMatchObject({ code: 0, said: expect.stringContaining('3 rows, chain intact') })
    scene.close()
    expect(JSON.parse((await gatehouse('verify', '--json')).said)).toMatchObject({ ok: true, rows: 3 })
  })

  it('names the first broken row, and exits with 1', async () => {
    scene.close()
    scene.tamper((database) =>
      database.exec("UPDATE audit_event SET body = replace(body, 'critical', 'low') WHERE id = 'two'"),
    )
    const { code, said } = await gatehouse('verify')
    expect(code).toBe(1)
    expect(said).toBe('The log is broken at row 2, two, of 2026-01-19T10:30:00.000Z: it was changed.')
    expect(JSON.parse((await gatehouse('verify', '--json')).said)).toMatchObject({
      ok: false,
      broken: { sequence: 2, id: 'two', what: 'changed' },
    })
  })
})

describe('gatehouse audit export', () => {
  it.skipIf(process.platform === 'win32')('writes through no link, and into no file with a second name', async () => {
    const secret = path.join(scene.profile, 'precious.txt')
    writeFileSync(secret, 'precious')
    for (const link of [symlinkSync, linkSync]) {
      const file = path.join(scene.profile, `${link.name}.jsonl`)
      link(secret, file)
      expect(await gatehouse('export', '--out', file)).toMatchObject({ code: 2 })
      expect(readFileSync(secret, 'utf8')).toBe('precious')
    }
  })

  it('is masked while stream-safe mode is on, and says so', async () => {
    const settings = { version: 1, language: 'en', theme: 'dark', servers: [], demoWorld: false, streamSafe: true }
    writeFileSync(path.join(scene.profile, 'settings.json'), JSON.stringify({ ...settings, streamNames: ['Evil'] }))
    const file = path.join(scene.profile, 'export.jsonl')
    expect((await gatehouse('export', '--out', file)).said).toContain('redacted because streamSafe is on')
    expect(readFileSync(file, 'utf8')).not.toContain('Evil')
  })

  it('writes a file that can be verified by itself', async () => {
    const file = path.join(scene.profile, 'export.jsonl')
    expect(await gatehouse('export', '--out', file)).toMatchObject({ code: 0, said: `3 rows written to ${file}.` })
    expect(await gatehouse('verify', '--file', file)).toMatchObject({ code: 0 })
    writeFileSync(file, readFileSync(file, 'utf8').replace('critical', 'harmless'))
    expect(await gatehouse('verify', '--file', file)).toMatchObject({ code: 1, said: expect.stringContaining('row 2') })
  })

  it('writes CSV', async () => {
    const file = path.join(scene.profile, 'export.csv')
    await gatehouse('export', '--format', 'csv', '--out', file, '--capability', 'player.ban')
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2)
  })
})

describe('gatehouse audit', () => {
  it.each([
    ['Expected search, verify or export, got nothing', []],
    ['--limit works only with search', ['verify', '--limit', '3']],
    ['--type takes one of invoke', ['search', '--type', 'nonsense']],
    ['--since takes a date', ['search', '--since', 'yesterday-ish']],
    ['--out FILE is missing', ['export']],
    ['--format takes jsonl or csv', ['export', '--out', 'x', '--format', 'pdf']],
    ['Cannot read', ['verify', '--file', '/nowhere/at/all']],
    ['Cannot write', ['export', '--out', '/nowhere/at/all']],
  ])('says %j', async (words, args) => {
    expect(await gatehouse(...args)).toMatchObject({ code: 2, complained: expect.stringContaining(words) })
  })

  it('says that a profile without a trail has none', async () => {
    const screen = terminal({})
    const code = await runCommandLine(['audit', 'verify', '--profile', path.join(scene.profile, 'none')], screen)
    expect(code).toBe(2)
  })
})

describe('a moment', () => {
  const now = new Date('2026-01-19T10:30:00Z')
  it.each([
    ['2h', '2026-01-19T08:30:00.000Z'],
    ['7d', '2026-01-12T10:30:00.000Z'],
    ['30 min', '2026-01-19T10:00:00.000Z'],
    ['2026-01-19', '2026-01-19T00:00:00.000Z'],
    ['2026-01-19T10:30+02:00', '2026-01-19T08:30:00.000Z'],
  ])('may be given as %s', (given, meant) => expect(momentOf('since', given, now)).toBe(meant))
})
