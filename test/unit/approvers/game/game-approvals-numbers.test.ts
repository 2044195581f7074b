/** Game approvals on a server that says itself who set a number: no text of a player is an answer. */

import type { GameApprover } from '@shared/approvals/game-approval.js'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { GatewayError } from '../../../../src-main/contract/gateway-error.js'
import type { NumberWatch } from '../../../../src-main/gateway/ports/provider.js'
import { settled } from '../../../fakes/fake-clock.js'
import { endOf } from '../../../fakes/gateway-under-test.js'
import { forAll } from '../../../fixtures/properties.js'
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
  })
  offerNumbers()
  scene.under.provider.host.present(scene.server)
  await settled()
}
/** As a new connection does. */
function offerNumbers(): void {
  const numbers = {
    command,
    async watch(watch: NumberWatch) {
      if (!isOffered) throw new GatewayError('BUSINESS.OPERATION_FAILED')
      watches.add(watch)
      return () => void watches.delete(watch)
    },
  }
  Object.assign(scene.server, { numbers })
}
const sets = (number: number, account = own): void => {
  for (const { uuid = account, onNumber } of [...watches]) if (uuid === account) onNumber(number, 'Steve', account)
}
/** The one that allows, the one that denies. */
const codesShown = (): number[] => {
  const line = scene.shown.findLast(([, , text]) => text?.includes(' to allow it once'))?.[2] ?? ''
  return [...line.matchAll(/set (\d{4}) to/gu)].map(([, code]) => Number(code))
}
const codeShown = (): number => codesShown()[0] ?? Number.NaN
const times = () => scene.server.requestsFor('world.time.set').length

afterEach(() => scene.stop())

describe('answering with numbers', () => {
  it('approves and denies once, and listens only while a code is open', async () => {
    await start(linked)
    expect(watches.size).toBe(0)
    const { report } = await scene.asked()
    const [code = 0, denyCode = 0] = codesShown()
    expect(scene.shown).toEqual([
      [
        'Steve',
        expect.stringContaining('Set the time'),
        `Type ${command} ${code} to allow it once, or ${command} ${denyCode} to deny it.`,
      ],
    ])
    expect([...watches].map(({ player, uuid }) => [player, uuid])).toEqual([['Steve', own]])
    sets(code)
    expect(endOf(await report)).toBe('done')
    expect(watches.size).toBe(0)
    const next = await scene.asked()
    const [approves = 0, denies = 0] = codesShown()
    expect(approves).not.toBe(denies)
    sets(-approves)
    sets(-denies)
    sets(denies)
    sets(approves)
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
      ['steve', `Chat does not answer requests here. Type ${command} and the number from Gatehouse.`],
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
    const wrong = [1_000, 1_001, 1_002].find((one) => !codesShown().includes(one)) ?? code
    for (let times = 0; times < 3; times++) sets(wrong)
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

  it.each([
    ['as an answer', (code: number) => `#approve ${code}`],
    ['as the command without its slash', (code: number) => `trigger gatehouse set ${code}`],
    ['in a sentence', (code: number) => `what is ${code}?`],
  ])('ends a code that is typed in the chat %s, whoever types it', async (_how, lineOf) => {
    await start({ ...linked, word: 'walnut' })
    for (const [player, at] of [
      ['Steve', 0],
      ['Alex', 1],
    ] as const) {
      const { report } = await scene.asked()
      const codes = codesShown()
      scene.says(player, lineOf(codes[at] ?? 0), { uuid: own })
      await settled()
      const said = scene.shown.flatMap(([, ...lines]) => lines)
      expect(said).toContain('(walnut) This code was typed in the chat, so it no longer works. Answer on the computer.')
      expect(said.every((text) => text.startsWith('(walnut) '))).toBe(true)
      for (const code of codes) sets(code)
      scene.under.gateway.approvals.denyAll('desktop')
      expect(endOf(await report)).toBe('denied')
    }
    expect(times()).toBe(0)
    expect(scene.received()).toEqual([])
  })

  it('shows an open request again when the entry of the server was edited', async () => {
    await start(linked)
    const { report } = await scene.asked()
    const [before = 0] = codesShown()
    const gone = [...watches]
    offerNumbers()
    scene.under.provider.host.present(scene.server)
    await settled()
    await scene.under.clock.advance(1_000)
    expect(codesShown()).not.toContain(before)
    for (const { onNumber } of gone) onNumber(codeShown(), 'Steve', own)
    expect(times()).toBe(0)
    sets(codeShown())
    expect(endOf(await report)).toBe('done')
  })

  it('sends the player to the computer when the server takes no numbers any more', async () => {
    await start(linked)
    const { report } = await scene.asked()
    const codes = codesShown()
    for (const { onEnd } of [...watches]) onEnd()
    await settled()
    expect(scene.shown.at(-1)).toEqual(['Steve', expect.stringMatching(/Answer on the computer\.$/u)])
    for (const code of codes) sets(code)
    expect(times()).toBe(0)
    scene.under.gateway.approvals.denyAll('desktop')
    await report
  })

  it('says why a player cannot be linked, at the start and later', async () => {
    await start(null)
    isOffered = false
    scene.game.link('overworld', 'Steve')
    await settled()
    expect(scene.game.state).toMatchObject({ linking: null, problem: 'no-number' })
    isOffered = true
    scene.game.link('overworld', 'Steve')
    await settled()
    expect(scene.game.state).toMatchObject({ linking: { player: 'Steve' }, problem: null })
    for (const number of [4_821, -482_193]) sets(number)
    await settled()
    expect(scene.shown).toEqual(Array(2).fill(['Steve', 'Use the 6-digit number that Gatehouse shows.']))
    for (const { onEnd } of [...watches]) onEnd()
    expect(scene.game.state).toMatchObject({ linking: null, problem: 'no-number' })
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
    const other = [1_000, 1_001, 1_002].find((one) => !codesShown().includes(one))
    const line = fc.record({
      player: fc.constantFrom('Steve', 'steve', 'Steve ', '§cSteve', 'Alex'),
      message: fc
        .tuple(fc.constantFrom('#approve ', '＃同意 ', '/trigger gatehouse set ', '#login ', ''), fc.boolean())
        .map(([word, isRight]) => `${word}${isRight ? code : other}`),
      uuid: fc.constantFrom(own, undefined, ''),
      identity: fc.constantFrom('display' as const, 'name-only' as const, undefined),
    })
    forAll(line, ({ player, message, uuid, identity }) => {
      scene.says(player, message, { ...(identity && { identity }), uuid })
      expect(times()).toBe(0)
    })
    sets(code)
    scene.under.gateway.approvals.denyAll('desktop')
    await report
    expect(times()).toBe(0)
  })
})
