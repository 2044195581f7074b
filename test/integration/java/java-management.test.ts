/** A Java server with its console and the management protocol: what only the second can do. */
import { afterEach, expect, it } from 'vitest'
import { ManagementConnection } from '../../../src-main/providers/java/management/management-connection.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { JavaScene } from '../../fakes/java/java-scene.js'
import { ManagementServer } from '../../fakes/java/management-server.js'
import { untilState } from '../../fakes/java/rcon-scene.js'

const secret = 'a'.repeat(40)
let server: ManagementServer | undefined
let scene: JavaScene | undefined
afterEach(async () => {
  scene?.server.stop()
  await server?.stop()
})

it('bans for a time where the management protocol is connected, and says so where it is not', async () => {
  server = await ManagementServer.start({ secret })
  server.known.push({ id: '00000000-0000-0000-0000-000000000001', name: 'Steve' })
  const { url } = server
  const alone = await new JavaScene('1.21.9').start()
  const ban = { playerName: 'Steve', reason: 'griefing', durationMinutes: 60 }
  await expect(alone.call('player.ban', ban)).rejects.toThrow('supports only permanent bans')
  alone.server.stop()

  let management: ManagementConnection | undefined
  scene = new JavaScene('1.21.9', 'vanilla', (parts) => {
    management = new ManagementConnection({ url, secret }, { clock: systemClock, log: parts.log, chance: () => 1 })
    return { ...parts, way: { ...parts.way, management } }
  })
  await scene.start()
  if (management) await untilState(management, 'online')
  const until = new Date(scene.clock.now().getTime() + 3_600_000).toISOString()
  expect(await scene.call('player.ban', ban)).toEqual({ success: true, playerName: 'Steve', until })
  expect(server.bans).toMatchObject([{ player: { name: 'Steve' } }])
  await expect(scene.call('player.ban', { ...ban, playerName: 'Nobody' })).rejects.toMatchObject({
    code: 'BUSINESS.PLAYER_NOT_FOUND',
  })
})

it('reports a start and a stop that only the management protocol announces', async () => {
  server = await ManagementServer.start({ secret })
  const { url } = server
  let management: ManagementConnection | undefined
  scene = new JavaScene('1.21.9', 'vanilla', (parts) => {
    management = new ManagementConnection({ url, secret }, { clock: systemClock, log: parts.log, chance: () => 1 })
    return { ...parts, way: { ...parts.way, management } }
  })
  await scene.start()
  if (management) await untilState(management, 'online')
  const [stopping, started] = ['ext.java.server.stopping', 'ext.java.server.started']
  expect([scene.offers(stopping), scene.offers(started)]).toEqual([true, true])
  server.notify('server/stopping')
  server.notify('server/started')
  await expect.poll(() => scene?.events.map(({ eventId }) => eventId)).toEqual([stopping, started])
})
