import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { defaultSettings } from '@shared/program/settings.js'
import { describe, expect, it } from 'vitest'
import { serveSimulator } from '../../../agents/kit/simulator/simulator.js'
import { runCommandLine } from '../../../src-main/cli/command-line.js'
import { serverMatching } from '../../../src-main/cli/servers/server-named.js'
import { listServers } from '../../../src-main/owner/orders/servers.js'
import { programOf } from '../../../src-main/storage/single-instance.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { folderForEach } from '../../fixtures/for-each.js'
import { serveServers } from '../../fixtures/serve-servers.js'
import { terminal } from '../../fixtures/terminal.js'

const profile = folderForEach()

const address = 'ws://127.0.0.1:9911'

interface Given {
  readonly token?: string
  readonly stdin?: string
  readonly files?: Readonly<Record<string, string>>
}

async function gatehouse(args: readonly string[], { token, stdin, files = {} }: Given = {}) {
  const screen = terminal({ ...files, ...(stdin !== undefined && { '-': stdin }) })
  const environment = token === undefined ? {} : { GATEHOUSE_TOKEN: token }
  const code = await runCommandLine(['servers', ...args, '--profile', profile()], { ...screen, environment })
  return { code, said: screen.said.join('\n'), complained: screen.complained.join('\n') }
}

describe('gatehouse servers add', () => {
  it.each([
    ['the environment', [], { token: 'sekrit' }],
    ['standard input', ['--token-stdin'], { stdin: 'sekrit\n' }],
    ['a file', ['--token-file', 'token.txt'], { files: { 'token.txt': 'sekrit\n' } }],
    ['the command line', ['--token', 'sekrit'], {}],
  ])('adds a server with the token of %s, and never prints it', async (where, args, given) => {
    const program = await serveServers(profile())
    const { code, said, complained } = await gatehouse(['add', 'Survival', address, ...args], given)
    await program.stop()
    expect(code).toBe(0)
    expect(program.added).toEqual([{ server: { name: 'Survival', address }, secrets: { token: 'sekrit' } }])
    expect(said).toBe('Survival (127.0.0.1:9911) is added. Accept its actions in the window.')
    expect(said + complained).not.toContain('sekrit')
    expect(complained.includes('Other users of this computer can see')).toBe(where === 'the command line')
  })

  it('says how a program without a window takes the acceptance, and that it keeps no token', async () => {
    const program = await serveServers(profile(), 'headless')
    program.state.isRemembered = false
    const { said } = await gatehouse(['add', 'Survival', address], { token: 't' })
    expect(said).toContain(
      'Accept its actions in the window of an owner, or write to the standard input of the program: {"accept":"127.0.0.1:9911"}',
    )
    expect(said).toContain('its token is lost when Gatehouse stops')
    const json = await gatehouse(['add', 'Newer', address, '--json'], { token: 't' })
    expect(JSON.parse(json.said)).toEqual({
      id: '127.0.0.1:9911',
      outcome: 'done',
      replaced: 'Survival',
      remembered: false,
      withoutWindow: true,
    })
    await program.stop()
  })

  it('leaves no token anywhere when no program can keep it', async () => {
    const { code, complained } = await gatehouse(['add', 'Survival', address], { token: 'sekrit' })
    expect(code).toBe(2)
    expect(complained).toContain('is not running with this profile and cannot be started: there is no desktop here')
    for (const name of readdirSync(profile())) {
      expect(readFileSync(path.join(profile(), name), 'latin1')).not.toContain('sekrit')
    }
  })

  it.each([
    ['Write it as ws://HOST:PORT, for example ws://192.168.1.20:8765', ['add', 'a', 'example.org']],
    ['Expected NAME and ADDRESS, got a', ['add', 'a']],
    ['A name has 1 to 64 characters', ['add', 'a'.repeat(65), address]],
    ['The token of the agent is missing: use --token-file, --token-stdin or GATEHOUSE_TOKEN', ['add', 'a', address]],
    ['The token is empty', ['add', 'a', address, '--token', ' ']],
    ['A token cannot contain line breaks', ['add', 'a', address, '--token', 'one\ntwo']],
    ['Use only one of --token-file', ['add', 'a', address, '--token', 'x', '--token-stdin']],
    ['Use only one of --token-file', ['add', 'a', address, '--token-file', 'x', '--token-stdin']],
    ['gone: there is no such file', ['add', 'a', address, '--token-file', 'gone']],
    ['Expected add, list, test, start, stop, restart, remove or setup, got lst', ['lst']],
  ])('says "%s"', async (words, args) => {
    const { code, complained } = await gatehouse(args)
    expect(code).toBe(2)
    expect(complained).toContain(words)
  })
})

const settings = (...servers: readonly object[]) =>
  writeFileSync(path.join(profile(), 'settings.json'), JSON.stringify({ ...defaultSettings, servers }))

describe('gatehouse servers list and remove', () => {
  it('list those of the settings when no program runs, and end the one that was started', async () => {
    settings({ id: 'a:1', name: 'Old', address: 'ws://a:1' })
    expect(JSON.parse((await gatehouse(['list', '--json'])).said)).toEqual({
      running: false,
      servers: [{ id: 'a:1', name: 'Old', address: 'ws://a:1', origin: 'settings' }],
    })
    expect((await gatehouse(['list'])).said).toBe('not running  Old  ws://a:1')
    expect(await programOf(profile())).toBeUndefined()
  })

  it('list those of a running program with their state', async () => {
    const program = await serveServers(profile(), 'headless')
    program.listed.push({ id: 'a:1', name: 'Old', origin: 'running', state: 'online', unaccepted: 3 })
    expect(JSON.parse((await gatehouse(['list', '--json'])).said)).toEqual({
      running: true,
      servers: [{ id: 'a:1', name: 'Old', origin: 'running', state: 'online', unaccepted: 3 }],
    })
    expect((await gatehouse(['list'])).said).toBe('online  Old  a:1  3 capabilities to accept  not saved')
    await program.stop()
  })

  it('remove a server by name, id or address', async () => {
    const program = await serveServers(profile())
    program.listed.push({ id: 'a:1', name: 'Old', address: 'ws://a:1', origin: 'settings' })
    for (const text of ['Old', 'a:1', 'ws://a:1']) {
      expect(await gatehouse(['remove', text])).toMatchObject({ code: 0, said: 'Old (a:1) is removed.' })
    }
    expect(program.removed).toEqual(['a:1', 'a:1', 'a:1'])
    await program.stop()
  })

  it('remove a server of the settings when no program runs', async () => {
    settings({ id: 'a:1', name: 'Old', address: 'ws://a:1' })
    expect(await gatehouse(['remove', 'Old'])).toMatchObject({ code: 0 })
    expect((await gatehouse(['list'])).said).toContain('No servers.')
  })

  it('report what a known address replaces', async () => {
    const program = await serveServers(profile())
    program.listed.push({ id: '127.0.0.1:9911', name: 'Old', address, origin: 'settings' })
    const { said } = await gatehouse(['add', 'New', address], { token: 't' })
    expect(said).toContain('It replaces "Old", which had this address.')
    await program.stop()
  })

  it('list the known servers when none matches', async () => {
    settings({ id: 'a:1', name: 'Old', address: 'ws://a:1' })
    const { code, complained } = await gatehouse(['remove', 'Odl'])
    expect(code).toBe(2)
    expect(complained).toContain('No server "Odl". Known servers: "Old" (a:1).')
  })

  it('create no profile, and repair none', async () => {
    const list = terminal()
    expect(await runCommandLine(['servers', 'list', '--profile', path.join(profile(), 'none')], list)).toBe(2)
    expect(list.complained.join()).toContain('No profile')
    writeFileSync(path.join(profile(), 'settings.json'), '{')
    expect((await gatehouse(['list'])).complained).toContain('Cannot read the settings')
  })

  it('ask which is meant when several have one name', () => {
    const running = { id: 'a:1', name: 'Same', kind: 'agent', state: 'online', software: 'Paper 1.20.4' } as const
    const known = listServers(
      [{ ...running, capabilities: [], refused: [] }],
      [
        { id: 'a:1', name: 'Same', address: 'ws://a:1' },
        { id: 'b:1', name: 'Same', address: 'ws://b:1' },
      ],
    )
    expect(known[0]).toMatchObject({ origin: 'settings', state: 'online', software: 'Paper 1.20.4' })
    expect(() => serverMatching(known, 'Same')).toThrow('Use the id (a:1, b:1)')
    expect(serverMatching(known, 'b:1')).toBe(known[1])
  })
})

describe('gatehouse servers test', () => {
  it('prints what an agent is and offers, and never the token', async () => {
    const agent = await serveSimulator({ port: 0, token: 'sekrit', clock: new FakeClock() })
    const good = await gatehouse(['test', agent.address], { token: 'sekrit' })
    expect(good).toMatchObject({ code: 0, said: expect.stringContaining('Demo world, Simulator 1.20.4, agent 0.1.0') })
    expect(good.said).toMatch(/30 capabilities, 0 refused\nregistered in [\d.]+ ms, heartbeat in [\d.]+ ms/u)
    const json = await gatehouse(['test', agent.address, '--json'], { token: 'sekrit' })
    expect(JSON.parse(json.said)).toMatchObject({ ok: true, capabilities: 30, refused: [] })
    const wrong = await gatehouse(['test', agent.address], { token: 'wrong' })
    expect(wrong).toMatchObject({ code: 1, complained: expect.stringContaining('AUTH.TOKEN_INVALID') })
    for (const { said, complained } of [good, json, wrong]) expect(said + complained).not.toContain('sekrit')
    await agent.close()
  })

  it('takes what the list shows: an address, an id or a name', async () => {
    const agent = await serveSimulator({ port: 0, token: 't', clock: new FakeClock() })
    const { host } = new URL(agent.address)
    settings({ id: host, name: 'Mine', address: agent.address })
    expect((await gatehouse(['list'])).said).toContain(agent.address)
    for (const text of [agent.address, host, 'Mine']) {
      expect((await gatehouse(['test', text], { token: 't' })).code).toBe(0)
      expect((await gatehouse(['test', text, '--token', 'wrong'])).code).toBe(1)
    }
    await agent.close()
  })

  it('reports that nothing listens there', async () => {
    const { code, complained } = await gatehouse(['test', 'ws://127.0.0.1:1'], { token: 't' })
    expect(code).toBe(1)
    expect(complained).toContain('SYSTEM.SERVICE_UNAVAILABLE')
  })
})
