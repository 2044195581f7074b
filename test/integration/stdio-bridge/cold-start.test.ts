/** A cold start: the client is served at once from what is known, and calls wait for the program. */
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CleanUp, startHeadless } from '../../fixtures/programs.js'
import { bridgeScene, callOf, environment, initialize, initialized, textOf, until } from './scene.js'

const { startServer, startRaw, connect, endpoint, received, profile, serverFile, later } = bridgeScene()

const list = { id: 1, method: 'tools/list', params: {} }
/** The client that `connect` makes. */
const opening = introducedAs('independent')

function introducedAs(name: string) {
  return { ...initialize, params: { ...initialize.params, clientInfo: { name, version: '1' } } }
}
const listsFolder = () => join(profile(), 'last-lists')
const files = () => {
  try {
    return readdirSync(listsFolder())
  } catch {
    return []
  }
}

/** The program starts, and is not ready before `open`. */
function slowStart() {
  const gate = join(profile(), 'gate')
  const script = `
    const { existsSync } = require('node:fs')
    const wait = setInterval(() => {
      if (!existsSync(${JSON.stringify(profile())})) process.exit()
      if (!existsSync(${JSON.stringify(gate)})) return
      clearInterval(wait)
      process.argv = [process.execPath, ${JSON.stringify(serverFile())}, ${JSON.stringify(profile())}]
      import(require('node:url').pathToFileURL(${JSON.stringify(serverFile())}).href)
    }, 10)`
  const env = environment({
    GATEHOUSE_NO_LAUNCH: '',
    GATEHOUSE_LAUNCH: JSON.stringify([process.execPath, '-e', script]),
  })
  const open = async () => {
    writeFileSync(gate, '')
    await until(() => {
      try {
        return endpoint().pid
      } catch {
        return false
      }
    })
    const { pid } = endpoint()
    later(() => process.kill(pid, 'SIGKILL'))
  }
  return { env, open }
}

/** A client that read the list, and a gateway that has ended. */
async function afterOneRun() {
  const server = await startServer()
  const { client } = await connect()
  const { tools } = await client.listTools()
  await until(() => files().length > 0)
  await client.close()
  await server.kill()
  rmSync(join(profile(), 'gateway.json'), { force: true })
  return tools.map(({ name }) => name)
}

describe('while the program starts, the bridge', () => {
  it('responds to initialize and with the last known tools, and passes on the call when the program runs', async () => {
    const known = await afterOneRun()
    const { env, open } = slowStart()
    const bridge = startRaw(env)
    for (const message of [opening, initialized, list]) bridge.send(message)
    bridge.send({ id: 'p', method: 'ping', params: {} })
    bridge.send(callOf(2, 'echo', { text: 'later' }))
    expect((await bridge.answer(0)).result).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'gatehouse' },
      capabilities: { tools: { listChanged: true } },
    })
    const { result } = await bridge.answer(1)
    expect(result.tools.map(({ name }: { name: string }) => name)).toEqual(known)
    expect(result._meta).toEqual({ 'gatehouse/stale': true })
    expect((await bridge.answer('p')).result).toEqual({})
    expect(received('echo')).toBe(0)

    await open()
    expect(textOf((await bridge.answer(2)).result)).toBe('later')
    expect(received('echo')).toBe(1)
    const changed = () => bridge.messages().filter(({ method }) => method === 'notifications/tools/list_changed')
    await until(() => changed().length > 0)
    bridge.send({ ...list, id: 3 })
    const fresh = (await bridge.answer(3)).result
    expect(fresh.tools.map(({ name }: { name: string }) => name)).toEqual(known)
    expect(fresh._meta?.['gatehouse/stale']).toBeUndefined()
    expect(changed()).toHaveLength(1)
    for (const id of [0, 1, 2, 3, 'p']) expect(bridge.messages().filter((one) => one.id === id)).toHaveLength(1)
  })

  it('lets a list wait that is not known', async () => {
    const { env, open } = slowStart()
    const bridge = startRaw(env)
    for (const message of [opening, initialized, list]) bridge.send(message)
    await bridge.answer(0)
    bridge.send({ id: 'p', method: 'ping', params: {} })
    await bridge.answer('p')
    expect(bridge.messages().map(({ id }) => id)).toEqual([0, 'p'])
    await open()
    expect((await bridge.answer(1)).result.tools.length).toBeGreaterThan(0)
    expect(bridge.messages().filter(({ method }) => method !== undefined)).toEqual([])
  })

  it('never shows one client the list of another', async () => {
    await afterOneRun()
    expect(files()).toEqual(['_shared.json'])
    const bridge = startRaw(slowStart().env, ['--client', 'cursor'])
    for (const message of [opening, initialized, list]) bridge.send(message)
    const { error } = await bridge.answer(0)
    expect(error.data.code).toBe('AUTH.UNAUTHORIZED')
    expect((await bridge.answer(1)).result).toBeUndefined()
  })

  it.each(['raw', 'claude-code'])(
    'lets the list of %s wait, which another client of the same key received',
    async (name) => {
      const known = await afterOneRun()
      const { env, open } = slowStart()
      const bridge = startRaw(env)
      for (const message of [introducedAs(name), initialized, list]) bridge.send(message)
      await bridge.answer(0)
      bridge.send({ id: 'p', method: 'ping', params: {} })
      await bridge.answer('p')
      expect(bridge.messages().map(({ id }) => id)).toEqual([0, 'p'])
      await open()
      expect((await bridge.answer(1)).result.tools.map((tool: { name: string }) => tool.name)).toEqual(known)
    },
  )

  it.skipIf(process.platform === 'win32')('keeps the lists in a file of the owner alone', async () => {
    await afterOneRun()
    expect(statSync(listsFolder()).mode & 0o077).toBe(0)
    expect(statSync(join(listsFolder(), '_shared.json')).mode & 0o077).toBe(0)
  })

  it('responds to initialize like the real gateway, in each version', async () => {
    const cleanUp = new CleanUp()
    later(() => cleanUp.run())
    const gateway = await startHeadless(cleanUp, ['--simulator'])
    const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07', '1999-01-01']
    const { env } = slowStart()
    for (const protocolVersion of versions) {
      const ofVersion = { ...initialize, params: { ...initialize.params, protocolVersion } }
      const [ours, real] = [startRaw(env), startRaw(environment(), ['--profile', gateway.profile])]
      for (const bridge of [ours, real]) bridge.send(ofVersion)
      expect((await ours.answer(0)).result).toEqual((await real.answer(0)).result)
      ours.child.kill()
    }
  })
})
