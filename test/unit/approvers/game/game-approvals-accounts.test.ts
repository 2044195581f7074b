/** Game approvals on a Java server: the account answers, not the name. */

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settled } from '../../../fakes/fake-clock.js'
import { forAll } from '../../../fixtures/properties.js'
import { GameApprovalsScene, steve } from './game-approvals-scene.js'

const own = '069a79f4-44e9-4726-a5be-fca90e38aaf5'
const other = '61699b2e-d327-4a01-9f1e-0ea8c3f06bc6'
const linked = { ...steve, uuid: own }

let scene: GameApprovalsScene
let online: string | undefined
let wanted: (string | undefined)[]

async function start(
  approver: ConstructorParameters<typeof GameApprovalsScene>[0],
  accounts: 'checked' | 'offline-mode' | 'unknown' = 'checked',
): Promise<void> {
  await scene?.stop()
  scene = new GameApprovalsScene(approver, { isReached: () => true })
  const { server, under, shown } = scene
  wanted = []
  Object.assign(server, {
    server: { ...server.server, kind: 'java', accounts },
    accountOf: () => online,
    async whisper(player: string, lines: readonly string[], _signal: AbortSignal, uuid?: string) {
      wanted.push(uuid)
      if (uuid !== undefined && uuid !== online) throw new Error('another account')
      shown.push([player, ...lines])
    },
  })
  under.provider.host.present(server)
  await settled()
}
const times = () => scene.server.requestsFor('world.time.set').length

beforeEach(async () => {
  online = own
})
afterEach(() => scene.stop())

describe('approving in the game of a server that checks accounts', () => {
  it('is for the linked account alone, not for another one that has its name now', async () => {
    await start(linked)
    const { code, report } = await scene.asked()
    expect(wanted).toEqual([own])
    scene.says('Steve', `#approve ${code}`, { uuid: other })
    await settled()
    expect(times()).toBe(0)
    scene.under.gateway.approvals.denyAll('desktop')
    await report
    const next = await scene.asked()
    scene.says('Steve', `#approve ${next.code}`, { uuid: own })
    await settled()
    await next.report
    expect(times()).toBe(1)
  })

  it('gives no code to another account under the name', async () => {
    await start(linked)
    online = other
    const { report } = await scene.asked()
    expect(scene.shown).toEqual([])
    expect(scene.game.state.problem).toBe('not-shown')
    scene.under.gateway.approvals.denyAll('desktop')
    await report
  })

  it('links the account that typed the code, and none of which nothing is proved', async () => {
    await start(null)
    scene.game.link('overworld', 'Steve')
    const line = `#link ${scene.game.state.linking?.code}`
    scene.says('Steve', line)
    scene.says('Steve', line, { identity: 'name-only', uuid: own })
    scene.says('Steve', line, { identity: 'display', uuid: own })
    expect(scene.settings.value.gameApprover).toBeNull()
    expect(scene.game.state.problem).toBe('unproven')
    scene.says('Steve', line, { uuid: own })
    await settled()
    expect(scene.settings.value.gameApprover).toEqual(linked)
  })

  it('gives an older link the account that the list of players shows, and no code before', async () => {
    online = undefined
    await start(steve)
    const { report } = await scene.asked()
    expect(scene.shown).toEqual([])
    online = own
    scene.under.provider.host.present(scene.server)
    await settled()
    expect(scene.settings.value.gameApprover).toEqual(linked)
    scene.says('Steve', `#approve ${scene.lastCode()}`, { uuid: own })
    await report
    expect(times()).toBe(1)
  })

  it.each(['offline-mode', 'unknown'] as const)('is not offered where accounts are %s, and says why', async (why) => {
    await start(linked, why)
    const { report } = await scene.asked()
    expect(scene.shown).toEqual([])
    expect(scene.game.state).toMatchObject({ servers: [], unproven: [{ id: 'overworld', why }] })
    expect(() => scene.game.link('overworld', 'Steve')).toThrow()
    scene.under.gateway.approvals.denyAll('desktop')
    await report
  })

  it('is never done by a line that another player brought about, whatever it says', async () => {
    await start(linked)
    const { code, report } = await scene.asked()
    const line = fc.record({
      player: fc.constantFrom('Steve', 'steve', 'Steve ', '§cSteve', '[Steve]', 'Steve fan', 'Alex'),
      message: fc
        .tuple(fc.constantFrom('#approve ', '＃同意 ', '#批准', '#login ', ''), fc.constantFrom('', '<Steve> ', '§a'))
        .map(([word, more]) => `${word}${more}`),
      uuid: fc.constantFrom(other, undefined, ''),
      identity: fc.constantFrom('display' as const, 'name-only' as const, undefined),
    })
    forAll(line, ({ player, message, uuid, identity }) => {
      // With the account itself only what proves nothing; the right code from others ends the code.
      const text = identity === undefined ? `${message}x` : `${message}${code}`
      scene.says(player, text, { ...(identity && { identity }), uuid: identity === undefined ? uuid : own })
      expect(times()).toBe(0)
      expect(scene.under.gateway.logins.playersOf('overworld')).toEqual([])
    })
    scene.says('Steve', `#approve ${code}`, { uuid: own })
    await report
    expect(times()).toBe(1)
  })
})
