import { once } from 'node:events'
import { GatewayError } from '@contract/gateway-error.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { core, manifestOf } from '../../../../test/fakes/fake-provider.js'
import { type Agent, serveAgent } from '../../sdk/agent.js'

interface Frame {
  readonly type: string
  readonly correlationId?: string
  readonly success?: boolean
  readonly payload?: { success?: boolean; data?: unknown; error?: { code: string }; eventId?: string }
  readonly error?: { code: string }
  readonly capabilities?: unknown[]
  readonly status?: object
  readonly [name: string]: unknown
}

let agent: Agent
let ran: object[]
let complaints: unknown[]
const sockets: WebSocket[] = []

beforeEach(async () => {
  ran = []
  complaints = []
  agent = await serveAgent({
    port: 0,
    token: 'right',
    info: { id: 'agent-001', name: 'Test', version: '1.0.0' },
    health: () => ({ healthy: true, tps: 20 }),
    onError: (error, capabilityId) => complaints.push([capabilityId, error]),
    capabilities: [
      {
        manifest: core('world.time.get'),
        run: (given) => {
          ran.push(given)
          return { time: 1 }
        },
      },
      {
        manifest: manifestOf({ id: 'ext.test.fail' }),
        run: () => {
          throw new GatewayError('BUSINESS.OPERATION_FAILED', { message: 'Not today.' })
        },
      },
      {
        manifest: manifestOf({ id: 'ext.test.bug' }),
        run: () => {
          throw new Error('/home/hush/secret')
        },
      },
      { manifest: core('player.join') },
    ],
  })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate()
  await agent.close()
})

class Gateway {
  readonly #frames: Frame[] = []
  readonly #waiting: ((frame: Frame) => void)[] = []
  readonly closed: Promise<number>
  constructor(readonly socket: WebSocket) {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('message', (data) => {
      const frame = JSON.parse(data.toString()) as Frame
      const waiting = this.#waiting.shift()
      if (waiting) waiting(frame)
      else this.#frames.push(frame)
    })
    this.closed = once(socket, 'close').then(([code]) => code as number)
  }
  next(): Promise<Frame> {
    const frame = this.#frames.shift()
    return frame ? Promise.resolve(frame) : new Promise((resolve) => this.#waiting.push(resolve))
  }
  say(frame: object): void {
    this.socket.send(JSON.stringify({ id: 'frame-1', timestamp: '2026-01-19T10:30:00Z', ...frame }))
  }
  register(token = 'right'): Promise<Frame> {
    this.say({
      id: 'register-1',
      type: 'register',
      version: '1.0.0',
      gateway: { id: 'g', name: 'G', version: '1.0.0' },
      authentication: { type: 'token', token },
    })
    return this.next()
  }
  request(capabilityId: string, parameters: object = {}): Promise<Frame> {
    this.say({ id: 'request-1', type: 'request', payload: { capabilityId, parameters } })
    return this.next()
  }
}

async function dial(): Promise<Gateway> {
  const gateway = new Gateway(new WebSocket(agent.address))
  await once(gateway.socket, 'open')
  return gateway
}

describe('an agent', () => {
  it('acknowledges a gateway with the right token, and sends its capabilities', async () => {
    const gateway = await dial()
    expect(await gateway.register()).toMatchObject({
      type: 'register_ack',
      correlationId: 'register-1',
      success: true,
      gatewayId: 'g',
      agentInfo: { id: 'agent-001' },
    })
  })

  it.each(['wrong', '', 'righ', 'right '])('refuses the token "%s" with a reason', async (token) => {
    const gateway = await dial()
    expect(await gateway.register(token)).toMatchObject({ success: false, error: { code: 'AUTH.TOKEN_INVALID' } })
    expect(await gateway.closed).toBe(4001)
  })

  it('rejects a page of a browser', async () => {
    const page = new WebSocket(agent.address, { origin: 'https://example.com' })
    sockets.push(page)
    const [error] = await once(page, 'error')
    expect(String(error)).toContain('401')
  })

  it('runs nothing for a gateway that has not registered', async () => {
    const gateway = await dial()
    expect(await gateway.request('world.time.get', { worldName: 'world' })).toMatchObject({
      type: 'error',
      error: { code: 'AUTH.UNAUTHORIZED' },
    })
    expect(await gateway.closed).toBe(4001)
    expect(ran).toEqual([])
  })

  it('runs what it declared, with validated arguments', async () => {
    const gateway = await dial()
    await gateway.register()
    expect(await gateway.request('world.time.get', { worldName: 'world' })).toMatchObject({
      type: 'response',
      correlationId: 'request-1',
      payload: { success: true, data: { time: 1 }, metadata: { serverId: 'agent-001' } },
    })
    expect((await gateway.request('world.time.get', {})).payload?.error?.code).toBe('PROTOCOL.SCHEMA_VALIDATION_FAILED')
    expect(ran).toEqual([{ worldName: 'world' }])
  })

  it.each([
    ['what it does not have', 'ext.test.nothing', 'PROTOCOL.CAPABILITY_NOT_FOUND'],
    ['an event', 'player.join', 'PROTOCOL.UNSUPPORTED_TYPE'],
    ['what fails', 'ext.test.fail', 'BUSINESS.OPERATION_FAILED'],
    ['what has a bug', 'ext.test.bug', 'SYSTEM.INTERNAL_ERROR'],
  ])('responds to a request for %s with an error that contains no secret', async (_what, capabilityId, code) => {
    const gateway = await dial()
    await gateway.register()
    const answer = await gateway.request(capabilityId)
    expect(answer.payload).toMatchObject({ success: false, error: { code } })
    expect(JSON.stringify(answer)).not.toContain('hush')
    expect(complaints).toEqual(code === 'SYSTEM.INTERNAL_ERROR' ? [[capabilityId, new Error('/home/hush/secret')]] : [])
  })

  it('writes its bugs to stderr without an error handler', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => {})
    await agent.close()
    const info = { id: 'a', name: 'A', version: '1.0.0' }
    const run = () => {
      throw new Error('a bug')
    }
    agent = await serveAgent({ port: 0, token: 'right', info, capabilities: [{ manifest: manifestOf(), run }] })
    const gateway = await dial()
    await gateway.register()
    await gateway.request(manifestOf().id)
    expect(written.mock.calls.flat().join(' ')).toMatch(/^\S+: Error: a bug\n\s+at /u)
    written.mockRestore()
  })

  it('reports its health when a heartbeat is requested', async () => {
    const gateway = await dial()
    await gateway.register()
    gateway.say({ id: 'beat-1', type: 'heartbeat' })
    expect(await gateway.next()).toMatchObject({
      type: 'heartbeat_ack',
      correlationId: 'beat-1',
      status: { healthy: true, tps: 20 },
    })
  })

  it('sends events to every registered gateway, and to no other connection', async () => {
    const [one, two, unregistered] = [await dial(), await dial(), await dial()]
    await one.register()
    await two.register()
    agent.emit('player.join', { playerName: 'Alex' })
    for (const gateway of [one, two]) {
      expect(await gateway.next()).toMatchObject({ type: 'event', payload: { eventId: 'player.join' } })
    }
    unregistered.say({ type: 'heartbeat' })
    expect(await unregistered.next()).toMatchObject({ type: 'error' })
  })

  it.each(['nonsense', '[]', '{"type":"register"}'])('responds to %s with an error and continues', async (text) => {
    const gateway = await dial()
    gateway.socket.send(text)
    expect(await gateway.next()).toMatchObject({ type: 'error', error: { code: 'PROTOCOL.INVALID_REQUEST' } })
    expect(await gateway.register()).toMatchObject({ success: true })
  })

  it('disconnects after a frame over the limit, and serves the others', async () => {
    const [large, other] = [await dial(), await dial()]
    large.socket.send('x'.repeat(1_048_577))
    expect(await large.closed).toBe(1009)
    expect(await other.register()).toMatchObject({ success: true })
  })

  it('disconnects all gateways when it closes', async () => {
    const gateway = await dial()
    await gateway.register()
    await agent.close()
    await gateway.closed
    agent = await serveAgent({ port: 0, token: 't', info: { id: 'a', name: 'A', version: '1.0.0' }, capabilities: [] })
  })

  it('reports that its port is in use', async () => {
    const port = Number(new URL(agent.address).port)
    const info = { id: 'a', name: 'A', version: '1.0.0' }
    await expect(serveAgent({ port, token: 't', info, capabilities: [] })).rejects.toThrow(`Port ${port} is in use`)
  })

  it('sends its new offer to registered gateways, and runs the new capabilities', async () => {
    const gateway = await dial()
    await gateway.register()
    const capability = { manifest: manifestOf({ id: 'ext.test.new' }), run: () => ({ shops: 1 }) }
    agent.add(capability)
    expect(await gateway.next()).toMatchObject({
      type: 'capability_update',
      gatewayId: 'g',
      action: 'add',
      capabilities: [{ id: 'ext.test.new', name: 'List the shops' }],
    })
    expect((await gateway.request('ext.test.new')).payload).toMatchObject({ success: true, data: { shops: 1 } })
    agent.update({ manifest: manifestOf({ id: 'ext.test.new', version: '1.1.0' }), run: () => ({ shops: 2 }) })
    expect(await gateway.next()).toMatchObject({ action: 'update', capabilities: [{ version: '1.1.0' }] })
    expect((await gateway.request('ext.test.new')).payload).toMatchObject({ data: { shops: 2 } })
    agent.remove('ext.test.new')
    expect(await gateway.next()).toMatchObject({
      action: 'remove',
      capabilities: [{ id: 'ext.test.new', version: '1.1.0', type: 'context' }],
    })
    expect((await gateway.request('ext.test.new')).payload?.error?.code).toBe('PROTOCOL.CAPABILITY_NOT_FOUND')
  })

  it('sends its current offer to gateways that connect later', async () => {
    agent.remove('ext.test.fail', 'ext.test.bug')
    const { capabilities } = await (await dial()).register()
    expect(capabilities).toMatchObject([{ id: 'world.time.get' }, { id: 'player.join' }])
  })

  it('changes nothing when a change is wrong', async () => {
    const gateway = await dial()
    await gateway.register()
    const known = { manifest: manifestOf({ id: 'ext.test.fail' }), run: () => ({}) }
    const fresh = { manifest: manifestOf({ id: 'ext.test.new' }), run: () => ({}) }
    expect(() => agent.add(fresh, known)).toThrow('ext.test.fail is already offered')
    expect(() => agent.add(fresh, fresh)).toThrow('ext.test.new is declared twice')
    expect(() => agent.update(known, fresh)).toThrow('ext.test.new is not offered')
    expect(() => agent.remove('ext.test.fail', 'ext.test.new')).toThrow('ext.test.new is not offered')
    expect((await gateway.request('ext.test.new')).payload?.error?.code).toBe('PROTOCOL.CAPABILITY_NOT_FOUND')
    expect((await gateway.request('ext.test.fail')).payload?.error?.code).toBe('BUSINESS.OPERATION_FAILED')
  })

  // verifies: agents-sdk
  it('rejects an event that it did not declare, or that does not match its declaration', () => {
    expect(() => agent.emit('player.leave', { playerName: 'Alex' })).toThrow('does not declare player.leave')
    expect(() => agent.emit('world.time.get', {})).toThrow('is not an event')
    expect(() => agent.emit('player.join', { playerName: 5 })).toThrow('player.join has 5 at "/playerName"')
  })

  it('responds to unsupported frames with an error', async () => {
    const gateway = await dial()
    await gateway.register()
    gateway.say({ id: 'event-1', type: 'event', payload: { eventId: 'player.join', data: {} } })
    expect(await gateway.next()).toMatchObject({
      type: 'error',
      correlationId: 'event-1',
      error: { code: 'PROTOCOL.INVALID_REQUEST' },
    })
  })
})
