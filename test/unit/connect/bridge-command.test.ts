import { chmodSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseLaunchFile } from '@contract/local/launch-file.js'
import { programIds } from '@shared/clients/connection.js'
import { describe, expect, it } from 'vitest'
import { bridgeCommand, launchOf, type ProgramFacts } from '../../../src-main/connect/bridge-command.js'
import { storeLaunchFiles } from '../../../src-main/connect/launch-files.js'
import { recipesFor } from '../../../src-main/connect/recipes.js'
import { folderForEach } from '../../fixtures/for-each.js'

const installed: ProgramFacts = {
  executable: '/opt/Gatehouse/gatehouse',
  node: '/opt/Gatehouse/resources/runtime/node',
  programs: '/opt/Gatehouse/resources/programs',
  profile: '/home/ada/p',
  env: {
    DISPLAY: ':7',
    WAYLAND_DISPLAY: 'wayland-7',
    XAUTHORITY: '/run/user/1000/gdm/Xauthority',
    XDG_RUNTIME_DIR: '/run/user/1000',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
  },
  isPackaged: true,
}

describe('what an AI client runs', () => {
  it('is plain Node with the bridge, by absolute paths', () =>
    expect(bridgeCommand(installed, 'cursor')).toEqual({
      command: '/opt/Gatehouse/resources/runtime/node',
      args: ['/opt/Gatehouse/resources/programs/stdio-bridge.cjs', '--profile', '/home/ada/p', '--client', 'cursor'],
    }))

  it.each(programIds)('has no environment variable and no value of one login in what is written for %s', (program) => {
    const home = { platform: 'linux', env: {}, folder: '/home/ada', list: () => [] } as const
    for (const { text } of recipesFor(program, { bridge: bridgeCommand(installed), address: 'http://x/mcp', home })) {
      expect(text).not.toMatch(/ELECTRON|"env"|--env/u)
      for (const value of Object.values(installed.env)) expect(text).not.toContain(value)
    }
  })
})

describe('the launch file', () => {
  const folder = folderForEach()

  it('is written to the profile, readable by its owner alone', async () => {
    await storeLaunchFiles({ ...installed, profile: folder() })
    const file = path.join(folder(), 'launch.json')
    const launch = parseLaunchFile(readFileSync(file, 'utf8'))
    expect(launch).toEqual({ command: ['/opt/Gatehouse/gatehouse'], env: installed.env })
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  it('leaves out what Chromium says where there is no bus', () => {
    const env = { DISPLAY: ':0', DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
    expect(launchOf({ ...installed, env }).env).toEqual({ DISPLAY: ':0' })
  })

  it('names the start script in a checkout', () =>
    expect(
      launchOf({ ...installed, node: '/usr/bin/node', programs: '/src/gatehouse/dist', isPackaged: false }).command,
    ).toEqual(['/usr/bin/node', '/src/gatehouse/scripts/start.mjs']))

  it('names the AppImage instead of its mount point, and the bridge and its Node have a stable path', async () => {
    const [mount, profile] = [path.join(folder(), 'mount'), path.join(folder(), 'profile')]
    for (const one of [mount, profile]) mkdirSync(one)
    const facts: ProgramFacts = {
      executable: path.join(mount, 'gatehouse'),
      node: path.join(mount, 'node'),
      programs: mount,
      profile,
      env: { APPIMAGE: '/home/ada/Gatehouse.AppImage' },
      isPackaged: true,
    }
    writeFileSync(facts.node, 'node 1')
    chmodSync(facts.node, 0o755)
    writeFileSync(path.join(mount, 'stdio-bridge.cjs'), 'bridge()')
    await storeLaunchFiles(facts)
    expect(launchOf(facts).command).toEqual(['/home/ada/Gatehouse.AppImage'])
    const { command, args } = bridgeCommand(facts)
    expect(command.startsWith(profile)).toBe(true)
    expect(statSync(command).mode & 0o111).not.toBe(0)
    expect(readFileSync(args[0] ?? '', 'utf8')).toBe('bridge()')

    const first = statSync(command).ino
    await storeLaunchFiles(facts)
    expect(statSync(command).ino).toBe(first)
    writeFileSync(facts.node, 'node 2')
    utimesSync(facts.node, 7, 7)
    await storeLaunchFiles(facts)
    expect(readFileSync(command, 'utf8')).toBe('node 2')
  })
})
