import { maxConsoleLines } from '@shared/servers/server-console.js'
import type { CallEntry } from '@shared/trail/live.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ServerConsoles } from '../../../../src-main/gateway/feeds/server-consoles.js'
import type { LogTailLine, ServerLink } from '../../../../src-main/gateway/ports/provider.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { core, FakeServer } from '../../../fakes/fake-provider.js'

function scene(tail: readonly LogTailLine[] = []) {
  const link: ServerLink = Object.assign(
    new FakeServer({ id: 'survival', kind: 'java', capabilities: [core('player.kick'), core('player.list')] }),
    { logTail: () => tail },
  )
  const consoles = new ServerConsoles({
    registry: { link: (id) => (id === 'survival' ? link : undefined) },
    clock: new FakeClock(),
    isSecret: (text) => text.includes('CHAT-KEY'),
  })
  const texts = () =>
    consoles.of('survival')?.lines.map((line) => (line.kind === 'call' ? line.capabilityId : line.text))
  return { consoles, texts }
}

const call = (change: Partial<CallEntry> = {}): CallEntry => ({
  ...{ kind: 'call', id: '1', at: '2026-01-19T10:30:05.000Z', requestId: 'r-1', capabilityId: 'player.kick' },
  ...{ caller: { type: 'model', id: 'client:1', name: 'Claude' }, server: { id: 'survival', name: 'Survival' } },
  ...{ arguments: { playerName: 'Mia' }, result: 'done', milliseconds: 1 },
  ...change,
})

describe('the console of a server', () => {
  it('puts what was done between the lines of the log, by time', () => {
    const { consoles, texts } = scene([
      { text: 'before Gatehouse' },
      { at: '2026-01-19T10:30:04.000Z', text: 'earlier' },
      { at: '2026-01-19T10:30:06.000Z', text: 'later' },
    ])
    consoles.note(call())
    expect(texts()).toEqual(['before Gatehouse', 'earlier', 'player.kick', 'later'])
  })

  it('keeps only what was done on a server', () => {
    const { consoles, texts } = scene()
    consoles.note(call({ result: 'denied' }))
    consoles.note(call({ capabilityId: 'player.list' }))
    consoles.note(call({ server: { id: 'elsewhere', name: 'Elsewhere' } }))
    expect(texts()).toEqual([])
  })

  it.each([
    ['<Mia> CHAT-KEY', '[redacted]'],
    ['Mia issued server command: /login hunter2', 'Mia issued server command: /login [redacted]'],
    ['Mia issued server command: /register a b', 'Mia issued server command: /register [redacted]'],
    ['Mia issued server command: /authme:login hunter2', 'Mia issued server command: /authme:login [redacted]'],
    [
      'CONSOLE issued server command: authme register Mia a',
      'CONSOLE issued server command: authme register [redacted]',
    ],
    ['rcon.password=correct-horse-battery', 'rcon.password=[redacted]'],
    ['Mia issued server command: /home', 'Mia issued server command: /home'],
  ])('shows %j as %j', (text, shown) => expect(scene([{ text }]).texts()).toEqual([shown]))

  it('shows hostile text as one bounded line without control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) => {
        const [shown = ''] = scene([{ text }]).texts() ?? []
        expect(shown.length).toBeLessThanOrEqual(420)
        expect(shown).not.toMatch(/[\p{Bidi_Control}]|(?![\t\n])\p{Cc}/u)
      }),
    )
  })

  it('keeps a bounded number of lines, and replies only in part', () => {
    const { consoles, texts } = scene()
    consoles.reply('survival', Array.from({ length: 500 }, (_, at) => `line ${at}`).join('\n'))
    expect(texts()).toHaveLength(40)
    for (let at = 0; at < maxConsoleLines * 2; at += 1) consoles.note(call())
    expect(texts()).toHaveLength(maxConsoleLines)
  })

  it('says when there is no log', () => {
    expect(scene().consoles.of('survival')).toMatchObject({ hasLog: false, hasCommands: false })
    expect(scene([{ text: 'x' }]).consoles.of('survival')).toMatchObject({ hasLog: true })
    expect(scene().consoles.of('elsewhere')).toBeUndefined()
  })
})
