/** The .deb: what is in it, and that the program in it runs for an ordinary user and is removed completely. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { product } from '@contract/product.js'
import { listPackage } from '@electron/asar'
import { FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../fixtures/until.js'
import { evaluate } from './inspector.js'
import { type Installed, install, OrdinaryUser, packedDeb, unpacked } from './installed.js'

/** Milliseconds that a start may take on a busy machine. */
const startMs = 120_000

let deb: string
let installed: Installed
let user: OrdinaryUser

beforeAll(() => {
  deb = packedDeb()
  user = new OrdinaryUser()
  installed = install(deb)
})

afterAll(() => {
  user?.leave()
  if (installed && existsSync(installed.folder)) installed.uninstall()
})

/** Runs in the window: adds Gatehouse to the settings of Gemini CLI, which blocks `ELECTRON_RUN_AS_NODE`. */
const writeGeminiFile = `(async () => {
  const request = async (channel, payload) => {
    const { value, error } = await gatehouse.request(channel, payload)
    if (error) throw new Error(JSON.stringify(error))
    return value
  }
  const { files: [{ path: file }] } = await request('connect:guide', { program: 'gemini-cli' })
  const { expected } = await request('connect:preview', { file })
  await request('connect:write', { file, expected })
  return { file }
})()`

/** Connects as a client does that passes nothing on, `env -i`. */
async function connectsWithoutEnvironment({ command, args }: { command: string; args: readonly string[] }) {
  const line = user.emptyCommandLine(command, args)
  const client = new Client({ name: 'gemini-cli-mcp-client', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command: line.file, args: [...line.args], stderr: 'ignore' }))
  try {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('list_servers')
    // A call waits for the program, which may still be starting.
    expect((await client.callTool({ name: 'list_servers', arguments: {} })).isError).not.toBe(true)
  } finally {
    await client.close()
  }
}

describe('the package', () => {
  it('contains only the program and its runtime files', () => {
    const entries = listPackage(path.join(unpacked, 'resources', 'app.asar'), { isPack: false })
    const strange = entries.filter(
      (entry) => !/^\/(?:dist|package\.json$|node_modules(?:$|\/(?:@photostructure|node-gyp-build)))/.test(entry),
    )
    expect(strange).toEqual([])
    expect(entries.filter((entry) => entry.endsWith('.map'))).toEqual([])
    expect(entries.filter((entry) => /\/prebuilds\/[^/]+$/.test(entry))).toEqual([
      '/node_modules/@photostructure/sqlite/prebuilds/linux-x64',
    ])
    expect(readdirSync(path.join(unpacked, 'resources'))).not.toContain('default_app.asar')
  })

  it('has its fuses as Electron’s checklist asks', async () => {
    const { version, ...wire } = await getCurrentFuseWire(path.join(unpacked, 'gatehouse'))
    expect(version).toBe(FuseVersion.V1)
    const state = (fuse: FuseV1Options) => Number(wire[fuse]) === '1'.charCodeAt(0)
    expect({
      runAsNode: state(FuseV1Options.RunAsNode),
      cookieEncryption: state(FuseV1Options.EnableCookieEncryption),
      nodeOptions: state(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: state(FuseV1Options.EnableNodeCliInspectArguments),
      asarIntegrity: state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      onlyAsar: state(FuseV1Options.OnlyLoadAppFromAsar),
      ownSnapshot: state(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
      fileProtocol: state(FuseV1Options.GrantFileProtocolExtraPrivileges),
    }).toEqual({
      runAsNode: false,
      cookieEncryption: true,
      nodeOptions: false,
      inspect: false,
      asarIntegrity: true,
      onlyAsar: true,
      ownSnapshot: false,
      fileProtocol: false,
    })
  })

  it('has plain Node for the bridge and the command line, which needs nothing else', () => {
    const resources = path.join(unpacked, 'resources')
    const script = "require('./node_modules/@photostructure/sqlite'); process.stdout.write(process.versions.node)"
    const node = path.join(resources, 'runtime', 'node')
    const { stdout, stderr } = user.run(node, ['-e', script], {}, path.join(resources, 'programs'))
    expect({ stdout, stderr }).toEqual({ stdout: process.versions.node, stderr: '' })
    expect(readFileSync(path.join(resources, 'runtime', 'LICENSE.node.txt'), 'utf8')).toContain('Node.js')
  })

  it('includes the licences of its components', () => {
    const notices = readFileSync(path.join(unpacked, 'resources', 'THIRD-PARTY-NOTICES.txt'), 'utf8')
    expect(notices).toContain('react-dom ')
    expect(notices).toContain('@photostructure/sqlite ')
    for (const file of ['LICENSE.electron.txt', 'LICENSES.chromium.html']) {
      expect(statSync(path.join(unpacked, file)).size).toBeGreaterThan(500)
    }
  })

  it('is marked as a trial build unless it uses the official Electron', () => {
    expect(execFileSync('dpkg-deb', ['-f', deb, 'Version'], { encoding: 'utf8' }).trim()).toBe(
      `${product.version}~trial`,
    )
  })
})

describe('the installed program', () => {
  it('is found by the desktop, with a picture in every size', () => {
    const at = installed.really ? '/' : path.dirname(path.dirname(installed.folder))
    const entry = readFileSync(path.join(at, 'usr/share/applications/gatehouse.desktop'), 'utf8')
    expect(entry).toMatch(/^Exec=\/opt\/Gatehouse\/gatehouse/m)
    expect(entry).toMatch(/^Icon=gatehouse$/m)
    expect(entry).toMatch(/^Categories=Utility;$/m)
    for (const size of [16, 32, 48, 128, 256, 512]) {
      expect(existsSync(path.join(at, `usr/share/icons/hicolor/${size}x${size}/apps/gatehouse.png`))).toBe(true)
    }
  })

  it('brings the `gatehouse` command', () => {
    expect(user.run(installed.command, ['--version'])).toMatchObject({ status: 0, stdout: `${product.version}\n` })
  })

  it('refuses to start with a remote debugging port', () => {
    const profile = path.join(user.home, 'debugged')
    const { status, stderr } = user.run(installed.executable, ['--profile', profile, '--remote-debugging-port=0'])
    expect(status).toBe(1)
    expect(stderr).toContain('Debugging is off.')
    expect(existsSync(path.join(profile, 'gateway.json'))).toBe(false)
  })

  it('runs for an ordinary user, in Chromium’s sandbox', async () => {
    const profile = path.join(user.home, 'profile')
    const program = user.start(installed.executable, ['--profile', profile, '--simulator', '--inspect=0'])
    await until(() => existsSync(path.join(profile, 'gateway.json')) || program.child.exitCode !== null, startMs)
    expect(program.said.text).not.toContain('Debugger listening')
    expect(program.said.text).not.toContain('no-sandbox')
    expect(await program.end()).toBe(0)
    expect(existsSync(path.join(profile, 'gateway.json'))).toBe(false)
  })

  it('does not run as Node, whatever the environment says', async () => {
    const profile = path.join(user.home, 'as-node')
    const env = { ELECTRON_RUN_AS_NODE: '1' }
    const program = user.start(installed.executable, ['--profile', profile, '--hidden'], env)
    await until(() => existsSync(path.join(profile, 'gateway.json')) || program.child.exitCode !== null, startMs)
    expect(await program.end()).toBe(0)
  })

  it('opens its window, and writes client files that connect with an empty environment', async () => {
    // The hardened program cannot be debugged; a copy with a flipped fuse can.
    const copy = path.join(user.home, 'copy')
    mkdirSync(copy)
    execFileSync('cp', ['-a', `${installed.folder}/.`, copy])
    const executable = path.join(copy, 'gatehouse')
    await flipFuses(executable, { version: FuseVersion.V1, [FuseV1Options.EnableNodeCliInspectArguments]: true })
    user.own(copy)
    const profile = path.join(user.home, 'seen')
    const program = user.start(executable, ['--profile', profile, '--simulator', '--inspect=0'])
    const address = () => /Debugger listening on (ws:\S+)/.exec(program.said.text)?.[1]
    await until(() => address() !== undefined && existsSync(path.join(profile, 'gateway.json')), startMs)
    const look = `(async () => {
      const { app, BrowserWindow } = process.mainModule.require('electron')
      const window = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().endsWith('/index.html'))
      const heading = await window?.webContents.executeJavaScript("document.querySelector('h1')?.textContent ?? ''")
      return { packed: app.isPackaged, shown: window?.isVisible() ?? false, heading: heading ?? '' }
    })()`
    let seen: { readonly heading?: string; readonly shown?: boolean } = {}
    await until(async () => {
      seen = await evaluate<typeof seen>(address() ?? '', look).catch(() => ({}))
      return Boolean(seen.heading) && seen.shown === true
    })
    expect(seen).toEqual({ packed: true, shown: true, heading: 'Home' })

    const write = `(async () => {
      const { BrowserWindow } = process.mainModule.require('electron')
      const window = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().endsWith('/index.html'))
      return window.webContents.executeJavaScript(${JSON.stringify(writeGeminiFile)})
    })()`
    const { file } = await evaluate<{ file: string }>(address() ?? '', write)
    expect(path.relative(user.home, file)).toBe(path.join('.gemini', 'settings.json'))
    const entry = JSON.parse(readFileSync(file, 'utf8')).mcpServers.gatehouse as { command: string; args: string[] }
    expect(Object.keys(entry).sort()).toEqual(['args', 'command'])
    await connectsWithoutEnvironment(entry)
    expect(await program.end()).toBe(0)

    // The program has ended: the bridge starts it, on the display that it finds.
    await connectsWithoutEnvironment(entry)
    const { pid } = JSON.parse(readFileSync(path.join(profile, 'gateway.json'), 'utf8')) as { pid: number }
    process.kill(pid, 'SIGTERM')
    await until(() => !existsSync(path.join(profile, 'gateway.json')), startMs)
  })

  it('is removed completely, and leaves the profile unchanged', () => {
    installed.uninstall()
    expect(existsSync(installed.folder)).toBe(false)
    expect(existsSync(installed.command)).toBe(false)
    expect(existsSync(path.join(user.home, 'profile', 'gatehouse.log'))).toBe(true)
  })
})
