import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defaultSettings } from '@shared/program/settings.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serveSimulator } from '../../../agents/kit/simulator/simulator.js'
import { runCommandLine } from '../../../src-main/cli/command-line.js'
import { merged, serverMatching } from '../../../src-main/cli/servers/known-servers.js'
import { queuedResults } from '../../../src-main/storage/command-queue.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { terminal } from '../../fixtures/terminal.js'

let profile: string
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-servers-'))
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

const address = 'ws://127.0.0.1:9911'

interface Given {
  readonly token?: string
  readonly stdin?: string
  readonly files?: Readonly<Record<string, string>>
}

async function gatehouse(args: readonly string[], { token, stdin, files = {} }: Given = {}) {
  const screen = terminal({ ...files, ...(stdin !== undefined && { '-': stdin }) })
  const environment = token === undefined ? {} : { GATEHOUSE_TOKEN: token }
  const code = await runCommandLine(['servers', ...args, '--profile', profile], { ...screen, environment })
  return { code, said: screen.said.join('\n'), complained: screen.complained.join('\n') }
}

const orders = () => queuedResults(profile).map(({ order }) => order)

describe('gatehouse servers add', () => {
  it.each([
    ['the environment', [], { token: 'sekrit' }],
    ['standard input', ['--token-stdin'], { stdin: 'sekrit\n' }],
    ['a file', ['--token-file', 'token.txt'], { files: { 'token.txt': 'sekrit\n' } }],
    ['the command line', ['--token', 'sekrit'], {}],
  ])('queues a server with the token of %s, and never prints it', async (where, args, given) => {
    const { code, said, complained } = await gatehouse(['add', 'Survival', address, ...args], given)
    expect(code).toBe(0)
    expect(orders()).toEqual([{ kind: 'add', server: { name: 'Survival', address }, secrets: { token: 'sekrit' } }])
    expect(said).toContain('it is added when Gatehouse starts')
    expect(said + complained).not.toContain('sekrit')
    expect(complained.includes('Other users of this computer can see')).toBe(where === 'the command line')
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
    ['Expected add, list, test, remove or setup, got lst', ['lst']],
  ])('says "%s"', async (words, args) => {
    const { code, complained } = await gatehouse(args)
    expect(code).toBe(2)
    expect(complained).toContain(words)
    expect(orders()).toEqual([])
  })
})

describe('gatehouse servers list and remove', () => {
  const settings = (...servers: readonly object[]) =>
    writeFileSync(path.join(profile, 'settings.json'), JSON.stringify({ ...defaultSettings, servers }))

  it('list those of the settings and those that wait', async () => {
    settings({ id: 'a:1', name: 'Old', address: 'ws://a:1' })
    await gatehouse(['add', 'New', address], { token: 't' })
    const { said } = await gatehouse(['list', '--json'])
    expect(JSON.parse(said)).toEqual({
      running: false,
      servers: [
        { id: 'a:1', name: 'Old', address: 'ws://a:1', origin: 'settings', handedOver: [] },
        { id: '127.0.0.1:9911', name: 'New', address, origin: 'handed-over', handedOver: ['add'] },
      ],
    })
    expect((await gatehouse(['list'])).said).toContain('New  ws://127.0.0.1:9911  queued')
  })

  it('withdraw a command that was not drained yet', async () => {
    await gatehouse(['add', 'New', address], { token: 't' })
    expect(await gatehouse(['remove', 'New'])).toMatchObject({ code: 0, said: 'New (127.0.0.1:9911) is removed.' })
    expect(orders()).toEqual([])
  })

  it('queue the removal of a server of the settings, by name, id or address', async () => {
    settings({ id: 'a:1', name: 'Old', address: 'ws://a:1' })
    for (const text of ['Old', 'a:1', 'ws://a:1']) {
      expect(await gatehouse(['remove', text, '--json'])).toMatchObject({ code: 0 })
      expect(orders()).toEqual([{ kind: 'remove', id: 'a:1' }])
    }
    expect((await gatehouse(['list'])).said).toContain('to be removed')
  })

  it('report what a known address replaces', async () => {
    settings({ id: '127.0.0.1:9911', name: 'Old', address })
    const { said } = await gatehouse(['add', 'New', address], { token: 't' })
    expect(said).toContain('It replaces "Old", which had this address.')
    const json = await gatehouse(['add', 'Newer', address, '--json'], { token: 't' })
    expect(JSON.parse(json.said)).toEqual({ id: '127.0.0.1:9911', outcome: 'waits', replaced: 'New', running: false })
  })

  it('list the known servers when none matches', async () => {
    settings({ id: 'a:1', name: 'Old', address: 'ws://a:1' })
    const { code, complained } = await gatehouse(['remove', 'Odl'])
    expect(code).toBe(2)
    expect(complained).toContain('No server "Odl". Known servers: "Old" (a:1).')
  })

  it('create no profile, and repair none', async () => {
    const list = terminal()
    expect(await runCommandLine(['servers', 'list', '--profile', path.join(profile, 'none')], list)).toBe(2)
    expect(list.complained.join()).toContain('No profile')
    writeFileSync(path.join(profile, 'settings.json'), '{')
    expect((await gatehouse(['list'])).complained).toContain('Cannot read the settings')
  })

  it('ask which is meant when several have one name', () => {
    const known = merged(
      [
        { id: 'a:1', name: 'Same', address: 'ws://a:1' },
        { id: 'b:1', name: 'Same', address: 'ws://b:1' },
      ],
      [],
      [{ id: 'a:1', name: 'Same', state: 'online', software: 'Paper 1.20.4', waiting: 3 }],
    )
    expect(known[0]).toMatchObject({ origin: 'settings', state: 'online', software: 'Paper 1.20.4', unaccepted: 3 })
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
    await gatehouse(['add', 'Waiting', agent.address], { token: 'sekrit' })
    expect((await gatehouse(['test', 'Waiting'])).code).toBe(0)
    for (const { said, complained } of [good, json, wrong]) expect(said + complained).not.toContain('sekrit')
    await agent.close()
  })

  it('uses the token that is given, and not the one that was handed over', async () => {
    const agent = await serveSimulator({ port: 0, token: 'new', clock: new FakeClock() })
    await gatehouse(['add', 'Waiting', agent.address], { token: 'old' })
    expect(await gatehouse(['test', 'Waiting'])).toMatchObject({ code: 1 })
    expect(await gatehouse(['test', 'Waiting', '--token', 'new'])).toMatchObject({ code: 0 })
    expect(await gatehouse(['test', 'Waiting', '--token-stdin'], { stdin: 'new\n' })).toMatchObject({ code: 0 })
    await agent.close()
  })

  it('takes what the list shows: an address, or an id', async () => {
    const agent = await serveSimulator({ port: 0, token: 't', clock: new FakeClock() })
    await gatehouse(['add', 'Waiting', agent.address], { token: 't' })
    expect((await gatehouse(['list'])).said).toContain(agent.address)
    expect((await gatehouse(['test', agent.address])).code).toBe(0)
    expect((await gatehouse(['test', new URL(agent.address).host])).code).toBe(0)
    await agent.close()
  })

  it('reports that nothing listens there', async () => {
    const { code, complained } = await gatehouse(['test', 'ws://127.0.0.1:1'], { token: 't' })
    expect(code).toBe(1)
    expect(complained).toContain('SYSTEM.SERVICE_UNAVAILABLE')
  })
})
