import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommandLine } from '../../../src-main/cli/command-line.js'
import { auditEvent, TrailScene } from '../../fakes/trail.js'
import { terminal } from '../../fixtures/terminal.js'

let scene: TrailScene
const span = ['--since', '2026-01-01', '--until', '2026-12-31'] as const

beforeEach(() => {
  scene = new TrailScene()
  scene.trail.append(act('r1'))
  scene.trail.append(act('r2'))
})
afterEach(() => scene.remove())

const act = (requestId: string) =>
  auditEvent(requestId, {
    capabilityId: 'world.time.set',
    caller: { type: 'model', id: 'client:1', name: 'Neuro' },
    metadata: { requestId, phase: 'outcome' },
  })

async function gatehouse(...args: readonly string[]) {
  const screen = terminal({})
  const code = await runCommandLine(['report', ...args, '--profile', scene.profile], screen)
  return { code, said: screen.said.join('\n'), complained: screen.complained.join('\n') }
}

async function written(name: string): Promise<string> {
  const file = path.join(scene.profile, name)
  expect(await gatehouse('--out', file, ...span)).toMatchObject({ code: 0 })
  return file
}

describe('gatehouse report', () => {
  it.each(['report.html', 'report.md'])(
    'writes %s, which it verifies, also when the log has continued',
    async (name) => {
      const file = await written(name)
      const text = readFileSync(file, 'utf8')
      expect(text.match(/Neuro: Set the time\. Done\./gu)).toHaveLength(2)
      expect(text.startsWith('<!doctype html>')).toBe(name.endsWith('.html'))
      scene.trail.append(act('r3'))
      expect(await gatehouse('verify', file)).toMatchObject({ code: 0, said: expect.stringContaining('is true') })
    },
  )

  it('names a report whose text was changed', async () => {
    const file = await written('report.md')
    writeFileSync(file, readFileSync(file, 'utf8').replace('Actions done: 2', 'Actions done: 1'))
    expect(await gatehouse('verify', file)).toMatchObject({ code: 1, said: expect.stringContaining('does not say') })
  })

  it('names a report of another log', async () => {
    const file = await written('report.md')
    const hash = scene.trail.state().head.hash
    writeFileSync(file, readFileSync(file, 'utf8').replace(hash, '0'.repeat(64)))
    expect(await gatehouse('verify', file)).toMatchObject({ code: 1, said: expect.stringContaining('not of this log') })
  })

  it('names a log that was changed after the report', async () => {
    const file = await written('report.md')
    scene.close()
    scene.tamper((database) => database.exec("UPDATE audit_event SET body = replace(body, 'Neuro', 'Other')"))
    expect((await gatehouse('verify', file)).code).toBe(1)
  })

  it('says what is wrong with its arguments', async () => {
    expect(await gatehouse(...span)).toMatchObject({ code: 2, complained: expect.stringContaining('--out FILE') })
    expect(await gatehouse('--out', path.join(scene.profile, 'x.md'), '--language', 'fr')).toMatchObject({ code: 2 })
    const other = path.join(scene.profile, 'other.md')
    writeFileSync(other, 'hello')
    expect(await gatehouse('verify', other)).toMatchObject({
      code: 2,
      complained: expect.stringContaining('no report'),
    })
    expect(await gatehouse('verify')).toMatchObject({ code: 2 })
  })
})
