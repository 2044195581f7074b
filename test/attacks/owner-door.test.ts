/** Attacks on the door of owners on other computers, with the limits of `attacks.test.ts`. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAuditLog } from '../../src-main/storage/audit-log.js'
import { RecordingRelay } from '../fakes/network/recording-relay.js'
import { openLink, SocketWindow } from '../fakes/remote/socket-window.js'
import { running } from './attack-case.js'
import { AttackRunner } from './attack-runner.js'
import { ownerDoorCases } from './cases/owner-door.js'
import { OwnerDoorScene } from './owner-door-scene.js'

let scene: OwnerDoorScene
let holder: AttackRunner<OwnerDoorScene>
beforeAll(async () => {
  scene = await OwnerDoorScene.open()
  holder = new AttackRunner(scene)
})
afterAll(async () => {
  await holder?.stop()
  await scene?.close()
})

describe('the door of owners: the program withstands', () => {
  for (const attack of running(ownerDoorCases)) it(attack.name, () => holder.run(attack))
})

describe('an order that somebody recorded', () => {
  /** Invites somebody through a relay that records, and takes it back. */
  async function recorded(): Promise<{ readonly bytes: readonly Buffer[]; readonly frames: readonly string[] }> {
    const relay = await RecordingRelay.open(scene.gateway)
    const owner = new SocketWindow({ host: '127.0.0.1', port: relay.port }, scene.owner.key)
    expect(await owner.open()).toBe(true)
    expect(await owner.ask('remote:invite', { name: 'Zoe', role: 'owner' })).toMatchObject({ ok: true })
    expect(await owner.ask('remote:cancel')).toMatchObject({ ok: true })
    owner.leave()
    await relay.close()
    return { bytes: relay.recorded, frames: owner.sent }
  }

  const invitation = async (): Promise<unknown> => {
    await scene.owner.open()
    const view = (await scene.owner.ask('remote:state'))?.value
    return (view as { invitation: unknown } | undefined)?.invitation
  }

  it('is not followed again when its bytes arrive in another connection', async () => {
    const { bytes } = await recorded()
    expect(bytes.length).toBeGreaterThan(2)
    const socket = connect(scene.gateway.port, scene.gateway.host)
    socket.on('error', () => {}).resume()
    const closed = once(socket, 'close')
    for (const chunk of bytes) if (!socket.destroyed) socket.write(chunk)
    await closed
    expect(await invitation()).toBeNull()
  })

  it('is not followed again when its text arrives from somebody else', async () => {
    const { frames } = await recorded()
    expect(frames).toHaveLength(3)
    const link = await openLink(scene.gateway)
    const closed = once(link.socket, 'close')
    for (const frame of frames) link.socket.send(frame, () => {})
    await closed
    expect(link.received.map((message) => Object.keys(message)[0])).toEqual(['hello', 'refused'])
    expect(await invitation()).toBeNull()
  })

  it('is not followed again when a viewer sends it as theirs', async () => {
    const { frames } = await recorded()
    expect(await scene.viewer.open()).toBe(true)
    const [, invite = '{}'] = frames
    scene.viewer.sendText(JSON.stringify({ ...(JSON.parse(invite) as object), order: 20_000_000 }))
    await expect.poll(() => scene.viewer.lastResult).toMatchObject({ ok: false, error: { code: 'PERMISSION.DENIED' } })
    scene.viewer.leave()
    expect(await invitation()).toBeNull()
  })
})

it('ran no action, added nobody, and has an intact audit log', async () => {
  expect(await scene.people()).toEqual(['Ada', 'Vera', 'desktop'])
  await scene.program.stop()
  const trail = openAuditLog(scene.profile)
  const intents = trail.recent(100_000).filter(({ metadata }) => metadata?.phase === 'intent')
  trail.close()
  expect(intents).toEqual([])
})
