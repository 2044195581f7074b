/** Switching on the door for people on other computers, with real listeners on loopback. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defaultRemote } from '@shared/remote/door-state.js'
import { readPairingCode } from '@shared/remote/pairing-code.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Emitter } from '../../../../../src-main/gateway/ports/emitter.js'
import { RemoteAccess } from '../../../../../src-main/owner/doors/remote/remote-access.js'
import { remoteOrders } from '../../../../../src-main/owner/orders/people.js'
import type { Giver } from '../../../../../src-main/owner/table/table.js'
import { loadOwnerCertificate } from '../../../../../src-main/storage/owner-certificate.js'
import { FakeClock } from '../../../../fakes/fake-clock.js'
import { MemoryPeople } from '../../../../fakes/memory-people.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'
import { RemoteWindow } from '../../../../fakes/remote-window.js'

const dayMs = 86_400_000

let profile: string
let clock: FakeClock
let people: MemoryPeople
let access: RemoteAccess
let closes: number
beforeEach(async () => {
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-access-'))
  clock = new FakeClock(Date.now())
  people = new MemoryPeople()
  closes = 0
  const changed = new Emitter<void>()
  let remote = { ...defaultRemote, host: '127.0.0.1', port: 0 }
  access = new RemoteAccess({
    directory: people,
    settings: {
      get: () => ({ remote }),
      change: (change) => {
        remote = { ...remote, ...change.remote }
        changed.emit()
        return true
      },
      onDidChange: changed.on,
    },
    certificate: () => loadOwnerCertificate(profile, clock),
    clock,
    log: new RecordingLog(),
  })
  await access.open({
    connected: (link) => {
      link.send('{"hello":{}}')
      return { receive: () => {}, closed: () => {} }
    },
    closeAll: () => {
      closes += 1
    },
    stop: () => {},
  })
})
afterEach(async () => {
  await access.stop()
  rmSync(profile, { recursive: true })
})

const portOf = ({ door }: RemoteAccess['view']): number =>
  door.kind === 'on' ? Number(door.addresses[0]?.split(':').at(-1)) : 0

describe('the door for people on other computers', () => {
  it('is closed until it is switched on, and closed again when it is switched off', async () => {
    expect(access.view.door).toEqual({ kind: 'off' })
    const on = await access.switch({ enabled: true })
    const window = await RemoteWindow.open(portOf(on))
    expect((await access.switch({ enabled: false })).door).toEqual({ kind: 'off' })
    await window.closed()
    expect(closes).toBe(1)
    await expect(RemoteWindow.open(portOf(on))).rejects.toThrow()
  })

  it('says why it cannot be opened, and opens at another port', async () => {
    const taken: Server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as { readonly port: number }
    const { door } = await access.switch({ enabled: true, port })
    expect(door).toMatchObject({ kind: 'failed', error: { code: 'SYSTEM.SERVICE_UNAVAILABLE' } })
    expect(door).toHaveProperty('error.message', `Other computers cannot connect. Another program uses port ${port}.`)
    expect((await access.switch({ port: 0 })).door.kind).toBe('on')
    taken.close()
  })

  it('listens at no address that is none', async () => {
    await expect(access.switch({ enabled: true, host: 'example.com' })).rejects.toMatchObject({
      code: 'PROTOCOL.INVALID_REQUEST',
    })
    expect(access.view.settings.enabled).toBe(false)
  })

  it('shows the renewed certificate to new windows without a restart, with the same key', async () => {
    const on = await access.switch({ enabled: true })
    const first = await RemoteWindow.open(portOf(on))
    await clock.advance(760 * dayMs)
    await expect
      .poll(() => (access.view.door.kind === 'on' ? access.view.door.fingerprint : ''))
      .not.toBe(on.door.kind === 'on' && on.door.fingerprint)
    const later = await RemoteWindow.open(portOf(access.view))
    expect(later.pin).toBe(first.pin)
    for (const window of [first, later]) window.cut()
  })
})

describe('an invitation', () => {
  const given = (giver: Giver, hasWindow: boolean) =>
    remoteOrders({ access, stream: { on: false }, hasWindow })['remote:invite']({ name: 'Ada', role: 'owner' }, giver)

  it('needs an open door', () => {
    expect(() => given('window', true)).toThrow('Other computers cannot connect now.')
  })

  it('has the pin of the certificate in its code, and ends after ten minutes', async () => {
    const on = await access.switch({ enabled: true })
    const { code } = await given('window', true)
    const window = await RemoteWindow.open(portOf(on))
    expect(readPairingCode(code)?.pin).toBe(window.pin)
    window.cut()
    await clock.advance(600_000)
    expect(access.view.invitation).toBeNull()
  })

  it('is made by the command line for the first owner alone, and only without a window', async () => {
    await access.switch({ enabled: true })
    expect(() => given('command-line', true)).toThrow('This gateway has an owner already')
    expect(await given('command-line', false)).toMatchObject({ name: 'Ada', role: 'owner' })
    people.add({ name: 'Bob', role: 'owner' })
    expect(() => given('command-line', false)).toThrow('This gateway has an owner already')
    expect(await given('window', true)).toMatchObject({ name: 'Ada' })
  })

  it('shows no code on a stream', async () => {
    await access.switch({ enabled: true })
    const orders = remoteOrders({ access, stream: { on: true }, hasWindow: true })
    expect(() => orders['remote:invite']({ name: 'Ada', role: 'owner' }, 'window')).toThrow('stream-safe')
  })

  it('is ended where nobody can come in any more', async () => {
    await access.switch({ enabled: true })
    await given('window', true)
    await access.switch({ enabled: false })
    expect(access.view.invitation).toBeNull()
  })
})
