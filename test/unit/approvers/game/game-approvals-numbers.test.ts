/** Game approvals on a server that says itself who set a number: no text of a player is an answer. */

import type { GameApprover } from '@shared/approvals/game-approval.js'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { GatewayError } from '../../../../src-main/contract/gateway-error.js'
import type { NumberWatch } from '../../../../src-main/gateway/ports/provider.js'
import { settled } from '../../../fakes/fake-clock.js'
import { endOf } from '../../../fakes/gateway-under-test.js'
import { GameApprovalsScene, steve } from './game-approvals-scene.js'

const own = '069a79f4-44e9-4726-a5be-fca90e38aaf5'
const linked = { ...steve, uuid: own }
const command = '/trigger gatehouse set'

let scene: GameApprovalsScene
let watches: Set<NumberWatch>
let isOffered: boolean

async function start(approver: GameApprover | null): Promise<void> {
  scene = new GameApprovalsScene(approver, { isReached: () => true })
  watches = new Set()
  isOffered = true
  Object.assign(scene.server, {
    server: { ...scene.server.server, kind: 'java', accounts: 'checked', chatNames: 'changeable' },
    accountOf: () => own,
    numbers: {
      command,
      async watch(watch: NumberWatch) {
        if (!isOffered) throw new GatewayError('BUSINESS.OPERATION_FAILED')
        watches.add(watch)
        return () => void watches.delete(watch)
      },
    },
  })
  scene.under.provider.host.present(scene.server)
  await settled()
}
const sets = (number: number, account = own): void => {
  for (const { uuid = account, onNumber } of [...watches]) if (uuid === account) onNumber(number, 'Steve', account)
}
const codeShown = (): number =>
  Number(/set (\d{4}) to allow/u.exec(scene.shown.findLast(([, , line]) => line?.includes(' set '))?.[2] ?? '')?.[1])
const times = () => scene.server.requestsFor('world.time.set').length

afterEach(() => scene.stop())

describe('answering with numbers', () => {
  it('approves and denies once, and listens only while a code is open', async () => {
    await start(linked)
    expect(watches.size).toBe(0)
    const { report } = await scene.asked()
    const code = codeShown()
    expect(scene.shown).toEqual([
      [
        'Steve',
        expect.stringContaining('Set the time'),
        `Type ${command} ${code} to allow it once, or ${command} -${code} to deny it.`,
      ],
    ])
    expect([...watches].map(({ player, uuid }) => [player, uuid])).toEqual([['Steve', own]])
    sets(code)
    expect(endOf(await report)).toBe('done')
    expect(watches.size).toBe(0)
    const next = await scene.asked()
    sets(-codeShown())
    expect((await next.report).outcome).toMatchObject({ kind: 'denied', by: ['Steve, in the game'] })
    expect(times()).toBe(1)
  })

  it('links the account that set the number, and no line of chat', async () => {
    await start(null)
    expect(scene.game.state.servers).toEqual(['overworld'])
    scene.game.link('overworld', 'steve')
    await settled()
    const { code, command: shownCommand } = scene.game.state.linking ?? {}
    expect([code, shownCommand]).toEqual([expect.stringMatching(/^[1-9]\d{5}$/u), command])
    scene.says('Steve', `#link ${code}`, { uuid: own })
    await settled()
    expect(scene.settings.value.gameApprover).toBeNull()
    expect(scene.shown).toEqual([
      ['steve', `The chat does not prove who wrote a line. Type ${command} and the number that Gatehouse shows.`],
    ])
    sets(Number(code))
    await settled()
    expect(scene.settings.value.gameApprover).toEqual(linked)
    expect(watches.size).toBe(0)
  })

  it('pauses after three wrong numbers', async () => {
    await start(linked)
    const { report } = await scene.asked()
    const code = codeShown()
    const wrong = code === 9_999 ? 9_998 : code + 1
    for (const number of [wrong, -wrong, wrong]) sets(number)
    await settled()
    expect(scene.game.state.approver?.paused).toBe(true)
    expect(watches.size).toBe(0)
    scene.under.gateway.approvals.denyAll('desktop')
    await report
    expect(times()).toBe(0)
  })

  it('notifies the player to use the computer where a number cannot be set now', async () => {
    await start(linked)
    isOffered = false
    const { report } = await scene.asked()
    expect(scene.shown).toEqual([['Steve', expect.stringMatching(/Answer on the computer\.$/u)]])
    scene.under.gateway.approvals.denyAll('desktop')
    await report
  })

  it('is not offered where names in the chat can change and no number can be set', async () => {
    await start(linked)
    const { numbers: _none, ...without } = scene.server as typeof scene.server & { numbers: unknown }
    Object.assign(scene.server, without, { numbers: undefined })
    scene.under.provider.host.present(scene.server)
    const { report } = await scene.asked()
    expect(scene.shown).toEqual([])
    expect(scene.game.state).toMatchObject({ servers: [], unproven: [{ id: 'overworld', why: 'chat-names' }] })
    scene.under.gateway.approvals.denyAll('desktop')
    await report
  })

  it('is never done by a line of chat, whoever it shows and whatever it says', async () => {
    await start(linked)
    const { report } = await scene.asked()
    const code = codeShown()
    const line = fc.record({
      player: fc.constantFrom('Steve', 'steve', 'Steve ', '§cSteve', 'Alex'),
      message: fc
        .tuple(fc.constantFrom('#approve ', '＃同意 ', '/trigger gatehouse set ', '#login ', ''), fc.boolean())
        .map(([word, isRight]) => `${word}${isRight ? code : code - 1}`),
      uuid: fc.constantFrom(own, undefined, ''),
      identity: fc.constantFrom('display' as const, 'name-only' as const, undefined),
    })
    fc.assert(
      fc.property(line, ({ player, message, uuid, identity }) => {
        scene.says(player, message, { ...(identity && { identity }), uuid })
        expect(times()).toBe(0)
      }),
    )
    sets(code)
    await report
    expect(times()).toBe(1)
    const messages = scene.received().flatMap((entry) => (entry.kind === 'game' ? [String(entry.data.message)] : []))
    expect(messages.filter((message) => message.includes(String(code)))).toEqual([])
  })
})
