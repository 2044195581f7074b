/**
 * The era probe at the bridge: answered at once, by the gateway when it runs, otherwise with the same response by the
 * bridge.
 */
import { describe, expect, it } from 'vitest'
import { CleanUp, startHeadless } from '../../fixtures/programs.js'
import { bridgeScene, callOf, environment, initialize, initialized, until } from './scene.js'

const { startServer, startRaw, received, later } = bridgeScene()

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const probe = { id: 'probe', method: 'server/discover', params: { _meta } }
/** Says that it started something, which never comes. */
const starting = environment({
  GATEHOUSE_NO_LAUNCH: '',
  GATEHOUSE_LAUNCH: JSON.stringify([process.execPath, '-e', '']),
})

describe('the era probe', () => {
  it('is answered while a gateway is being started, and once only', async () => {
    const bridge = startRaw(starting)
    bridge.send(initialize)
    bridge.send(probe)
    expect((await bridge.answer('probe')).result.supportedVersions).toEqual(['2026-07-28'])
    expect(bridge.complaints()).toContain('starting it')
    bridge.send(initialized)
    bridge.send(callOf(1, 'echo', { text: 'once' }))
    await startServer()
    await bridge.answer(1)
    expect(bridge.messages().filter(({ id }) => id === 'probe')).toHaveLength(1)
  })

  it('is answered for a gateway that no longer responds', async () => {
    const server = await startServer()
    server.child.kill('SIGSTOP')
    const bridge = startRaw()
    bridge.send(probe)
    expect((await bridge.answer('probe')).result.supportedVersions).toEqual(['2026-07-28'])
    server.child.kill('SIGCONT')
  })

  it('is answered by the gateway where it runs', async () => {
    await startServer()
    const bridge = startRaw()
    bridge.send(probe)
    const { result } = await bridge.answer('probe')
    expect(result._meta['io.modelcontextprotocol/serverInfo'].name).toBe('replacement')
    expect(received('modern')).toBe(1)
  })

  it('says what to do where no gateway can be started', async () => {
    const bridge = startRaw()
    bridge.send(probe)
    expect((await bridge.answer('probe')).error.message).toMatch(/Start Gatehouse/)
  })

  it('responds like the real gateway, with a cache lifetime of zero', async () => {
    const cleanUp = new CleanUp()
    later(() => cleanUp.run())
    const { profile } = await startHeadless(cleanUp, ['--simulator'])
    const [ours, real] = [startRaw(starting), startRaw(environment(), ['--profile', profile])]
    for (const bridge of [ours, real]) bridge.send(probe)
    await until(() => ours.messages().length + real.messages().length === 2)
    const { ttlMs, cacheScope, ...reported } = (await real.answer('probe')).result
    expect((await ours.answer('probe')).result).toEqual({ ...reported, ttlMs: 0, cacheScope: 'private' })
  })
})
