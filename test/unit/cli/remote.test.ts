import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { remote } from '../../../src-main/cli/remote.js'
import { exitCodes, UsageError } from '../../../src-main/cli/verb.js'
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
  const code = await remote.run([...args, '--profile', profile], screen)
  return { code, lines: screen.said }
}

it('gatehouse remote switches the door on and off in the settings, for the next start', async () => {
  expect((await run('status')).lines).toEqual(['Switched off. No other computer can connect.'])
  expect(await run('on', '--port', '9000', '--host', '192.0.2.1')).toEqual({
    code: exitCodes.good,
    lines: ['Switched on. Other computers can connect at port 9000 while Gatehouse runs.'],
  })
  const saved = () => JSON.parse(readFileSync(path.join(profile, 'settings.json'), 'utf8')).remote
  expect(saved()).toMatchObject({ enabled: true, port: 9_000, host: '192.0.2.1' })
  await run('off')
  expect(saved()).toMatchObject({ enabled: false, port: 9_000, host: '192.0.2.1' })
})

it('gatehouse remote invites nobody while no program runs', async () => {
  await expect(run('invite', 'Ada')).rejects.toThrow('Gatehouse is not running')
})

it('gatehouse remote names its verbs where none is given', async () => {
  await expect(run()).rejects.toThrow('Expected status, on, off, ai-clients or invite, got nothing.')
})

it.each([[['on', '--port', '70000']], [['off', '--port', '1']], [['invite']], [['open']], [[]]])(
  'gatehouse remote refuses %j',
  async (args) => {
    await expect(run(...args)).rejects.toBeInstanceOf(UsageError)
  },
)
