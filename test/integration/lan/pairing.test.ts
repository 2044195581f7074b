import { statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommandLine } from '../../../src-main/cli/command-line.js'
import { peopleIds } from '../../../src-main/gateway/clients/people-trail.js'
import { desktop } from '../../../src-main/owner/orders/giver.js'
import { lanCertificateFile } from '../../../src-main/storage/lan-certificate.js'
import { peopleFile } from '../../../src-main/storage/people-store.js'
import { LanScene } from '../../fakes/lan-scene.js'
import type { Phone } from '../../fakes/phone.js'
import { inProfileStores } from '../../fakes/profile-stores.js'
import { CleanUp } from '../../fixtures/programs.js'
import { terminal } from '../../fixtures/terminal.js'

const cleanUp = new CleanUp()
let scene: LanScene
beforeEach(() => {
  scene = new LanScene(cleanUp)
})
afterEach(() => cleanUp.run())

const codeOf = async (said: ReturnType<Phone['send']>) => (await said).body.error?.code

describe('pairing a phone', () => {
  it('requires secret, code, name and the comparison of the owner before the phone gets its key', async () => {
    const phone = await scene.phone()
    const claimed = await phone.post('/api/pair', { ...scene.offer(), name: 'Ada' })
    expect(claimed.body).toEqual({ state: 'waiting', check: scene.lan.seen.pairing?.claim?.check })
    expect((await phone.send('/api/pair')).body).toMatchObject({ state: 'waiting' })
    expect((await phone.send('/api/stream')).status).toBe(401)
    expect(scene.others).toEqual([])

    const { id } = scene.confirm()
    expect(id).toMatch(/^person:[0-9a-f]{8}$/u)
    expect((await phone.send('/api/pair')).body).toEqual({ state: 'paired' })
    await phone.open()
    expect(phone.news).toEqual({ me: { name: 'Ada' }, questions: [] })
    expect(scene.others).toMatchObject([{ id, name: 'Ada', role: 'owner', present: ['phone'] }])
  })

  it('sends the key in a cookie that no script can read, and stores only its hash', async () => {
    const phone = await scene.phone()
    await phone.post('/api/pair', { ...scene.offer(), name: 'Ada' })
    scene.confirm()
    const { headers } = await phone.send('/api/pair')
    expect(headers['set-cookie']?.[0]).toMatch(/^__Host-.*; Path=\/; Secure; HttpOnly; SameSite=Strict$/u)
    const key = phone.cookies.get('__Host-gatehouse-key') ?? ''
    expect(inProfileStores(scene.profile, ({ people }) => JSON.stringify(people?.ways()))).not.toContain(key)
    for (const file of [peopleFile, lanCertificateFile]) {
      expect(statSync(path.join(scene.profile, file)).mode & 0o077).toBe(0)
    }
  })

  it('adds a phone to somebody who is known, who keeps their id and counts once', async () => {
    const phone = await scene.phone()
    await phone.post('/api/pair', { ...scene.offer(desktop.id), name: 'Whoever' })
    expect(scene.confirm().id).toBe(desktop.id)
    await phone.send('/api/pair')
    const { approvals } = scene.under.gateway
    const leave = approvals.attach(desktop)
    const before = approvals.approvers
    await phone.open()
    expect(phone.news?.me).toEqual({ name: desktop.name })
    expect(scene.people.list()).toMatchObject([{ id: desktop.id, present: ['phone'] }])
    expect(approvals.approvers).toBe(before)
    leave()
  })

  it('is logged: the offer, the paired phone and its removal', async () => {
    await scene.paired()
    scene.removeLast()
    const acts = scene.under.audit.events.map(({ capabilityId, request }) => [capabilityId, request])
    const person = { id: expect.stringMatching(/^person:/u), name: 'Ada' }
    expect(acts).toEqual([
      [peopleIds.offer, {}],
      [peopleIds.add, { person: { ...person, role: 'owner' } }],
      [peopleIds.addWay, { person, way: { id: expect.stringMatching(/^phone:[0-9a-f]{8}$/u), kind: 'phone' } }],
      [peopleIds.remove, { person }],
    ])
  })

  it('pairs no phone when the log cannot be written', async () => {
    const phone = await scene.phone()
    await phone.post('/api/pair', { ...scene.offer(), name: 'Ada' })
    scene.under.audit.refuses = () => true
    expect(() => scene.confirm()).toThrow()
    expect(scene.others).toEqual([])
    expect((await phone.send('/api/pair')).body).toMatchObject({ state: 'waiting' })
  })

  it('accepts the secret once: a later scan of the same code gets nothing', async () => {
    const [phone, thief] = [await scene.phone(), await scene.phone()]
    const offer = scene.offer()
    await phone.post('/api/pair', { ...offer, name: 'Ada' })
    expect(await codeOf(thief.post('/api/pair', { ...offer, name: 'Eve' }))).toBe('AUTH.TOKEN_EXPIRED')
    scene.confirm()
    expect((await thief.send('/api/pair')).body).toEqual({ state: 'ended' })
    await phone.send('/api/pair')
    expect(await codeOf(thief.post('/api/pair', { ...offer, name: 'Eve' }))).toBe('AUTH.TOKEN_EXPIRED')
    thief.cookies.set('__Host-gatehouse-ticket', 'x')
    expect((await thief.send('/api/pair')).body).toEqual({ state: 'ended' })
  })

  it('returns the key once', async () => {
    const phone = await scene.phone()
    await phone.post('/api/pair', { ...scene.offer(), name: 'Ada' })
    const ticket = phone.cookies.get('__Host-gatehouse-ticket') ?? ''
    scene.confirm()
    await phone.send('/api/pair')
    phone.cookies.set('__Host-gatehouse-ticket', ticket)
    expect((await phone.send('/api/pair')).body).toEqual({ state: 'ended' })
  })

  it('is over after two minutes of silence, before and after the code was typed', async () => {
    const phone = await scene.phone()
    const offer = scene.offer()
    await scene.under.clock.advance(120_000)
    expect(await codeOf(phone.post('/api/pair', { ...offer, name: 'Ada' }))).toBe('AUTH.TOKEN_EXPIRED')

    await phone.post('/api/pair', { ...scene.offer(), name: 'Ada' })
    await scene.under.clock.advance(120_000)
    expect(() => scene.confirm()).toThrow('has ended')
    expect((await phone.send('/api/pair')).body).toEqual({ state: 'ended' })
  })

  it('ends after five wrong codes, and not by those who know no secret', async () => {
    const phone = await scene.phone()
    const { secret, code } = scene.offer()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let time = 0; time < 20; time += 1) await phone.post('/api/pair', { secret: 'guessed', code, name: 'Eve' })
    expect(await codeOf(phone.post('/api/pair', { secret: 'guessed', code, name: 'Eve' }))).toBe('SYSTEM.RATE_LIMITED')
    expect(scene.lan.seen.pairing).not.toBeNull()
    for (let time = 0; time < 5; time += 1) await phone.post('/api/pair', { secret, code: wrong, name: 'Eve' })
    expect(scene.lan.seen.pairing).toBeNull()
    expect((await phone.post('/api/pair', { secret, code, name: 'Ada' })).status).toBeGreaterThan(399)
  })

  it.each(['', 'desktop', 'ADA', 'a\u202eb', 'x'.repeat(41)])('rejects a misleading name: %j', async (name) => {
    await scene.paired('Ada')
    const phone = await scene.phone()
    expect(await codeOf(phone.post('/api/pair', { ...scene.offer(), name }))).toBe('PROTOCOL.INVALID_REQUEST')
  })

  it('is confirmed only for what the owner saw', async () => {
    const phone = await scene.phone()
    await phone.post('/api/pair', { ...scene.offer(), name: 'Ada' })
    const { id } = scene.phones.pairing ?? { id: '' }
    expect(() => scene.phones.confirm(id, 'XXXX', desktop)).toThrow('has ended')
    scene.phones.cancel()
    expect(() => scene.phones.confirm(id, 'XXXX', desktop)).toThrow('has ended')
  })

  it('survives a restart of the program, and is listed by the command line', async () => {
    await scene.paired()
    const screen = terminal()
    const args = ['people', 'list', '--profile', scene.profile, '--json']
    expect(await runCommandLine(args, screen)).toBe(0)
    expect(screen.said.map((line) => JSON.parse(line))).toMatchObject([
      { id: 'desktop', ways: [] },
      { name: 'Ada', id: expect.stringMatching(/^person:/u), ways: [{ kind: 'phone' }] },
    ])
    expect(screen.said.join()).not.toMatch(/hash|[0-9a-f]{64}/iu)
  })
})
