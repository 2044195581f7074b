import type { AddedServer } from '@shared/servers/added-server.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serveSimulator } from '../../agents/kit/simulator/simulator.js'
import { createServerTrial } from '../../src-main/owner/servers/server-trial.js'
import { createPairingTokens } from '../../src-main/storage/pairing-tokens.js'
import { workerThread } from '../fakes/admission.js'
import { FakeClock } from '../fakes/fake-clock.js'
import { RawAgent } from '../fakes/raw-agent.js'
import { first, second } from '../fixtures/certificates.js'

const schemas = workerThread()
let agent: RawAgent | undefined

beforeEach(() => {
  agent = undefined
})
afterEach(async () => {
  await agent?.close()
  if (agent) expect(agent.open).toBe(0)
  await schemas.stop()
})

const trialOf = (server?: AddedServer, token = 'remembered') =>
  createServerTrial({
    schemas,
    serverOf: (id) => (server?.id === id ? server : undefined),
    secretsOf: () => ({ token }),
    tokenFor: createPairingTokens(),
  })

describe('trying a connection', () => {
  it('returns the name, the encryption and the number of capabilities of the server', async () => {
    const simulator = await serveSimulator({ port: 0, token: 'right', clock: new FakeClock() })
    const result = await trialOf()({ address: simulator.address, token: ' right ' })
    await simulator.close()
    expect(result).toMatchObject({ ok: true, secure: false, name: 'Demo world', older: false, refused: 0 })
    expect(result.ok && result.capabilities).toBeGreaterThan(20)
    expect(result.ok && result.latencyMs).toBeGreaterThanOrEqual(0)
  })

  it('reports an unreachable server, a wrong token, and another contract version', async () => {
    agent = await RawAgent.listen()
    const { address } = agent
    expect(await trialOf()({ address: 'ws://127.0.0.1:1', token: 'x' })).toMatchObject({ ok: false, at: 'reach' })
    agent.onRegister = () => agent?.send({ type: 'register_ack', success: false, error: tokenWrong })
    expect(await trialOf()({ address, token: 'x' })).toMatchObject({
      at: 'token',
      error: { code: 'AUTH.TOKEN_INVALID' },
    })
    agent.info = { ...agent.info, version: '9.0.0' }
    agent.onRegister = (frame) => agent?.acknowledge(frame)
    expect(await trialOf()({ address, token: 'x' })).toMatchObject({ ok: false, at: 'contract' })
  })

  it('sends the token to no untrusted certificate, and to the one that the person pinned', async () => {
    agent = await RawAgent.listen({ identity: first })
    const { address } = agent
    let registered = 0
    agent.onRegister = (frame) => {
      registered += 1
      agent?.acknowledge(frame)
    }
    const untrusted = await trialOf()({ address, token: 'x' })
    expect(untrusted).toMatchObject({ at: 'secure', error: { details: { fingerprint: first.fingerprint } } })
    const other = await trialOf()({ address, token: 'x', certificate: second.fingerprint })
    expect(other).toMatchObject({ at: 'secure', error: { code: 'AUTH.CERTIFICATE_CHANGED' } })
    expect(registered).toBe(0)
    expect(await trialOf()({ address, token: 'x', certificate: first.fingerprint })).toMatchObject({
      ok: true,
      secure: true,
    })
  })

  it('uses the stored data of a server, and sends a stored token nowhere else', async () => {
    agent = await RawAgent.listen({ identity: first })
    const { address } = agent
    const known = { id: 'known', name: 'Known', address, certificate: second.fingerprint }
    const trial = trialOf(known)
    expect(await trial({ id: 'known', certificate: first.fingerprint })).toMatchObject({ ok: false, at: 'secure' })
    await expect(trial({ id: 'known', address: 'wss://127.0.0.1:1' })).rejects.toMatchObject({
      code: 'AUTH.UNAUTHORIZED',
    })
    await expect(trial({ id: 'nobody' })).rejects.toMatchObject({ code: 'PROTOCOL.SERVER_NOT_FOUND' })
    expect(await trialOf({ ...known, certificate: first.fingerprint })({ id: 'known' })).toMatchObject({ ok: true })
  })

  it('runs two at once and no more', async () => {
    agent = await RawAgent.listen()
    const { address } = agent
    agent.onRegister = () => {}
    const trial = trialOf()
    const running = [trial({ address, token: 'x' }), trial({ address, token: 'x' })]
    await expect(trial({ address, token: 'x' })).rejects.toMatchObject({ code: 'SYSTEM.RATE_LIMITED' })
    await agent.until(() => agent?.connections === 2)
    agent.onRegister = () => {}
    await agent.closeNow()
    for (const result of await Promise.all(running)) expect(result.ok).toBe(false)
  })
})

const tokenWrong = { code: 'AUTH.TOKEN_INVALID', message: 'The token is wrong.' }
