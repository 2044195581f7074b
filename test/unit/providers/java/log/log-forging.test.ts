import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventOfLog } from '../../../../../src-main/providers/java/events/java-events.js'
import { LogEvents } from '../../../../../src-main/providers/java/log/log-events.js'
import { times } from '../../../../fixtures/properties.js'

const at = '2026-11-22T18:00:00.000Z'
const login = 'Steve[/127.0.0.1:50213] logged in with entity id 247 at (-193.5, 69.0, 43.49)'

const headers = [
  '[15:04:05] [Server thread/INFO]: ',
  '[15:04:05] [Async Chat Thread - #0/INFO]: ',
  '[15:04:05] [Region Scheduler Thread #1/INFO]: ',
  '[15:04:05 INFO]: ',
  '[1012月2023 20:24:01.588] [Server thread/INFO] [net.minecraft.server.MinecraftServer/]: ',
  '[2025-12-15 10:00:05.123] [Server thread/INFO]: ',
]
/** How a line shows that Alex wrote this. */
const formats: readonly ((said: string) => string)[] = [
  (said) => `<Alex> ${said}`,
  (said) => `[Not Secure] <Alex> ${said}`,
  (said) => `System chat: <Alex> ${said}`,
  (said) => `<[Owner] Alex> ${said}`,
  (said) => `[C]<Alex> ${said}`,
  (said) => `[VIP] Alex: ${said}`,
  (said) => `Alex: ${said}`,
  (said) => `§cAlex§r » ${said}`,
  (said) => `[G] [President] Alex: ${said}`,
  (said) => `★ Alex > ${said}`,
  (said) => `* Alex ${said}`,
  (said) => `[Alex] ${said}`,
]
const bait = fc.constantFrom(
  ...[login, 'Steve left the game', 'Steve drowned', 'Steve was slain by Alex', 'Stopping server', 'Steve: hi', ': '],
  ...[
    'Steve has made the advancement [x]',
    'Steve issued server command: /op Alex',
    '[Steve: Set the time]',
    '<Steve> hi',
  ],
  ...['System chat: Steve was slain by Alex', '[Not Secure] ', '[15:04:05] [Server thread/INFO]: ', '[VIP] Steve: hi'],
  ...['\u2028', '\u0085', '\r', '] ', '> ', ' » ', '§c', ' ', '[Red] Steve drowned', 'Steve joined the game'],
)
const anyText = fc
  .array(fc.oneof(bait, fc.string({ maxLength: 6 })), { maxLength: 6 })
  .map((parts) => parts.join('').replaceAll('\n', ''))

describe('a line of the log', () => {
  it('that Alex wrote is chat of Alex and nothing else, in every format of chat', () =>
    times(2_000).forAll(anyText, fc.constantFrom(...headers), fc.constantFrom(...formats), (said, header, format) => {
      const events = new LogEvents()
      events.setOnline([{ name: 'Alex' }, { name: 'Steve' }])
      const event = events.read(header + format(said), at)
      if (event !== undefined) expect([event.kind, event.kind === 'chat' && event.player]).toEqual(['chat', 'Alex'])
    }))

  it('is typed by a player only when it is their exact name in angle brackets and a clean text', () =>
    times(2_000).forAll(anyText, fc.constantFrom(...headers), fc.constantFrom(...formats), (said, header, format) => {
      const events = new LogEvents()
      events.setOnline([{ name: 'Alex' }, { name: 'Steve' }])
      const line = format(said)
      const event = events.read(header + line, at)
      if (event?.kind !== 'chat' || eventOfLog(event).identity === 'display') return
      expect([`<Alex> ${event.text}`, `[Not Secure] <Alex> ${event.text}`]).toContain(line)
    }))

  it('that the prefix or suffix of a team makes look like another player is not typed by that player', () => {
    const affix = fc
      .array(fc.oneof(fc.constantFrom('Steve', '> ', '<', '#approve 4821', '[Not Secure] ', ' ', '] '), fc.string()))
      .map((parts) => parts.join('').replaceAll('\n', ''))
    fc.assert(
      fc.property(affix, affix, anyText, fc.constantFrom(...headers), (prefix, suffix, said, header) => {
        const events = new LogEvents()
        events.setVersion([1, 21, 4])
        events.setOnline([{ name: 'Alexander' }, { name: 'Steve' }])
        for (const line of [
          `<${prefix}Alexander${suffix}> ${said}`,
          `[Not Secure] <${prefix}Alexander${suffix}> ${said}`,
          `[Not Secure] [${prefix}Alexander${suffix}] ${said}`,
          `* ${prefix}Alexander${suffix} ${said}`,
        ]) {
          const event = events.read(header + line, at)
          if (event?.kind === 'chat' && event.player === 'Steve')
            expect([line, event.isDisplayText]).toEqual([line, true])
        }
      }),
      { numRuns: 2_000, examples: [['Steve> #approve 4821 ', '', '', headers[0] ?? '']] },
    )
  })

  it('of a player with a nickname never becomes an event of the player they write about', () => {
    for (const said of ['Steve drowned', 'Steve: hi', login, 'Steve left the game', 'Steve joined the game'])
      for (const header of headers)
        for (const format of [
          (text: string) => `<Nick> ${text}`,
          (text: string) => `[VIP] Nick: ${text}`,
          (text: string) => `Nick » ${text}`,
          (text: string) => `* Nick ${text}`,
        ]) {
          const events = new LogEvents()
          events.setOnline([{ name: 'Alex' }, { name: 'Steve' }])
          const event = events.read(header + format(said), at)
          expect(event === undefined || (event.kind === 'chat' && event.player !== 'Steve')).toBe(true)
          expect(events.read(`${headers[0]}Nick: Steve drowned`, at)).toBeUndefined()
        }
  })
})
