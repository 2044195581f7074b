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

it('gatehouse people list names who was paired, and nothing of their key', async () => {
  const ada = { id: 'phone:00000001', name: 'Ada', keyHash: 'a'.repeat(64), pairedAt: '2026-01-19T10:30:00.000Z' }
  inProfileStores(profile, ({ people: stored }) => stored?.add(ada))
  expect((await run('list')).lines).toEqual(['Ada, paired 2026-01-19T10:30:00.000Z, never active  phone:00000001'])
  const { keyHash: _secret, ...shown } = ada
  expect((await run('list', '--json')).lines.map((line) => JSON.parse(line))).toEqual([shown])
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
