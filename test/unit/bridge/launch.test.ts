import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { DesktopSystem } from '../../../src-main/bridge/desktop-environment.js'
import { type BridgeEnvironment, launchCommand } from '../../../src-main/bridge/launch.js'

/** A computer that adds nothing to the environment. */
const system: DesktopSystem = {
  platform: 'linux',
  home: () => '/home/ada',
  userId: 1000,
  exists: () => false,
  isOwned: () => false,
  sessionVariables: async () => '',
}
const here = { HOME: '/home/ada', PATH: '/bin', DISPLAY: ':0' }
const nowhere: BridgeEnvironment = {
  folder: join('/opt', 'Gatehouse', 'dist'),
  execPath: join('/usr', 'bin', 'node'),
  env: here,
  exists: () => false,
  system,
}
const launch = (change: Partial<BridgeEnvironment>) => launchCommand('/profile', { ...nowhere, ...change })
const script = join('/opt', 'Gatehouse', 'scripts', 'start.mjs')

describe('starting the program', () => {
  it('runs the command that the environment gives', async () => {
    expect(await launch({ env: { GATEHOUSE_LAUNCH: '["gate","--x"]' }, exists: () => true })).toMatchObject({
      file: 'gate',
      args: ['--x'],
    })
  })

  it.each(['gate', '{}', '[7]', '[]'])('reports that %j is not a command', async (given) =>
    expect(await launch({ env: { GATEHOUSE_LAUNCH: given } })).toMatch(/not a JSON array/),
  )

  it.each([
    ['linux', '/opt/Gatehouse/resources', '/opt/Gatehouse/gatehouse'],
    ['win32', '/Programs/Gatehouse/resources', '/Programs/Gatehouse/Gatehouse.exe'],
    [
      'darwin',
      '/Applications/Gatehouse.app/Contents/Resources',
      '/Applications/Gatehouse.app/Contents/MacOS/Gatehouse',
    ],
  ] as const)('starts the installed program beside this bridge on %s', async (platform, resources, program) => {
    const exists = (file: string) => file === join(program)
    const installed = { folder: join(resources, 'programs'), system: { ...system, platform }, exists }
    expect(await launch({ ...installed, env: { ...here, ELECTRON_RUN_AS_NODE: '1' } })).toEqual({
      file: join(program),
      args: ['--hidden', '--profile', '/profile'],
      env: here,
    })
  })

  it('says that a program with windows needs a desktop session', async () => {
    const installed = { folder: '/opt/Gatehouse/resources/programs', exists: () => true }
    const exists = (file: string) => !file.endsWith('start.mjs')
    expect(await launch({ ...installed, env: {}, exists })).toBe('this user has no desktop session on this computer')
  })

  it('uses the start script of a checkout', async () => {
    expect(await launch({ exists: (path) => path === script })).toEqual({
      file: nowhere.execPath,
      args: [script, '--hidden', '--profile', '/profile'],
      env: nowhere.env,
    })
  })

  it('can be turned off, and starts nothing without a launch file', async () => {
    expect(
      await launch({ env: { GATEHOUSE_NO_LAUNCH: '1', GATEHOUSE_LAUNCH: '["gate"]' }, exists: () => true }),
    ).toBeUndefined()
    expect(await launch({})).toBeUndefined()
  })
})

describe('a bridge in a bundle', () => {
  const remembered = { command: ['/opt/Gatehouse/gatehouse'], env: { DISPLAY: ':1' } } as const
  const bundled: Partial<BridgeEnvironment> = {
    folder: join('/home', 'ada', 'Claude Extensions', 'gatehouse', 'server'),
    execPath: join('/opt', 'Claude', 'claude'),
    env: { ...here, ELECTRON_RUN_AS_NODE: '1' },
  }

  it('starts the program of the launch file, and not the Electron that runs it', async () => {
    expect(await launch({ ...bundled, remembered, exists: (path) => path === remembered.command[0] })).toEqual({
      file: '/opt/Gatehouse/gatehouse',
      args: ['--hidden', '--profile', '/profile'],
      env: here,
    })
  })

  it('reports that the program of the launch file is missing', async () => {
    expect(await launch({ ...bundled, remembered })).toBe('/opt/Gatehouse/gatehouse is no longer there')
  })

  it('starts the program that a person chose, by its absolute path alone', async () => {
    const env = { ...here, GATEHOUSE_PROGRAM: join('/usr', 'bin', 'gatehouse') }
    expect(await launch({ ...bundled, remembered, env })).toMatchObject({ file: env.GATEHOUSE_PROGRAM })
    expect(await launch({ ...bundled, env: { GATEHOUSE_PROGRAM: 'gatehouse' } })).toMatch(/not an absolute path/)
  })

  it.each(['', `\${user_config.program}`])('treats %j as no choice', async (program) =>
    expect(await launch({ ...bundled, env: { GATEHOUSE_PROGRAM: program } })).toBeUndefined(),
  )
})
