import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConnectionScene, isState } from '../../fakes/connection-scene.js'
import { endOf } from '../../fakes/gateway-under-test.js'
import { until } from '../../fixtures/until.js'

let scene: ConnectionScene

beforeEach(async () => {
  scene = await ConnectionScene.open()
})

afterEach(() => scene.end())

describe('an agent that is asked for a backup', () => {
  // verifies: calls-timeouts
  it('has hours for a backup, and the usual time for other calls', async () => {
    await scene.online()
    const link = scene.gateway.registry.link('raw')
    expect(link?.timeoutMsOf?.('system.backup')).toBe(6 * 3_600_000)
    expect(link?.timeoutMsOf?.('player.list')).toBeUndefined()
  })
})

describe('an agent that answers a request', () => {
  it.each<[string, (id: string) => void]>([
    ['with no JSON', () => scene.agent.sendText('{"id":')],
    ['with bytes', () => scene.agent.sendBytes(new Uint8Array([123, 125]))],
    [
      'with a wrong type',
      (id) => scene.agent.send({ type: 'response', correlationId: id, payload: { success: 'yes' } }),
    ],
    [
      'with a list for data',
      (id) => scene.agent.send({ type: 'response', correlationId: id, payload: { success: true, data: [] } }),
    ],
    [
      'with data that is not what it declared',
      (id) =>
        scene.agent.send({ type: 'response', correlationId: id, payload: { success: true, data: { online: 'many' } } }),
    ],
  ])('%s is an invalid response, and the next call works', async (_what, answer) => {
    await scene.online()
    scene.agent.onRequest = ({ id }) => answer(id)
    expect(endOf(await scene.call())).toBe('PROTOCOL.INVALID_RESPONSE')
    scene.agent.onRequest = (frame) => scene.agent.respond(frame)
    expect(endOf(await scene.call())).toBe('done')
  })

  it('with an error ends the call with its cleaned message', async () => {
    await scene.online()
    scene.agent.onRequest = (frame) =>
      scene.agent.respond(frame, {
        success: false,
        error: {
          code: 'BUSINESS.PLAYER_OFFLINE',
          message: 'St\u202eeve is §coffline\u0007',
          suggestion: 'Wait\u200b',
          details: { player: 'St\u202eeve' },
        },
      })
    const { outcome } = await scene.call()
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'BUSINESS.PLAYER_OFFLINE' } })
    const reported = outcome.kind === 'failed' ? JSON.stringify(outcome.error.toContract()) : ''
    expect(reported).toContain('Steve is offline')
    expect(reported).not.toMatch(/\u202e|\\u0007|\u200b|§c/)
  })

  it('with an unknown error code fails, and the code is reported', async () => {
    await scene.online()
    scene.agent.onRequest = (frame) =>
      scene.agent.respond(frame, { success: false, error: { code: 'SHOP.CLOSED', message: 'Closed.' } })
    expect((await scene.call()).outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'BUSINESS.OPERATION_FAILED', message: 'Closed.', details: { providerCode: 'SHOP.CLOSED' } },
    })
  })

  // verifies: frames-error
  it('with an error frame ends that call', async () => {
    await scene.online()
    scene.agent.onRequest = ({ id }) =>
      scene.agent.send({ type: 'error', correlationId: id, error: { code: 'SYSTEM.RATE_LIMITED', message: 'Slower.' } })
    expect(endOf(await scene.call())).toBe('SYSTEM.RATE_LIMITED')
  })

  // verifies: frames-error
  it('with an error frame that names no call ends the only open one', async () => {
    await scene.online()
    const error = { code: 'SYSTEM.RATE_LIMITED', message: 'Slower.' }
    scene.agent.onRequest = () => scene.agent.send({ type: 'error', error })
    expect(endOf(await scene.call())).toBe('SYSTEM.RATE_LIMITED')
    scene.agent.send({ type: 'error', error })
    await until(() => scene.log.lines.some(({ message }) => message === 'an agent reports an error'))
  })

  // verifies: frames-response
  it('twice is counted once', async () => {
    await scene.online()
    scene.agent.onRequest = (frame) => {
      scene.agent.respond(frame)
      scene.agent.respond(frame, { success: false, error: { code: 'BUSINESS.OPERATION_FAILED', message: 'No.' } })
    }
    expect(endOf(await scene.call())).toBe('done')
    expect(endOf(await scene.call())).toBe('done')
    await until(() => scene.log.lines.some(({ message }) => message === 'a response arrived after its call ended'))
    expect(scene.server()?.state).toBe('online')
  })

  it('too late is ignored, since the call has ended', async () => {
    await scene.online()
    scene.agent.onRequest = () => {}
    const late = scene.call()
    const frame = await scene.agent.next('request')
    await scene.clock.advance(10_000)
    expect(endOf(await late)).toBe('SYSTEM.TIMEOUT')
    scene.agent.respond(frame)
    scene.agent.onRequest = (request) => scene.agent.respond(request)
    expect(endOf(await scene.call())).toBe('done')
    expect(scene.log.lines.some(({ message }) => message === 'a response arrived after its call ended')).toBe(true)
  })

  it('too late or twice, however often, stays connected', async () => {
    await scene.online()
    scene.agent.onRequest = (frame) => {
      for (let copy = 0; copy < 30; copy++) scene.agent.respond(frame)
    }
    expect(endOf(await scene.call())).toBe('done')
    expect(endOf(await scene.call())).toBe('done')
    expect(scene.server()?.state).toBe('online')
    expect(scene.log.problems.length).toBeLessThanOrEqual(10)
  })

  it('that belongs to no request is ignored', async () => {
    await scene.online()
    scene.agent.send({ type: 'response', correlationId: 'never-asked', payload: { success: true, data: {} } })
    expect(endOf(await scene.call())).toBe('done')
  })

  it('with a frame over the limit is disconnected, and the call fails', async () => {
    await scene.online()
    scene.agent.onRequest = (frame) =>
      scene.agent.respond(frame, { success: true, data: { padding: 'x'.repeat(1_048_576) } })
    expect(endOf(await scene.call())).toBe('PROTOCOL.INVALID_RESPONSE')
    await scene.serverIs(isState('offline'))
  })

  it('by disconnecting fails the call at once, and the error says that it may have been done', async () => {
    await scene.online()
    scene.agent.onRequest = () => scene.agent.vanish()
    expect((await scene.call()).outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'SYSTEM.SERVICE_UNAVAILABLE', suggestion: expect.stringContaining('may have been done') },
    })
    expect(endOf(await scene.call())).toBe('SYSTEM.SERVICE_UNAVAILABLE')
  })

  it('by closing the connection properly fails every waiting call', async () => {
    await scene.online()
    scene.agent.onRequest = () => {}
    const waiting = [scene.call(), scene.call(), scene.call()]
    await scene.agent.next('request')
    scene.agents.remove('raw')
    for (const one of waiting) expect(endOf(await one)).toBe('SYSTEM.SERVICE_UNAVAILABLE')
  })
})
