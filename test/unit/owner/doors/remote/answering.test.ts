/** People answer requests in windows on other computers, whose links break. */
import { readingMs } from '@shared/approvals/reading-time.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultApprovalTimeoutMs } from '../../../../../src-main/gateway/approvals/approvals.js'
import { FakeClock } from '../../../../fakes/fake-clock.js'
import { type RemoteScene, remoteScene } from '../../../../fakes/remote-scene.js'

const ada = { name: 'Ada', role: 'owner' } as const
const max = { name: 'Max', role: 'moderator' } as const

let clock: FakeClock
let scene: RemoteScene
beforeEach(async () => {
  clock = new FakeClock()
  scene = await remoteScene({ clock })
})
afterEach(() => scene.stop())

describe('a person in a window on another computer', () => {
  it('can be asked while the window is connected', async () => {
    await scene.window(scene.computerOf(ada))
    expect(scene.approvals.approvers).toBe(1)
  })

  it('cannot be asked as a viewer', async () => {
    await scene.window(scene.computerOf({ name: 'Vi', role: 'viewer' }))
    expect(scene.approvals.approvers).toBe(0)
    expect(await (await scene.ask()).outcome).toBe('denied')
  })

  it('approves in the pop-up, after what it shows could be read', async () => {
    const window = await scene.window(scene.computerOf(ada))
    const { id, outcome } = await scene.ask()
    const answer = () => window.order('approvals:decide', { id, decision: 'approve' }, { page: 'pop-up' })
    expect(await answer()).toMatchObject({ ok: false, error: { code: 'RISK.APPROVAL_TOO_QUICK' } })
    expect(await window.order('pop-up:shown', { id }, { page: 'pop-up' })).toMatchObject({ ok: true })
    expect(await answer()).toMatchObject({ ok: false, error: { code: 'RISK.APPROVAL_TOO_QUICK' } })
    await clock.advance(readingMs)
    expect(await answer()).toEqual({ ok: true, value: null })
    expect(await outcome).toBe('approved')
  })

  it('only denies in the window', async () => {
    const window = await scene.window(scene.computerOf(ada))
    const { id, outcome } = await scene.ask()
    await window.order('pop-up:shown', { id }, { page: 'pop-up' })
    await clock.advance(readingMs)
    expect(await window.order('approvals:decide', { id, decision: 'approve' })).toMatchObject({ ok: false })
    expect(await window.order('approvals:decide', { id, decision: 'deny' })).toMatchObject({ ok: true })
    expect(await outcome).toBe('denied')
  })

  it('counts once in a quorum, from however many computers', async () => {
    const first = scene.computerOf(ada)
    const keys = first.keys
    const second = scene.people.addWay(first.person, { kind: 'computer', name: 'two', proof: keys.publicKey }).id
    await scene.window(first)
    await scene.window({ device: second, keys })
    expect(scene.approvals.approvers).toBe(1)
  })
})

describe('a lost link', () => {
  it('denies nothing before its time', async () => {
    const computer = scene.computerOf(max)
    const window = await scene.window(computer)
    const { id, outcome } = await scene.ask()
    window.cut()
    await expect.poll(() => scene.door.size).toBe(0)
    await clock.advance(defaultApprovalTimeoutMs - 1)
    expect(scene.approvals.isOpen(id)).toBe(true)
    await clock.advance(1)
    expect(await outcome).toBe('expired')
    expect(scene.approvals.approvers).toBe(0)
  })

  it('leaves a request that the person answers after connecting again', async () => {
    const computer = scene.computerOf(max)
    const window = await scene.window(computer)
    const { id, outcome } = await scene.ask()
    window.cut()
    await expect.poll(() => scene.door.size).toBe(0)
    const again = await scene.window(computer)
    await again.order('pop-up:shown', { id }, { page: 'pop-up' })
    await clock.advance(readingMs)
    await again.order('approvals:decide', { id, decision: 'approve' }, { page: 'pop-up' })
    expect(await outcome).toBe('approved')
    expect(scene.approvals.approvers).toBe(1)
  })

  it('ends at once where nothing is open', async () => {
    const window = await scene.window(scene.computerOf(max))
    window.cut()
    await expect.poll(() => scene.approvals.approvers).toBe(0)
  })

  it('resumes the countdown that the person had paused', async () => {
    const window = await scene.window(scene.computerOf(max))
    const { id } = await scene.ask()
    await window.order('approvals:hold', { id }, { page: 'pop-up' })
    expect(scene.approvals.find(id)?.held).toBe(true)
    window.cut()
    await expect.poll(() => scene.approvals.find(id)?.held).toBeUndefined()
  })

  it('does not keep a person who was removed', async () => {
    const computer = scene.computerOf(max)
    const window = await scene.window(computer)
    const { outcome } = await scene.ask()
    window.cut()
    await expect.poll(() => scene.door.size).toBe(0)
    scene.people.remove(computer.person)
    expect(await outcome).toBe('denied')
    expect(scene.approvals.approvers).toBe(0)
  })

  it('does not keep a person who is a viewer now', async () => {
    const computer = scene.computerOf(max)
    await scene.window(computer)
    const { outcome } = await scene.ask()
    scene.people.change(computer.person, { role: 'viewer' })
    expect(await outcome).toBe('denied')
  })
})
