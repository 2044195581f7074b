import path from 'node:path'
import { expect, it } from 'vitest'
import { status } from '../../../src-main/cli/status.js'
import { exitCodes } from '../../../src-main/cli/verb.js'
import { folderForEach } from '../../fixtures/for-each.js'
import { serveProfile } from '../../fixtures/profile-program.js'
import { terminal } from '../../fixtures/terminal.js'

const profile = folderForEach()

async function run(...args: readonly string[]) {
  const screen = terminal()
  const code = await status.run([...args, '--profile', profile()], screen)
  return { code, said: screen.said, complained: screen.complained }
}

const home = {
  id: '127.0.0.1:1',
  name: 'Home',
  address: 'ws://127.0.0.1:1',
  origin: 'settings',
  state: 'online',
} as const

it('gatehouse status says that Gatehouse runs, and the state of each server', async () => {
  const stop = await serveProfile(profile(), 'headless', { 'servers:listed': () => [home] })
  try {
    expect(await run()).toMatchObject({ code: exitCodes.good, said: ['Running, without a window.', 'Home: online'] })
    const { said } = await run('--json')
    expect(said.map((line) => JSON.parse(line))).toEqual([
      { running: true, window: false, servers: [{ id: home.id, name: 'Home', state: 'online' }] },
    ])
  } finally {
    await stop()
  }
})

it('gatehouse status fails with 1 where nothing runs, and starts and creates nothing', async () => {
  const { code, said, complained } = await run()
  expect([code, said]).toEqual([exitCodes.bad, []])
  expect(complained[0]).toContain('not running')
  const missing = terminal()
  expect(await status.run(['--json', '--profile', path.join(profile(), 'none')], missing)).toBe(exitCodes.bad)
  expect(missing.said.map((line) => JSON.parse(line))).toEqual([{ running: false }])
})

it('gatehouse status fails with 1 where the program cannot list its servers', async () => {
  const broken = () => {
    throw new Error('a bug')
  }
  const stop = await serveProfile(profile(), 'headless', { 'servers:listed': broken })
  try {
    await expect(run()).rejects.toThrow()
  } finally {
    await stop()
  }
})
