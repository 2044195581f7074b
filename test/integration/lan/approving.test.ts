import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { desktop } from '../../../src-main/owner/orders/giver.js'
import { manifestOf } from '../../fakes/fake-provider.js'
import { endOf } from '../../fakes/gateway-under-test.js'
import { LanScene } from '../../fakes/lan-scene.js'
import type { Phone } from '../../fakes/phone.js'
import { CleanUp } from '../../fixtures/programs.js'
import { until } from '../../fixtures/until.js'

const cleanUp = new CleanUp()
let scene: LanScene
beforeEach(() => {
  const quorums = { criticalQuorum: 2, quorums: { 'world.time.set': 2 } }
  scene = new LanScene(cleanUp, { quorums: () => quorums })
  scene.under.serveOverworld()
  scene.under.gateway.approvals.attach(desktop)
})
afterEach(() => cleanUp.run())

const ban = manifestOf({ id: 'ext.ops.ban', type: 'action', risk: { level: 'critical' } })

const approvals = () => scene.under.gateway.approvals

/** A phone whose page is open. */
async function present(name = 'Ada'): Promise<Phone> {
  const phone = await scene.paired(name)
  await phone.open()
  return phone
}

/** The owner reads it and says yes. */
async function approveInTheWindow(id: string): Promise<void> {
  approvals().shown(id, desktop)
  await scene.under.clock.advance(1_000)
  approvals().decideAsPerson({ id, decision: 'approve', person: desktop })
}

/** The person at the phone reads it and answers. */
async function answerOn(phone: Phone, id: string, more: object = {}) {
  await phone.post('/api/shown', { id })
  await scene.under.clock.advance(1_000)
  return phone.post('/api/answer', { id, decision: 'approve', ...more })
}

describe('a second person', () => {
  it('completes a quorum of two with the person at the computer, and sees everything needed to decide', async () => {
    const phone = await present()
    const call = scene.under.setTime()
    const question = await phone.question()
    expect(question).toMatchObject({
      capabilityId: 'world.time.set',
      arguments: { worldName: 'world', time: 13_000 },
      before: { time: 6_000 },
      undo: { possible: true, how: 'inverse' },
      server: 'overworld',
      caller: 'A test',
      needed: 2,
      agreed: [],
      leftMs: 300_000,
    })
    expect(question.offered.approve).toEqual({ durations: ['once'], coverages: [{ id: 'exactly' }] })
    await approveInTheWindow(question.id)
    await until(() => phone.news?.questions[0]?.agreed.length === 1)
    expect((await answerOn(phone, question.id)).status).toBe(200)
    expect(endOf(await call)).toBe('done')
    await until(() => phone.news?.questions.length === 0)
    const decision = scene.under.audit.events.find(({ capabilityId }) => capabilityId === 'world.time.set')
    expect(decision?.approvalInfo).toMatchObject({ approvedBy: 'desktop, Ada' })
  })

  it('counts once, however often they approve', async () => {
    const phone = await present()
    const call = scene.under.setTime()
    const { id } = await phone.question()
    await answerOn(phone, id)
    await phone.post('/api/answer', { id, decision: 'approve' })
    expect(approvals().find(id)?.agreed).toEqual(['Ada'])
    await phone.post('/api/answer', { id, decision: 'deny' })
    expect(endOf(await call)).toBe('denied')
  })

  it('may deny immediately', async () => {
    const phone = await present()
    const call = scene.under.setTime()
    const { id } = await phone.question()
    await phone.post('/api/answer', { id, decision: 'deny' })
    expect(endOf(await call)).toBe('denied')
  })

  it('must see the request for a second before they approve, whatever their page allows', async () => {
    const phone = await present()
    const call = scene.under.setTime()
    const { id } = await phone.question()
    const approve = () => phone.post('/api/answer', { id, decision: 'approve' })
    expect((await approve()).body.error?.code).toBe('RISK.APPROVAL_TOO_QUICK')
    await phone.post('/api/shown', { id })
    await scene.under.clock.advance(999)
    expect((await approve()).body.error?.code).toBe('RISK.APPROVAL_TOO_QUICK')
    await scene.under.clock.advance(1)
    expect((await approve()).status).toBe(200)
    approvals().denyAll('desktop')
    await call
  })

  it('approves only this request where two people must approve', async () => {
    const phone = await present()
    const call = scene.under.setTime()
    const { id } = await phone.question()
    await approveInTheWindow(id)
    const wider = { scope: 'always', what: 'any' }
    expect((await answerOn(phone, id, wider)).body.error?.code).toBe('PROTOCOL.INVALID_REQUEST')
    expect((await answerOn(phone, id)).status).toBe(200)
    expect(endOf(await call)).toBe('done')
    expect(scene.under.gateway.rules.list().rules).toEqual([])
  })

  it('may approve more than this request, but never any use of an action', async () => {
    const phone = await present()
    const call = scene.under.setTime()
    const { id } = await phone.question()
    for (const wider of [{ scope: 'always', what: 'all' }, { scope: 7 }, { scope: 'always-exactly', what: 'any' }]) {
      const denied = await phone.post('/api/answer', { id, decision: 'deny', ...wider })
      expect(denied.body.error?.code).toBe('PROTOCOL.INVALID_REQUEST')
    }
    await phone.post('/api/answer', { id, decision: 'deny', scope: '15-minutes', what: 'narrow' })
    expect(endOf(await call)).toBe('denied')
    expect(scene.under.gateway.rules.list().rules).toMatchObject([
      { effect: 'deny', what: { id: 'narrow' }, createdBy: { kind: 'phone', name: 'Ada' } },
    ])
  })

  it('does not count for their own request', async () => {
    const phone = await present()
    const [{ id: person = '' } = {}] = scene.others
    const call = scene.under.setTime({ caller: { type: 'user', id: person, name: 'Ada' } })
    expect(endOf(await call)).toBe('RISK.OPERATION_BLOCKED')
    expect(phone.news?.questions).toEqual([])

    await present('Bob')
    const again = scene.under.setTime({ caller: { type: 'user', id: person, name: 'Ada' } })
    const { id } = await phone.question()
    expect((await answerOn(phone, id)).body.error?.code).toBe('PERMISSION.DENIED')
    approvals().denyAll('desktop')
    await again
  })

  it('gets an error when the request has ended', async () => {
    const phone = await present()
    const call = scene.under.setTime()
    const { id } = await phone.question()
    approvals().decideAsPerson({ id, decision: 'deny', person: desktop })
    await call
    expect((await answerOn(phone, id)).body.error?.code).toBe('RISK.APPROVAL_CLOSED')
  })

  it('is the second of two for a critical action, and types the name where one is enough', async () => {
    const quorums = { criticalQuorum: 2, quorums: {} }
    const critical = new LanScene(cleanUp, { quorums: () => quorums })
    const server = critical.under.serve('overworld', [], { capabilities: [ban] })
    critical.under.gateway.approvals.attach(desktop)
    expect(endOf(await critical.under.call(ban.id, {}))).toBe('RISK.OPERATION_BLOCKED')
    const phone = await critical.paired()
    await phone.open()
    const read = async (id: string) => {
      await phone.post('/api/shown', { id })
      critical.under.gateway.approvals.shown(id, desktop)
      await critical.under.clock.advance(1_000)
    }
    const call = critical.under.call(ban.id, { reason: 'He has griefed.' })
    const { id, reason } = await phone.question()
    expect(reason).toBe('He has griefed.')
    await read(id)
    await phone.post('/api/answer', { id, decision: 'approve' })
    expect(server.requests).toEqual([])
    critical.under.gateway.approvals.decideAsPerson({ id, decision: 'approve', person: desktop })
    expect(endOf(await call)).toBe('done')
    await until(() => phone.news?.questions.length === 0)

    quorums.criticalQuorum = 1
    const alone = critical.under.call(ban.id, {})
    const { id: other, mustType } = await phone.question()
    expect(mustType).toBe('overworld')
    await read(other)
    const refused = await phone.post('/api/answer', { id: other, decision: 'approve' })
    expect(refused.body.error?.code).toBe('RISK.APPROVAL_NOT_TYPED')
    await phone.post('/api/answer', { id: other, decision: 'approve', typed: 'overworld' })
    expect(endOf(await alone)).toBe('done')
  })
})

describe('a phone', () => {
  it('is asked only while its page is open', async () => {
    const phone = await scene.paired()
    expect(endOf(await scene.under.setTime())).toBe('RISK.OPERATION_BLOCKED')
    await phone.open()
    expect(approvals().approvers).toBe(2)
    phone.leave()
    await until(() => approvals().approvers === 1)
    expect(scene.others).toMatchObject([{ present: [], ways: [{ kind: 'phone', lastSeenAt: expect.any(String) }] }])
    expect(endOf(await scene.under.setTime())).toBe('RISK.OPERATION_BLOCKED')
  })

  it('is one approver with two pages open', async () => {
    const phone = await present()
    const first = phone.leave.bind(phone)
    await phone.open()
    expect(approvals().approvers).toBe(2)
    first()
  })

  it('counts as disconnected when its page sends nothing', async () => {
    const phone = await present()
    await scene.under.clock.advance(60_000)
    expect((await phone.post('/api/here', {})).status).toBe(200)
    await scene.under.clock.advance(60_000)
    expect(approvals().approvers).toBe(2)
    await scene.under.clock.advance(15_000)
    await until(() => approvals().approvers === 1)
  })

  it('stops the countdown while its person acts, and no longer than its page is open', async () => {
    const phone = await present()
    const call = scene.under.setTime()
    const { id } = await phone.question()
    const isHeld = () => approvals().find(id)?.held === true
    await phone.post('/api/hold', { id })
    expect(isHeld()).toBe(true)
    await phone.post('/api/release', { id })
    expect(isHeld()).toBe(false)
    await phone.post('/api/hold', { id })
    phone.leave()
    await until(() => !isHeld())
    expect((await phone.post('/api/hold', { id })).body.error?.code).toBe('PERMISSION.DENIED')
    approvals().denyAll('desktop')
    await call
  })

  it('cannot approve without an open page', async () => {
    const phone = await present()
    const call = scene.under.setTime()
    const { id } = await phone.question()
    await phone.post('/api/shown', { id })
    await scene.under.clock.advance(1_000)
    phone.leave()
    await until(() => approvals().approvers === 1)
    expect((await phone.post('/api/answer', { id, decision: 'approve' })).body.error?.code).toBe('PERMISSION.DENIED')
    approvals().denyAll('desktop')
    await call
  })

  it('is disconnected when its key is revoked, and its approvals do not count', async () => {
    const phone = await present()
    const call = scene.under.setTime()
    const { id } = await phone.question()
    await answerOn(phone, id)
    scene.removeLast()
    expect(endOf(await call)).toBe('denied')
    await until(() => phone.news === undefined)
    expect((await phone.post('/api/here', {})).status).toBe(401)
    await expect(phone.open()).rejects.toThrow('401')
    expect(scene.others).toEqual([])
  })

  it('is closed when a person switches it off', async () => {
    const phone = await present()
    await scene.change({ enabled: false })
    await until(() => approvals().approvers === 1)
    expect(scene.lan.seen.lan).toEqual({ kind: 'off' })
    await expect(phone.send('/')).rejects.toThrow()
  })
})

describe('a build', () => {
  it('is previewed to a paired phone alone, while its request is open', async () => {
    const phone = await present()
    const unpaired = await scene.phone()
    const closed = await phone.post('/api/build', { id: 'none' })
    expect([closed.status, closed.body]).toMatchObject([409, { error: { code: 'RISK.APPROVAL_CLOSED' } }])
    expect((await unpaired.post('/api/build', { id: 'none' })).status).toBe(401)
    const call = scene.under.setTime()
    const { id } = await phone.question()
    // This server has no builds.
    expect((await phone.post('/api/build', { id })).status).toBe(404)
    await phone.post('/api/answer', { id, decision: 'deny' })
    expect(endOf(await call)).toBe('denied')
  })
})
