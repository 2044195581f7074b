/**
 * Windows far from their gateway: two people, 80 ms and loss between them and it, and cables that are cut at any moment.
 *
 * Real processes, TLS and TCP in network namespaces. `GATEHOUSE_LINK_CUTS=50` makes fifty cuts.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { readingMs } from '@shared/approvals/reading-time.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whyNoFarNetwork } from '../../fakes/network/far-network.js'
import { CleanUp } from '../../fixtures/clean-up.js'
import { until } from '../../fixtures/until.js'
import { FarScene, people } from './far-scene.js'

const reason = whyNoFarNetwork()
const cuts = Number(process.env.GATEHOUSE_LINK_CUTS ?? 15)
const atOnce = 5

/** Numbers from a seed, so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe.skipIf(reason !== undefined)('two people far from their gateway', () => {
  const cleanUp = new CleanUp()
  let scene: FarScene
  beforeAll(async () => {
    scene = await FarScene.open(cleanUp)
  })
  afterAll(() => cleanUp.run())

  const setTime = (time: number) => scene.call('world.time.set', { worldName: 'world', time })
  const asksFor = (time: number) => (request: { arguments: object }) =>
    (request.arguments as { time?: number }).time === time

  it('both see a request, one answers, and the other sees at once that it is answered, and by whom', async () => {
    const called = setTime(1)
    const [request] = await Promise.all(people.map((name) => scene.shownTo(name, asksFor(1))))
    const { id } = request ?? { id: '' }
    await scene.windows.ada.order('pop-up:shown', { id }, 'pop-up')
    await pause(readingMs)
    const seen = scene.windows.ben.process.lines.length
    expect(await scene.windows.ada.order('approvals:decide', { id, decision: 'approve' }, 'pop-up')).toMatchObject({
      ok: true,
    })
    const closed = await scene.windows.ben.process.until(({ event }) => event === 'approvals:closed', { after: seen })
    expect(closed.message).toMatchObject({ id, outcome: 'approved', by: ['Ada'] })
    expect((await called).answer).toMatchObject({ success: true })
    const late = await scene.windows.ben.order('approvals:decide', { id, decision: 'deny' }, 'pop-up')
    expect(late.error?.code).toBe('RISK.APPROVAL_CLOSED')
  })

  it('must both agree to what needs two people', async () => {
    const called = scene.call('player.ban', { playerName: 'Alex', reason: 'griefing' })
    const isBan = ({ capabilityId }: { capabilityId: string }) => capabilityId === 'player.ban'
    const { id, needed } = await scene.shownTo('ada', isBan)
    await scene.shownTo('ben', isBan)
    expect(needed).toBe(2)
    const approval = { id, decision: 'approve' }
    for (const name of people) await scene.windows[name].order('pop-up:shown', { id }, 'pop-up')
    await pause(readingMs)
    expect(await scene.windows.ada.order('approvals:decide', approval, 'pop-up')).toMatchObject({ ok: true })
    await scene.windows.ada.order('approvals:decide', approval, 'pop-up')
    await scene.network.cut('ada')
    const open = await scene.windows.ben.order('approvals:list')
    expect(open.value).toMatchObject([{ id, agreed: ['Ada'] }])
    expect(await scene.windows.ben.order('approvals:decide', approval, 'pop-up')).toMatchObject({ ok: true })
    expect((await called).answer).toMatchObject({ success: true })
    await scene.network.join('ada')
  })

  it(`lose nothing and do nothing twice, whatever is cut: ${cuts} cuts`, async () => {
    const random = randomFrom(cuts)
    const approvedBy = new Map<number, number>()
    const answers = new Map<number, { success: boolean; error?: { code: string } }>()
    let time = 1_000
    for (let made = 0; made < cuts; made += atOnce) {
      const times = Array.from({ length: atOnce }, () => {
        time += 1
        return time
      })
      const calls = times.map(async (one) => answers.set(one, (await setTime(one)).answer))
      const requests = await Promise.all(times.map((one) => scene.shownTo('ada', asksFor(one))))
      const ids = requests.map(({ id }) => id)
      for (const name of people)
        void scene.windows[name].order('pop-up:shown', { id: ids[0], others: ids.slice(1) }, 'pop-up')
      await pause(readingMs + 200)
      const cutting = Promise.all(
        ids.map(async () => {
          const computer = ['ada', 'ben', 'ada', 'ben', 'gateway'][random(5)] ?? 'ada'
          await pause(random(200))
          await (random(2) === 0 ? scene.network.cut(computer) : scene.network.forget(computer))
          await pause(random(300))
          await scene.network.join(computer)
        }),
      )
      const decided = ids.flatMap((id, at) =>
        people.map(async (name) => {
          await pause(random(250))
          // A click on a window without a link is refused at once; a person clicks again.
          for (;;) {
            const decision = { id, decision: 'approve' }
            const { ok, error } = await scene.windows[name].order('approvals:decide', decision, 'pop-up')
            if (ok) approvedBy.set(times[at] ?? 0, (approvedBy.get(times[at] ?? 0) ?? 0) + 1)
            if (ok || error?.details?.gateway !== 'lost') return
            await pause(100)
          }
        }),
      )
      await Promise.all([cutting, ...decided])
      await Promise.all(calls)
    }
    const runs = scene.timesRun()
    for (const [one, answer] of answers) {
      expect(answer, `${one}`).toMatchObject({ success: true })
      expect(runs.get(one), `runs of ${one}`).toBe(1)
      // Whoever learns that the approval counted is the one whose approval counted.
      expect(approvedBy.get(one), `approvals of ${one}`).toBe(1)
    }
    for (const name of people) {
      await until(() => scene.windows[name].link === 'connected')
      expect(await scene.windows[name].order('approvals:list')).toEqual({ ok: true, value: [] })
    }
  })

  it('are not reached by a window whose clock is past the certificate, or that expects another key', async () => {
    const { paired } = scene.windows.ben
    if (!paired) throw new Error('Ben is not paired.')
    const late = scene.window('outsider', paired, 36_500)
    await late.until('expired-certificate')
    const other = scene.window('outsider', { ...paired, gateway: { ...paired.gateway, pin: '0'.repeat(64) } })
    await other.until('other-certificate')
    // Nothing was sent, so the window of that key is still the one that is connected.
    expect(await scene.windows.ben.order('approvals:list')).toMatchObject({ ok: true })
  })

  it('do not fear a stolen key once its computer is removed', async () => {
    const { ada, ben } = scene.windows
    if (!ben.paired) throw new Error('Ben is not paired.')
    const { device } = ben.paired.gateway
    const before = ben.process.lines.length
    expect(await ada.order('people:remove-way', { id: device })).toMatchObject({ ok: true })
    await ben.until('revoked', before)
    const thief = scene.window('outsider', ben.paired)
    await thief.until('revoked')
    expect(thief.process.lines.filter(({ event }) => event !== undefined)).toEqual([])
    expect(await thief.order('approvals:list')).toMatchObject({ ok: false })
    expect(await ben.order('approvals:list')).toMatchObject({ ok: false })
  })
})
