import { existsSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { parseEndpoint } from '@contract/local/endpoint-file.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { provider } from '../../agents/kit/sdk/provider.js'
import { serveSimulator } from '../../agents/kit/simulator/simulator.js'
import { type OutputLine, Program, temporaryProfile } from '../fakes/headless-program.js'
import { openForEach } from '../fixtures/for-each.js'
import { headlessProgram } from '../fixtures/programs.js'
import { until } from '../fixtures/until.js'

let profile: string
const programs: Program[] = []
const clients: Client[] = []
beforeEach(async () => {
  profile = await temporaryProfile()
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close().catch(() => {})
  for (const program of programs.splice(0)) await program.kill()
  await rm(profile, { recursive: true, force: true })
})

/** Whether the program that was started last has a demo world. */
let isSimulating = false

function start(...args: string[]): Program {
  isSimulating = args.includes('--simulator')
  const program = new Program(headlessProgram(), ['--profile', profile, ...args])
  programs.push(program)
  return program
}

/** Waits for the demo world too: a program on a busy machine may be ready before it. */
async function connect(ready: OutputLine): Promise<Client> {
  const client = new Client({ name: 'test-client', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${ready.token}` } }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', `${ready.http}`), { requestInit }) as Transport,
  )
  clients.push(client)
  if (isSimulating) {
    await until(async () => (await client.listTools()).tools.some(({ name }) => name === 'world_time_get'))
  }
  return client
}

const setTime = (client: Client) =>
  client.callTool({ name: 'world_time_set', arguments: { worldName: 'world', time: 13_000 } })
const codeOf = (result: object): unknown =>
  (result as { structuredContent?: { error?: { code?: string } } }).structuredContent?.error?.code
const endpointFile = () => path.join(profile, 'gateway.json')

/** Asks for a ban of Steve. */
const ban = (client: Client) =>
  client.callTool({ name: 'player_ban', arguments: { playerName: 'Steve', reason: 'Griefing' } })
const settings = () => JSON.parse(readFileSync(path.join(profile, 'settings.json'), 'utf8'))

describe('approvers in the headless program', () => {
  // verifies: promise 14
  it('count as one person until a number is chosen: a critical action needs a typed name', async () => {
    const program = start('--simulator', '--control', 'stdin')
    const client = await connect(await program.next('ready'))
    const banned = ban(client)
    const { id, mustType, needed } = await program.next('approval')
    expect([mustType, needed]).toEqual(['Steve', 1])
    program.send({ approve: id, typed: 'player.ban' })
    await program.next('failure', ({ code }) => code === 'RISK.APPROVAL_NOT_TYPED')
    program.send({ approve: id, typed: 'Steve' })
    expect(await banned).toMatchObject({ structuredContent: { success: true } })
  })

  it('are two people once the command line says so, and the setting is stored', async () => {
    const program = start('--simulator', '--control', 'stdin', '--critical-quorum', '2')
    const client = await connect(await program.next('ready'))
    expect(codeOf(await ban(client))).toBe('E_RISK_OPERATION_BLOCKED')
    expect(settings().criticalQuorum).toBe(2)
  })

  it('are asked about every change in the careful posture, and not about a kick in the specification posture', async () => {
    const careful = start('--simulator', '--control', 'stdin', '--posture', 'careful')
    const weather = { name: 'world_weather_set', arguments: { worldName: 'world', weather: 'rain' } }
    const first = await connect(await careful.next('ready'))
    const changed = first.callTool(weather)
    careful.send({ approve: (await careful.next('approval', ({ risk }) => risk === 'medium')).id })
    expect(await changed).toMatchObject({ structuredContent: { success: true } })
    await careful.kill()
    const specified = start('--simulator', '--control', 'stdin', '--posture', 'specification')
    const second = await connect(await specified.next('ready'))
    const kicked = await second.callTool({ name: 'player_kick', arguments: { playerName: 'Steve' } })
    expect(kicked).toMatchObject({ structuredContent: { success: true } })
    expect(specified.said.filter(({ event }) => event === 'approval')).toEqual([])
    expect(settings()).toMatchObject({ posture: 'specification', builtInRules: {} })
  })
})

describe('the headless program', () => {
  it('prints its address first, and only JSON on stdout', async () => {
    const program = start('--simulator')
    const ready = await program.next('ready')
    expect(program.said[0]).toBe(ready)
    expect(ready).toEqual({
      event: 'ready',
      http: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      token: expect.any(String),
    })
    const { tools } = await (await connect(ready)).listTools()
    expect(tools.map(({ name }) => name)).toContain('world_time_set')
    expect(program.nonsense).toEqual([])
  })

  it('writes its address to a file that only its owner can read, and removes it at the end', async () => {
    const program = start('--simulator')
    const { http, token } = await program.next('ready')
    expect(statSync(endpointFile()).mode & 0o777).toBe(0o600)
    expect(statSync(profile).mode & 0o777).toBe(0o700)
    expect(parseEndpoint(readFileSync(endpointFile(), 'utf8'))).toEqual({
      endpoint: http,
      token,
      pid: program.process.pid,
    })
    program.process.kill('SIGTERM')
    expect(await program.ended()).toBe(0)
    expect(existsSync(endpointFile())).toBe(false)
  })

  // verifies: invariant 8
  it('writes nothing into its profile that others can read, and its token nowhere but into the address', async () => {
    const program = start('--simulator', '--control', 'stdin')
    const ready = await program.next('ready')
    await (await connect(ready)).callTool({ name: 'world_time_get', arguments: { worldName: 'nowhere' } })
    const { readdirSync } = await import('node:fs')
    for (const name of readdirSync(profile)) {
      const file = path.join(profile, name)
      if (!statSync(file).isFile()) continue
      expect(statSync(file).mode & 0o077, name).toBe(0)
      if (name !== 'gateway.json') expect(readFileSync(file).includes(`${ready.token}`), name).toBe(false)
    }
    expect(program.stderr).not.toContain(`${ready.token}`)
  })
})

describe('the process that started it', () => {
  it('approves and denies through stdin', async () => {
    const program = start('--simulator', '--control', 'stdin')
    const client = await connect(await program.next('ready'))

    const approved = setTime(client)
    const first = await program.next('approval')
    expect(first).toMatchObject({
      capabilityId: 'world.time.set',
      server: 'Demo world',
      risk: 'high',
      caller: 'test-client',
      arguments: { worldName: 'world', time: 13_000 },
    })
    program.send({ approve: first.id })
    expect(await program.next('approval-closed')).toMatchObject({ id: first.id, outcome: 'approved' })
    expect(await approved).toMatchObject({ structuredContent: { success: true, data: { time: 13_000 } } })

    const denied = setTime(client)
    const second = await program.next('approval')
    program.send({ deny: second.id })
    expect(await program.next('approval-closed')).toMatchObject({ id: second.id, outcome: 'denied' })
    expect(codeOf(await denied)).toBe('E_RISK_APPROVAL_REJECTED')
  })

  it('is notified of every invalid line, and the program continues', async () => {
    const program = start('--simulator', '--control', 'stdin')
    const client = await connect(await program.next('ready'))
    const bad = [
      'nonsense',
      '{}',
      '[]',
      'null',
      '{"approve":5}',
      '{"approve":"a","deny":"a"}',
      '{"allow":"a"}',
      '{"approve":"unknown"}',
    ]
    for (const line of bad) program.send(line)
    program.send('')
    for (const line of bad) {
      expect(await program.next('failure'), line).toMatchObject({
        code: line.includes('unknown') ? 'RISK.APPROVAL_CLOSED' : 'PROTOCOL.INVALID_REQUEST',
        suggestion: expect.any(String),
      })
    }
    const call = setTime(client)
    program.send({ deny: (await program.next('approval')).id })
    expect(codeOf(await call)).toBe('E_RISK_APPROVAL_REJECTED')
  })

  it('ends it by closing stdin, and open requests are denied', async () => {
    const program = start('--simulator', '--control', 'stdin')
    const client = await connect(await program.next('ready'))
    void setTime(client).catch(() => {})
    await program.next('approval')
    program.process.stdin.end()
    expect(await program.next('approval-closed')).toMatchObject({ outcome: 'denied' })
    expect(await program.ended()).toBe(0)
  })

  it('may be absent: requests that need a person are denied, and the rest works', async () => {
    const program = start('--simulator')
    const client = await connect(await program.next('ready'))
    expect(codeOf(await setTime(client))).toBe('E_PERMISSION_APPROVAL_REQUIRED')
    expect(await program.next('approval-closed')).toMatchObject({ outcome: 'denied' })
    expect(codeOf(await client.callTool({ name: 'player_list', arguments: {} }))).toBeUndefined()
    expect(program.said.filter(({ event }) => event === 'approval')).toHaveLength(1)
  })
})

describe('one profile', () => {
  it('is used by one program: a second start exits with 3 and changes nothing', async () => {
    const first = start('--simulator')
    const ready = await first.next('ready')
    const second = start('--simulator')
    expect(await second.ended()).toBe(3)
    expect(second.said).toEqual([])
    expect(second.stderr).toContain('already running')
    expect(existsSync(endpointFile())).toBe(true)
    const { tools } = await (await connect(ready)).listTools()
    expect(tools.map(({ name }) => name)).toContain('world_time_get')
  })

  it('can be used again after its program was killed', async () => {
    const first = start('--simulator')
    await first.next('ready')
    await first.kill()
    expect(existsSync(endpointFile())).toBe(true)
    const second = start('--simulator')
    const { http, token } = await second.next('ready')
    expect(parseEndpoint(readFileSync(endpointFile(), 'utf8'))).toMatchObject({ endpoint: http, token })
  })

  it('can be used again at once after its program was asked to end', async () => {
    const first = start()
    await first.next('ready')
    first.process.kill('SIGINT')
    expect(await first.ended()).toBe(0)
    await start().next('ready')
  })
})

describe('agents from the command line', () => {
  const good = openForEach(() => serveSimulator({ port: 0, token: 'right', name: 'Good world' }))
  const goodIsOnline = (program: Program) =>
    program.next('server', ({ server, state }) => server === 'Good world' && state === 'online')

  it('do not affect each other: one with a wrong token, one that is absent, one that answers', async () => {
    const strict = await serveSimulator({ port: 0, token: 'right', name: 'Strict world' })
    const gone = await serveSimulator({ port: 0, token: 'right' })
    await gone.close()
    try {
      const agents = [
        [strict.address, 'wrong'],
        [gone.address, 'right'],
        [good().address, 'right'],
      ].flatMap(([address, token]) => ['--agent', `${address}`, '--agent-token', `${token}`])
      const program = start(...agents)
      const client = await connect(await program.next('ready'))
      await goodIsOnline(program)
      const result = await client.callTool({ name: 'player_list', arguments: {} })
      expect(result).toMatchObject({ structuredContent: { success: true } })
      expect(program.stderr).not.toContain('"right"')
    } finally {
      await strict.close()
    }
  })

  it('are accepted as first seen; later additions wait until stdin accepts them, also after a restart', async () => {
    const args = ['--control', 'stdin', '--agent', good().address, '--agent-token', 'right']
    const sell = { id: 'ext.shop.sell', name: 'Sell', description: 'Sells an item.' }
    const program = start(...args)
    const client = await connect(await program.next('ready'))
    await goodIsOnline(program)
    const selling = () => client.callTool({ name: 'ext_shop_sell', arguments: {} })
    good().add(provider({ id: 'shop', name: 'Shop' }).context(sell, () => ({})))
    const waiting = await program.next('quarantine')
    expect(waiting).toMatchObject({ server: 'Good world', capabilities: [{ id: sell.id, reason: 'new', risk: 'low' }] })
    expect(codeOf(await selling())).toBe('E_RISK_OPERATION_BLOCKED')
    program.send({ accept: waiting.id })
    expect(await program.next('quarantine')).toMatchObject({ id: waiting.id, capabilities: [] })
    expect(await selling()).toMatchObject({ structuredContent: { success: true } })
    program.process.kill('SIGTERM')
    await program.ended()

    good().update(provider({ id: 'shop', name: 'Shop' }).context({ ...sell, description: 'Gives away.' }, () => ({})))
    const second = start(...args)
    expect(await second.next('quarantine')).toMatchObject({ capabilities: [{ id: sell.id, reason: 'changed' }] })
  })

  it.each([
    ['without a token', ['--agent', 'ws://127.0.0.1:1']],
    ['that is no address', ['--agent', 'http://127.0.0.1:1', '--agent-token', 't']],
    ['that is nonsense', ['--agent', 'nonsense', '--agent-token', 't']],
  ])('%s end it with 2 and a sentence', async (_what, args) => {
    const program = start(...args)
    expect(await program.ended()).toBe(2)
    expect(program.said).toEqual([])
    expect(program.stderr.trim()).not.toBe('')
    expect(program.stderr).not.toMatch(/^\s+at /mu)
  })
})

it.each([
  [['--http-port', 'x']],
  [['--http-port', '65536']],
  [['--control', 'keyboard']],
  [['--no-such-option']],
  [['stray']],
])('an invalid command line %j ends it with 2, a sentence and the way to the options', async (args) => {
  const program = start(...args)
  expect(await program.ended()).toBe(2)
  expect(program.stderr).toMatch(/^[^\n]+\nTry: headless\.cjs --help\n$/u)
})

describe('shutting down', () => {
  it('ends soon after SIGTERM, even with a waiting call and open streams', async () => {
    const program = start('--simulator', '--control', 'stdin')
    const client = await connect(await program.next('ready'))
    void setTime(client).catch(() => {})
    await program.next('approval')
    const asked = performance.now()
    program.process.kill('SIGTERM')
    expect(await program.ended()).toBe(0)
    // The call would wait for minutes, and the streams have no end.
    expect(performance.now() - asked).toBeLessThan(15_000)
    expect(existsSync(endpointFile())).toBe(false)
  })

  it('ends at once on a second signal', async () => {
    const program = start('--simulator')
    await program.next('ready')
    program.process.kill('SIGTERM')
    program.process.kill('SIGTERM')
    expect(await program.ended()).toBe(0)
  })
})
