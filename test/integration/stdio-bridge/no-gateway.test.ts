/** The stdio bridge where no gateway runs: it starts one, or says what to do. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isAlive } from '../../fixtures/until.js'
import { bridgeScene, callOf, environment, initialize, initialized, until } from './scene.js'

const { startServer, received, connect, echo, startRaw, endpoint, profile, serverFile, later } = bridgeScene()

describe('without a gateway, the bridge', () => {
  it('says what to do', async () => {
    const bridge = startRaw()
    for (const message of [initialize, initialized, callOf(1, 'echo', { text: 'a' })]) bridge.send(message)
    for (const id of [0, 1]) {
      expect((await bridge.answer(id)).error).toMatchObject({
        code: -32603,
        message: 'Gatehouse is not running. Start Gatehouse, then try again.',
        data: { code: 'SYSTEM.SERVICE_UNAVAILABLE', suggestion: 'Start Gatehouse, then try again.' },
      })
    }
  })

  it('tries again with the next request', async () => {
    const bridge = startRaw()
    bridge.send(initialize)
    expect((await bridge.answer(0)).error).toBeDefined()
    await startServer()
    bridge.send({ ...initialize, id: 1 })
    expect((await bridge.answer(1)).result.serverInfo.name).toBe('replacement')
  })

  it('starts one and waits for it', async () => {
    const env = environment({
      GATEHOUSE_NO_LAUNCH: '',
      GATEHOUSE_LAUNCH: JSON.stringify([process.execPath, serverFile(), profile()]),
    })
    const { client } = await connect(env)
    expect(await echo(client, 'started')).toBe('started')
    const { pid } = endpoint()
    later(() => process.kill(pid, 'SIGKILL'))
    await client.close()
    expect(isAlive(pid)).toBe(true)
  })

  it('says why one could not be started', async () => {
    const bridge = startRaw(environment({ GATEHOUSE_NO_LAUNCH: '', GATEHOUSE_LAUNCH: '["/no/such/program"]' }))
    bridge.send(initialize)
    expect((await bridge.answer(0)).error.message).toMatch(/could not be started.*ENOENT/)
  })

  it.skipIf(process.platform === 'win32')('refuses a key that other users could have read', async () => {
    await startServer()
    chmodSync(join(profile(), 'gateway.json'), 0o644)
    const bridge = startRaw()
    bridge.send(initialize)
    expect((await bridge.answer(0)).error.message).toMatch(/open to other users/)
    await until(() => bridge.complaints().includes('open to other users'))
    expect(received('session')).toBe(0)
  })
})
