import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callSentence } from '../../../src-renderer/sentences/call-sentence.js'

const location = { world: 'world', x: 0, y: 64, z: 0 }

/** Calls whose sentence names every argument. */
const whole: readonly (readonly [capabilityId: string, given: Record<string, unknown>])[] = [
  ['world.time.set', { worldName: 'world', time: 13_000 }],
  ['world.weather.set', { worldName: 'world', weather: 'rain' }],
  ['world.rule.set', { worldName: 'world', rule: 'keepInventory', value: true }],
  ['world.block.set', { location, type: 'stone' }],
  ['player.list', {}],
  ['player.teleport', { playerName: 'Alex', location: { ...location, yaw: 0, pitch: 0 } }],
  ['player.ban', { playerName: 'Alex' }],
  ['player.economy.balance.adjust', { playerName: 'Alex', amount: 1 }],
  ['system.restore', { backupId: 'monday' }],
  ['chat.broadcast', { message: 'Hello' }],
  ['ext.shop.open', {}],
]

const complete = (capabilityId: string, given: Record<string, unknown>, reason?: string): boolean =>
  callSentence(
    { capabilityId, arguments: given, caller: { name: 'Claude' }, ...(reason !== undefined && { reason }) },
    'question',
  ).complete

describe('a question names every argument', () => {
  it.each(whole)('in %s', (id, given) => expect(complete(id, given)).toBe(true))

  it('or says that it leaves one out, for any capability', () => {
    const key = fc.oneof(fc.constantFrom('server', 'reason', 'freeze', '__proto__', 'toString'), fc.string())
    fc.assert(
      fc.property(fc.constantFrom(...whole), key, fc.jsonValue(), ([id, given], extra, value) => {
        fc.pre(!Object.hasOwn(given, extra))
        const more = Object.defineProperty({ ...given }, extra, { value, enumerable: true })
        // A duration, a world or another name may be shown by a longer sentence; none of these is in any.
        fc.pre(!['durationMinutes', 'worldName', 'world', 'location', 'playerName', 'message'].includes(extra))
        expect(complete(id, more)).toBe(false)
      }),
    )
  })

  it('and never takes an argument called server for one that is shown elsewhere', () => {
    expect(complete('world.time.set', { worldName: 'world', time: 1, server: 'Survival' })).toBe(false)
  })

  it('with the reason, where it is quoted in full', () => {
    const given = { playerName: 'Alex', reason: 'Griefing' }
    expect(complete('player.ban', given, 'Griefing')).toBe(true)
    expect(complete('player.ban', given, 'Grief…')).toBe(false)
    expect(complete('player.ban', given)).toBe(false)
    expect(complete('player.ban', { ...given, reason: { text: 'Griefing' } }, 'Griefing')).toBe(false)
    expect(complete('player.ban', { ...given, reason: ' ' }, ' ')).toBe(false)
  })

  it('with its last member', () => {
    const teleport = (place: unknown) => complete('player.teleport', { playerName: 'Alex', location: place })
    expect(teleport({ ...location, yaw: 90 })).toBe(false)
    expect(teleport({ ...location, pitch: { lava: true } })).toBe(false)
    expect(teleport({ ...location, x: 0.004 })).toBe(false)
    expect(complete('player.info.get', { player: { name: 'Alex', uuid: 'of somebody else' } })).toBe(false)
    expect(complete('entity.remove', { worldName: 'world', entityIds: ['a', 'b'] })).toBe(false)
    expect(complete('player.ban', { playerName: 'Alex', durationMinutes: -1 })).toBe(false)
  })
})
