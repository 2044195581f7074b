/** The RCON client against a server by somebody else. Skipped, with one line, where Java or Maven Central is missing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchPowerNukkit, type PowerNukkit, startPowerNukkit } from '../../fakes/java/powernukkit.js'
import { RconScene, untilState } from '../../fakes/java/rcon-scene.js'

const missing = await fetchPowerNukkit()
if (missing !== undefined) console.warn(`PowerNukkit cannot run here, so its RCON is not tested: ${missing}`)

describe.skipIf(missing !== undefined)('PowerNukkit', () => {
  const scene = new RconScene()
  let server: PowerNukkit
  beforeAll(async () => {
    server = await startPowerNukkit('nukkit-secret')
  })
  afterAll(async () => {
    await scene.end()
    await server?.stop()
  })

  it('refuses a wrong password in a way that is understood', async () => {
    const console = scene.connection({ port: server.port, password: 'wrong' })
    console.start()
    expect((await untilState(console, 'offline')).problem.code).toBe('AUTH.TOKEN_INVALID')
  })

  it('runs commands in order, with replies that are whole, empty or unknown', async () => {
    const console = await scene.online({ port: server.port, password: 'nukkit-secret' })
    const commands = ['list', 'say hello', 'help', 'no-such-command', 'list']
    const [list, say, help, unknown, again] = await Promise.all(commands.map((command) => console.run(command)))
    expect(list).toMatch(/^There are 0\/\d+ players online/u)
    expect(say).toBe('')
    expect(help).toMatch(/^--- Showing help page 1[\s\S]*\/whitelist[^\n]*\n[\s\S]*\n$/u)
    expect(unknown).toMatch(/^Unknown command/u)
    expect(again).toBe(list)
  })

  it('stops on command, and the connection reports that it is offline', async () => {
    const console = await scene.online({ port: server.port, password: 'nukkit-secret' })
    await console.run('stop').catch(() => '')
    await untilState(console, 'offline')
    await server.ended
  })
})
