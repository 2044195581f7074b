import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type BridgeEnvironment, launchCommand } from '../../../src-main/bridge/launch.js'

const nowhere: BridgeEnvironment = {
  folder: join('/opt', 'Gatehouse', 'resources', 'app', 'dist'),
  execPath: join('/usr', 'bin', 'node'),
  electron: false,
  env: { HOME: '/home/ada' },
  exists: () => false,
}
const launch = (change: Partial<BridgeEnvironment>) => launchCommand('/profile', { ...nowhere, ...change })
const script = join('/opt', 'Gatehouse', 'resources', 'app', 'scripts', 'start.mjs')

describe('starting the program', () => {
  it('runs the command that the environment gives', () => {
    expect(launch({ env: { GATEHOUSE_LAUNCH: '["gate","--x"]' }, exists: () => true })).toMatchObject({
      file: 'gate',
      args: ['--x'],
    })
  })

  it.each(['gate', '{}', '[7]', '[]'])('reports that %j is not a command', (given) =>
    expect(launch({ env: { GATEHOUSE_LAUNCH: given } })).toMatch(/not a JSON array/),
  )

  it('starts the packaged program that runs this bridge, as a program and not as Node', () => {
    const electron = { electron: true, execPath: join('/opt', 'Gatehouse', 'gatehouse') }
    expect(launch({ ...electron, env: { ELECTRON_RUN_AS_NODE: '1', HOME: '/home/ada' } })).toEqual({
      file: electron.execPath,
      args: ['--hidden', '--profile', '/profile'],
      env: { HOME: '/home/ada' },
    })
  })

  it('finds the packaged program on a Mac', () => {
    const contents = join('/Applications', 'Gatehouse.app', 'Contents')
    const execPath = join(contents, 'MacOS', 'Gatehouse')
    const folder = join(contents, 'Resources', 'app.asar', 'dist')
    expect(launch({ electron: true, execPath, folder })).toMatchObject({ file: execPath })
  })

  it("never starts an Electron that is a client's own", () => {
    expect(launch({ electron: true, execPath: join('/opt', 'Claude', 'claude') })).toBeUndefined()
  })

  it('uses the start script of a checkout', () => {
    expect(launch({ exists: (path) => path === script })).toEqual({
      file: nowhere.execPath,
      args: [script, '--hidden', '--profile', '/profile'],
      env: nowhere.env,
    })
  })

  it('can be turned off, and starts nothing without a launch file', () => {
    expect(
      launch({ env: { GATEHOUSE_NO_LAUNCH: '1', GATEHOUSE_LAUNCH: '["gate"]' }, exists: () => true }),
    ).toBeUndefined()
    expect(launch({})).toBeUndefined()
  })
})

describe('a bridge in a bundle', () => {
  const remembered = { command: ['/opt/Gatehouse/gatehouse'], env: { DISPLAY: ':1' } } as const
  const bundled: Partial<BridgeEnvironment> = {
    folder: join('/home', 'ada', 'Claude Extensions', 'gatehouse', 'server'),
    execPath: join('/opt', 'Claude', 'claude'),
    electron: true,
    env: { HOME: '/home/ada', DISPLAY: ':0', ELECTRON_RUN_AS_NODE: '1' },
  }

  it('starts the program of the launch file, and not the Electron that runs it', () => {
    expect(launch({ ...bundled, remembered, exists: (path) => path === remembered.command[0] })).toEqual({
      file: '/opt/Gatehouse/gatehouse',
      args: ['--hidden', '--profile', '/profile'],
      env: { HOME: '/home/ada', DISPLAY: ':1' },
    })
  })

  it('reports that the program of the launch file is missing', () => {
    expect(launch({ ...bundled, remembered })).toBe('/opt/Gatehouse/gatehouse is no longer there')
  })

  it('starts the program that a person chose, by its absolute path alone', () => {
    const env = { GATEHOUSE_PROGRAM: join('/usr', 'bin', 'gatehouse') }
    expect(launch({ ...bundled, remembered, env })).toMatchObject({ file: env.GATEHOUSE_PROGRAM })
    expect(launch({ ...bundled, env: { GATEHOUSE_PROGRAM: 'gatehouse' } })).toMatch(/not an absolute path/)
  })

  it.each(['', `\${user_config.program}`])('treats %j as no choice', (program) =>
    expect(launch({ ...bundled, env: { GATEHOUSE_PROGRAM: program } })).toBeUndefined(),
  )
})
