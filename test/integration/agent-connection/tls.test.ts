import { GatewayError } from '@contract/gateway-error.js'
import { afterEach, describe, expect, it } from 'vitest'
import { ConnectionScene, isState } from '../../fakes/connection-scene.js'
import { endOf } from '../../fakes/gateway-under-test.js'
import { RawAgent } from '../../fakes/raw-agent.js'
import { first, second } from '../../fixtures/certificates.js'

let scene: ConnectionScene

afterEach(() => scene.end())

/** The same server, back with another certificate. */
async function replaceCertificate(identity: typeof first): Promise<void> {
  const { port } = scene.agent
  await scene.agent.closeNow()
  await scene.serverIs(isState('offline'))
  scene.agent = await RawAgent.listen({ port, identity })
}

/** Whether the current server received the token, or anything else. */
const wasContacted = (): boolean => scene.agent.connections > 0

async function refused(): Promise<void> {
  scene.add()
  await scene.serverIs(isState('offline'))
}

describe('a certificate', () => {
  it('of a trusted authority is accepted without a question', async () => {
    scene = await ConnectionScene.open({ authorities: [first.cert] }, { identity: first })
    scene.add({ address: `wss://localhost:${scene.agent.port}` })
    await scene.serverIs(isState('online'))
    expect(endOf(await scene.call())).toBe('done')
  })

  it('of a trusted authority, but for another host, is rejected', async () => {
    scene = await ConnectionScene.open({ authorities: [first.cert] }, { identity: first })
    await refused()
    expect(scene.server()?.problem).toMatchObject({
      code: 'AUTH.CERTIFICATE_UNKNOWN',
      details: { fingerprint: first.fingerprint, reason: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    })
    expect(wasContacted()).toBe(false)
  })

  // verifies: agents-connection
  it('that is not trusted is shown by its fingerprint, and no token is sent', async () => {
    scene = await ConnectionScene.open({}, { identity: first })
    await refused()
    expect(scene.server()?.problem).toMatchObject({
      code: 'AUTH.CERTIFICATE_UNKNOWN',
      details: { fingerprint: first.fingerprint, reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    })
    expect(first.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
    expect(wasContacted()).toBe(false)
    await scene.clock.advance(59_999)
    expect(wasContacted()).toBe(false)
  })

  it('that a person trusts is connected at once', async () => {
    scene = await ConnectionScene.open({}, { identity: first })
    await refused()
    scene.agents.trust('raw', first.fingerprint)
    await scene.serverIs(isState('online'))
    expect(scene.server()).not.toHaveProperty('problem')
    expect(endOf(await scene.call())).toBe('done')
  })

  it('that a person trusts during a reconnect is used by a new attempt at once', async () => {
    scene = await ConnectionScene.open({}, { identity: first })
    await refused()
    await scene.clock.advance(60_000)
    scene.agents.trust('raw', first.fingerprint)
    await scene.serverIs(isState('online'))
    expect(scene.agent.connections).toBe(1)
    expect(endOf(await scene.call())).toBe('done')
  })

  it('is trusted by the fingerprint that was seen, and by no other', async () => {
    scene = await ConnectionScene.open({}, { identity: first })
    await refused()
    expect(() => scene.agents.trust('raw', second.fingerprint)).toThrow(GatewayError)
    expect(() => scene.agents.trust('nobody', first.fingerprint)).toThrow(GatewayError)
    await scene.clock.advance(1_000)
    expect(scene.server()?.state).toBe('offline')
    expect(wasContacted()).toBe(false)
  })

  it('cannot be trusted while the server has shown none', async () => {
    scene = await ConnectionScene.open()
    await scene.online()
    expect(() => scene.agents.trust('raw', first.fingerprint)).toThrow(GatewayError)
  })

  it('that is pinned is accepted with any host name', async () => {
    scene = await ConnectionScene.open({}, { identity: second })
    scene.add({ certificate: second.fingerprint })
    await scene.serverIs(isState('online'))
  })

  it('that replaces a pinned one is rejected with both fingerprints until a person trusts it', async () => {
    scene = await ConnectionScene.open({}, { identity: first })
    scene.add({ certificate: first.fingerprint })
    await scene.serverIs(isState('online'))
    await replaceCertificate(second)
    await scene.clock.advance(1_000)
    await scene.serverIs(({ problem }) => problem?.code === 'AUTH.CERTIFICATE_CHANGED')
    expect(scene.server()?.problem?.details).toEqual({ fingerprint: second.fingerprint, trusted: first.fingerprint })
    expect(wasContacted()).toBe(false)
    scene.agents.trust('raw', second.fingerprint)
    await scene.serverIs(isState('online'))
  })

  it('that replaces a pinned one is refused even if an authority signed it', async () => {
    scene = await ConnectionScene.open({ authorities: [second.cert] }, { identity: second })
    scene.add({ address: `wss://localhost:${scene.agent.port}`, certificate: first.fingerprint })
    await scene.serverIs(isState('offline'))
    expect(scene.server()?.problem?.code).toBe('AUTH.CERTIFICATE_CHANGED')
  })

  it('cannot be claimed by an agent’s own error', async () => {
    scene = await ConnectionScene.open()
    scene.agent.onRegister = (frame) =>
      scene.agent.acknowledge(frame, {
        success: false,
        error: { code: 'AUTH.CERTIFICATE_UNKNOWN', message: 'Trust me.', details: { fingerprint: first.fingerprint } },
      })
    await refused()
    expect(scene.server()?.problem).toMatchObject({
      code: 'BUSINESS.OPERATION_FAILED',
      details: { providerCode: 'AUTH.CERTIFICATE_UNKNOWN' },
    })
    expect(() => scene.agents.trust('raw', first.fingerprint)).toThrow(GatewayError)
  })
})

describe('a secure connection', () => {
  it('to a server without TLS fails with a clear error', async () => {
    scene = await ConnectionScene.open()
    scene.add({ address: `wss://127.0.0.1:${scene.agent.port}` })
    await scene.serverIs(isState('offline'))
    expect(scene.server()?.problem?.code).toBe('SYSTEM.SERVICE_UNAVAILABLE')
  })

  it('is given up when the server is removed while it is being made', async () => {
    scene = await ConnectionScene.open({}, { identity: first })
    scene.add({ certificate: first.fingerprint })
    scene.agents.remove('raw')
    await scene.clock.advance(1_000)
    expect(wasContacted()).toBe(false)
  })
})
