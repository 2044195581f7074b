/** The bundle for Claude Desktop: made by its script, unpacked, and run as Claude Desktop would, against a real gateway. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { getMcpConfigForManifest, type McpbManifestAny, unpackExtension } from '@anthropic-ai/mcpb'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeBundle } from '../../src-main/connect/bundle.js'
import { CleanUp, dist, root, startHeadless } from '../fixtures/programs.js'
import { isAlive, until } from '../fixtures/until.js'

const forAll = new CleanUp()
const cleanUp = new CleanUp()
let unpacked = ''

async function unpack(bundle: string): Promise<string> {
  const folder = path.join(forAll.folder(), 'unpacked')
  expect(await unpackExtension({ mcpbPath: bundle, outputDir: folder, silent: true })).toBe(true)
  return folder
}

beforeAll(async () => {
  const bundle = path.join(forAll.folder(), 'gatehouse.mcpb')
  const said = execFileSync(process.execPath, [path.join(root, 'scripts', 'package-mcpb.mjs'), bundle], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  expect(said).toContain('Manifest schema validation passes!')
  unpacked = await unpack(bundle)
})
afterEach(() => cleanUp.run())
afterAll(() => forAll.run())

const manifestIn = (folder: string): McpbManifestAny =>
  JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'))

/** Starts the server of an unpacked bundle with plain Node, as its manifest says. */
async function connect(folder: string, userConfig: Record<string, string>, env: Record<string, string> = {}) {
  const config = await getMcpConfigForManifest({
    manifest: manifestIn(folder),
    extensionPath: folder,
    systemDirs: {},
    userConfig,
    pathSeparator: path.sep,
  })
  if (!config) throw new Error('Claude Desktop would not start it.')
  expect(config.command).toBe('node')
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: config.args ?? [],
    env: { PATH: '', ...config.env, ...env },
    stderr: 'ignore',
  })
  const client = cleanUp.add(new Client({ name: 'claude-ai', version: '1.0.0' }), (open) => open.close())
  await client.connect(transport)
  return client
}

const toolsOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)

describe('the bundle', () => {
  it('is a manifest, an icon and one file of JavaScript', () => {
    const files = readdirSync(unpacked, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.map(({ name }) => name).sort()).toEqual(['icon.png', 'manifest.json', 'stdio-bridge.cjs'])
    expect(manifestIn(unpacked)).toMatchObject({ manifest_version: '0.3', server: { type: 'node' } })
  })

  it('connects to the gateway of the profile that its owner names', async () => {
    const { profile } = await startHeadless(cleanUp, ['--simulator'])
    expect(await toolsOf(await connect(unpacked, { profile }, { GATEHOUSE_NO_LAUNCH: '1' }))).toContain(
      'world_time_get',
    )
  })

  it('built for this computer, it knows the profile and starts the program registered there', async () => {
    const profile = cleanUp.folder()
    const starter = path.join(profile, 'starter.mjs')
    const gateway = JSON.stringify([path.join(dist, 'headless.cjs'), '--profile', profile, '--simulator'])
    writeFileSync(
      starter,
      `import { spawn } from 'node:child_process'\nspawn(process.execPath, ${gateway}, { detached: true, stdio: 'ignore' }).unref()\n`,
    )
    const word = { command: [process.execPath, starter], env: {} }
    writeFileSync(path.join(profile, 'launch.json'), JSON.stringify(word), { mode: 0o600 })
    const bundle = path.join(profile, 'gatehouse.mcpb')
    const bridge = readFileSync(path.join(dist, 'stdio-bridge.cjs'), 'utf8')
    const icon = readFileSync(path.join(root, 'build', 'icon.png'))
    writeFileSync(bundle, makeBundle({ bridge, icon, profile }))
    const client = await connect(await unpack(bundle), {})
    const endpoint = path.join(profile, 'gateway.json')
    await expect.poll(() => existsSync(endpoint)).toBe(true)
    const { pid } = JSON.parse(readFileSync(endpoint, 'utf8')) as { pid: number }
    cleanUp.add(pid, async (started) => {
      process.kill(started)
      await until(() => !isAlive(started))
    })
    await expect.poll(() => toolsOf(client)).toContain('world_time_get')
  })
})
