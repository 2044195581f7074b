/** A headless program and the window of its first owner, over real TLS on loopback. */
import { rm } from 'node:fs/promises'
import { readPairingCode } from '@shared/remote/pairing-code.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nothing } from '../../src-main/owner/table/payload-schema.js'
import { mayGive, type OrderName, orderNames, orders } from '../../src-main/owner/table/table.js'
import { sendOrder } from '../../src-main/storage/single-instance.js'
import { type OutputLine, Program, temporaryProfile } from '../fakes/headless-program.js'
import { RemoteWindow } from '../fakes/remote-window.js'
import { headlessProgram } from '../fixtures/programs.js'
import { until } from '../fixtures/until.js'

const loopback = ['--owners-port', '0', '--owners-host', '127.0.0.1']

const ada = { id: 'person:1', name: 'Ada', kind: 'remote', role: 'owner' } as const
const pageOf = (name: OrderName) => ((orders[name].by as readonly string[]).includes('window') ? 'window' : 'pop-up')

let profile: string
let program: Program
let windows: RemoteWindow[]
beforeEach(async () => {
  profile = await temporaryProfile()
  windows = []
})
afterEach(async () => {
  for (const window of windows) window.cut()
  program.process.kill('SIGTERM')
  await program.ended()
  await rm(profile, { recursive: true, force: true })
})

const start = (...args: string[]) => {
  program = new Program(headlessProgram(), ['--profile', profile, '--simulator', ...args])
}
const portOf = ({ addresses }: OutputLine): number => Number(`${(addresses as string[])[0]}`.split(':').at(-1))

async function owner(): Promise<RemoteWindow> {
  start(...loopback, '--invite-owner', 'Ada')
  const invited = await program.next('owner-invited')
  const code = readPairingCode(`${invited.code}`)
  const window = await RemoteWindow.open(portOf(invited))
  windows.push(window)
  expect(window.pin).toBe(code?.pin)
  await window.pair(code?.secret ?? '')
  await window.prove()
  return window
}

const commandLine = async (order: string, payload?: unknown) =>
  JSON.parse((await sendOrder(profile, JSON.stringify({ order, payload }))) ?? '{}') as {
    readonly ok: boolean
    readonly value?: unknown
    readonly error?: unknown
  }

describe('a headless program', () => {
  it('listens for nobody until it is switched on', async () => {
    start()
    await program.next('ready')
    expect(program.said.map(({ event }) => event)).not.toContain('remote')
    expect(await commandLine('remote:state')).toMatchObject({ ok: true, value: { door: { kind: 'off' } } })
    expect(await commandLine('remote:invite', { name: 'Eve' })).toMatchObject({ ok: false })
  })

  it('invites its first owner, who sees the same as in the window of a desktop', async () => {
    const window = await owner()
    expect(program.stderr).toContain('Pairing code for Ada')
    expect(await window.order('servers:list')).toMatchObject({ ok: true })
    expect(await window.order('settings:get')).toMatchObject({ ok: true, value: { remote: { enabled: true } } })
    expect(await window.order('people:list')).toMatchObject({
      ok: true,
      value: { people: [{ name: 'Ada', role: 'owner' }] },
    })
  })

  it('as a service prints the pairing code of its first owner, and no event', async () => {
    start(...loopback, '--quiet', '--invite-owner', 'Ada')
    await until(() => program.stderr.includes('Gatehouse is ready'))
    expect(program.stderr).toMatch(/^Pairing code for Ada: [0-9A-Z-]{23}\./mu)
    expect(program.said).toEqual([])
  })

  it('does not let the command line invite anybody once there is an owner', async () => {
    await owner()
    expect(await commandLine('remote:invite', { name: 'Eve' })).toMatchObject({
      ok: false,
      error: { code: 'PERMISSION.DENIED' },
    })
  })

  it('follows every order without a payload that a person on another computer may give', async () => {
    const window = await owner()
    const isRead = (name: string) => /:(?:clients|list|look|parts|pauses|setup|state|states|get|standings)$/u.test(name)
    const reads = orderNames.filter(
      (name) => isRead(name) && orders[name].takes === nothing && mayGive({ page: pageOf(name), person: ada }, name),
    )
    expect(reads.length).toBeGreaterThan(25)
    for (const name of reads)
      expect([name, await window.order(name, undefined, { page: pageOf(name) })]).toMatchObject([name, { ok: true }])
  })

  it('sends events, and lets an owner invite others and take their computers away', async () => {
    const window = await owner()
    const changed = window.event('remote:changed')
    const invited = await window.order('remote:invite', { name: 'Max', role: 'moderator' })
    expect(invited).toMatchObject({ ok: true, value: { name: 'Max', role: 'moderator' } })
    expect(await changed).toMatchObject({ invitation: { name: 'Max' } })
    const { code, addresses } = invited.value as { readonly code: string; readonly addresses: readonly string[] }
    const port = Number(addresses[0]?.split(':').at(-1))
    const other = await RemoteWindow.open(port)
    windows.push(other)
    await other.pair(readPairingCode(code)?.secret ?? '')
    await other.prove()
    expect(await other.order('remote:invite', { name: 'Eve' })).toMatchObject({ ok: false })
    expect(await other.order('panic:on')).toMatchObject({ ok: true })
    const { value } = await window.order('panic:state')
    expect(value).toMatchObject({ on: true, by: 'Max' })
    expect(await window.order('people:remove-way', { id: other.device })).toMatchObject({ ok: true })
    await other.closed()
  })

  it('changes settings for an owner, and tells their windows', async () => {
    const window = await owner()
    const changed = window.event('settings:changed')
    expect(await window.order('settings:change', { auditDays: 30 })).toMatchObject({
      ok: true,
      value: { auditDays: 30 },
    })
    expect(await changed).toMatchObject({ settings: { auditDays: 30 } })
  })
})
