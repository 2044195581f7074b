import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { people } from '../../../src-main/cli/people.js'
import { exitCodes } from '../../../src-main/cli/verb.js'
import { inProfileStores } from '../../fakes/profile-stores.js'
import { CleanUp } from '../../fixtures/programs.js'
import { terminal } from '../../fixtures/terminal.js'

const cleanUp = new CleanUp()
let profile = ''
beforeEach(() => {
  profile = cleanUp.folder()
})
afterEach(() => cleanUp.run())

async function run(...args: readonly string[]) {
  const screen = terminal()
  const code = await people.run([...args, '--profile', profile], screen)
  return { code, lines: screen.said }
}

it('gatehouse people list names everybody with their role and ways, and nothing of a key', async () => {
  const addedAt = '2026-01-19T10:30:00.000Z'
  const ada = { id: 'person:00000001', name: 'Ada', role: 'moderator', servers: ['creative'], addedAt } as const
  const phone = { kind: 'phone', id: 'phone:00000002', addedAt } as const
  inProfileStores(profile, ({ people: stored }) => {
    stored?.put(ada)
    stored?.addWay({ person: ada.id, way: phone, proof: 'a'.repeat(64) })
  })
  expect((await run('list')).lines).toEqual([
    'desktop, owner  desktop',
    'Ada, moderator of creative  person:00000001',
    '  phone, paired 2026-01-19T10:30:00.000Z, never active  phone:00000002',
  ])
  const listed = (await run('list', '--json')).lines.map((line) => JSON.parse(line))
  expect(listed[1]).toEqual({ ...ada, ways: [phone], present: [] })
  expect(JSON.stringify(listed)).not.toMatch(/[0-9a-f]{64}/u)
})

it('gatehouse people networks lists a chosen network that this computer is not in, and that phones are off', async () => {
  const networks = [{ interface: 'gone0', network: '192.168.1.0/24' }]
  const settings = { version: 1, lanApprovals: { enabled: false, port: 8799, networks } }
  writeFileSync(path.join(profile, 'settings.json'), JSON.stringify(settings))
  const { code, lines } = await run('networks')
  expect(code).toBe(exitCodes.good)
  expect(lines).toContain('gone0  192.168.1.0/24  not connected  chosen when switched on')
  expect(lines.at(-1)).toBe('Approving from phones is off.')
  const asJson = await run('networks', '--json')
  expect(asJson.lines.map((line) => JSON.parse(line))).toContainEqual({ ...networks[0], isChosen: true })
})
