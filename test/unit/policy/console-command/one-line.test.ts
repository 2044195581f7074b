import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { commandsInOneLine, oneLine } from '../../../../src-main/policy/console-command/one-line.js'
import { BedrockSession } from '../../../../src-main/providers/bedrock/bedrock-session.js'
import { CommandDialect } from '../../../../src-main/providers/java/dialects/dialect.js'
import { RconConnection } from '../../../../src-main/providers/java/rcon/rcon-connection.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { forAll, times } from '../../../fixtures/properties.js'

/** What some console or terminal takes for the end of a line, or acts upon. */
const breaks = [
  '\n',
  '\r',
  '\r\n',
  '\u0085',
  '\u2028',
  '\u2029',
  '\v',
  '\f',
  '\0',
  '\u001b[2J',
  '\u0003',
  '\u007f',
  '\ud800',
]
const command = fc.constantFrom('say hi', 'list', 'tellraw @a {"text":"世界"}', '/op Steve', '')
const broken = fc.tuple(command, fc.constantFrom(...breaks), command).map((parts) => parts.join(''))
const refused = { code: 'PROTOCOL.INVALID_REQUEST', details: { reason: 'control-character' } }

describe('a command of more than one line', () => {
  it('is refused wherever the break is', () => {
    forAll(broken, (text) => {
      expect(() => oneLine(text)).toThrow()
    })
  })

  it('is refused by every transport before anything is sent', async () => {
    const [clock, log] = [new FakeClock(), new RecordingLog()]
    const sent: unknown[] = []
    const rcon = new RconConnection({ host: '127.0.0.1', port: 1, password: 'x' }, { clock, log })
    const socket = Object.assign(new EventEmitter(), { readyState: 1, send: (frame: unknown) => sent.push(frame) })
    const bedrock = new BedrockSession(socket as unknown as WebSocket, { clock, log })
    const console = { run: async (text: string) => `${sent.push(text)}` }
    const java = new CommandDialect(console, { version: [1, 20], prefix: '' })
    await times(100).forAllAsync(broken, async (text) => {
      await expect(rcon.run(text)).rejects.toMatchObject(refused)
      await expect(bedrock.run(text)).rejects.toMatchObject(refused)
      await expect((async () => java.runText(`say ${text} x`))()).rejects.toMatchObject(refused)
      expect(() => commandsInOneLine({ command: text })).toThrow()
      expect(() => commandsInOneLine({ commands: ['list', text] })).toThrow()
    })
    expect(sent).toEqual([])
  })
})

it('a line of text is sent unchanged', () => {
  forAll(fc.string({ unit: 'grapheme' }), (text) => {
    const line = text.replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    expect(oneLine(line)).toBe(line)
    commandsInOneLine({ command: line, message: 'of two\nlines', count: 2 })
  })
})
