import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { literal, maxCommandBytes, messageCommands } from '../../../../src-main/providers/bedrock/command-text.js'
import { cfb8Decryptor, cfb8Encryptor, offerKey } from '../../../../src-main/providers/bedrock/wire/encryption.js'
import { commandFrame, readFrame } from '../../../../src-main/providers/bedrock/wire/frame.js'
import { maxInFlight, PendingCommands } from '../../../../src-main/providers/bedrock/wire/pending-commands.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { forAll, times } from '../../../fixtures/properties.js'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(Buffer.from)

describe('AES-256-CFB8', () => {
  it('equals that of the system, in pieces of any length', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 300 }).map(Buffer.from), { maxLength: 5 })
    times(50).forAll(bytes(32), bytes(16), pieces, (key, initial, plain) => {
      const theirs = createCipheriv('aes-256-cfb8', key, initial)
      const theirsBack = createDecipheriv('aes-256-cfb8', key, initial)
      const [encrypt, decrypt] = [cfb8Encryptor(key, initial), cfb8Decryptor(key, initial)]
      for (const piece of plain) {
        const encrypted = encrypt(piece)
        expect(encrypted).toEqual(theirs.update(piece))
        expect(decrypt(encrypted)).toEqual(piece)
        expect(theirsBack.update(encrypted)).toEqual(piece)
      }
    })
  })

  it('equals that of the system for a piece longer than a batch', () => {
    const [key, initial, plain] = [randomBytes(32), randomBytes(16), randomBytes(10_000)]
    const theirs = createCipheriv('aes-256-cfb8', key, initial)
    const decrypt = cfb8Decryptor(key, initial)
    for (const piece of [plain, plain.subarray(0, 5), plain.subarray(0, 4_097)])
      expect(decrypt(theirs.update(piece))).toEqual(piece)
  })

  it.each(['', 'AAAA', 'x'.repeat(5_000)])('is not agreed on with an invalid key', async (key) => {
    const offer = await offerKey()
    expect(() => offer.accept(key)).toThrow()
  })
})

describe('a frame of a game', () => {
  it('is read without throwing, for any text', () => {
    forAll(fc.string({ maxLength: 500 }), (text) => void readFrame(text))
    forAll(fc.json({ maxDepth: 40 }), (text) => void readFrame(text))
  })

  it.each(['[]', 'null', '{"header":[]}', '{"header":{}}', '['.repeat(40) + ']'.repeat(40)])(
    'is invalid when it is %s',
    (text) => expect(readFrame(text)).toBeUndefined(),
  )

  it('is an event in the shape without a type', () => {
    const text = '{"body":{"sender":"Steve","message":"hi"},"header":{"eventName":"PlayerMessage"}}'
    expect(readFrame(text)).toEqual({
      kind: 'event',
      event: { name: 'PlayerMessage', body: { sender: 'Steve', message: 'hi' } },
    })
  })

  it('has a UUID, the purpose and all fields when it is ours', () => {
    const { requestId, text } = commandFrame('list')
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/u)
    expect(JSON.parse(text)).toEqual({
      header: {
        version: 1,
        requestId,
        messagePurpose: 'commandRequest',
        messageType: 'commandRequest',
        EventName: 'commandRequest',
      },
      body: { version: 17_039_360, commandLine: 'list', origin: { type: 'player' } },
    })
  })
})

describe('commands', () => {
  const reply = { statusCode: 0, statusMessage: '', body: {} }

  function pending() {
    const clock = new FakeClock()
    const commands = new PendingCommands(clock)
    const sent: string[] = []
    const run = (options = {}) => {
      const outcome = commands.run(() => `${sent.push('sent')}`, options)
      outcome.catch(() => {})
      return outcome
    }
    return { clock, commands, sent, run }
  }

  it('are at most 100 at once, and the others follow in order', async () => {
    const { commands, sent, run } = pending()
    const outcomes = Array.from({ length: maxInFlight + 2 }, () => run())
    expect(sent).toHaveLength(maxInFlight)
    commands.receive('1', reply)
    commands.receive('2', reply)
    expect(sent).toHaveLength(maxInFlight + 2)
    await expect(Promise.all(outcomes.slice(0, 2))).resolves.toEqual([reply, reply])
  })

  it('are refused when too many wait', async () => {
    const { run } = pending()
    for (let count = 0; count < 500; count++) void run()
    await expect(run()).rejects.toMatchObject({ code: 'SYSTEM.RATE_LIMITED' })
  })

  it('are recognized in a frame that is not parsed yet', () => {
    const commands = new PendingCommands(new FakeClock())
    const id = 'f81d4fae-7dec-4ad0-a765-00a0c91e6bf6'
    void commands.run(() => id).catch(() => {})
    const frame = (requestId: string, message = '') => JSON.stringify({ body: { message }, header: { requestId } })
    expect(commands.isAnsweredBy(frame(id))).toBe(true)
    expect(commands.isAnsweredBy(frame(id).replace(':"f8', ' : "f8'))).toBe(true)
    expect(commands.isAnsweredBy(frame('00000000-0000-0000-0000-000000000000'))).toBe(false)
    expect(commands.isAnsweredBy('{"header":{"eventName":"PlayerMessage"}}')).toBe(false)
    // A player who writes the member in chat is no reply.
    expect(commands.isAnsweredBy(frame('other', `"requestId":"${id}"`))).toBe(false)
    commands.close()
  })

  it('end by a timeout, an abort or the end of the connection', async () => {
    const { clock, commands, run } = pending()
    const late = run({ timeoutMs: 1_000 })
    await clock.advance(1_000)
    await expect(late).rejects.toMatchObject({ code: 'SYSTEM.TIMEOUT', details: { mayHaveRun: true } })
    const ending = new AbortController()
    const ended = run({ signal: ending.signal })
    ending.abort()
    await expect(ended).rejects.toMatchObject({ code: 'SYSTEM.TIMEOUT' })
    const cut = run()
    commands.close()
    await expect(cut).rejects.toMatchObject({ code: 'SYSTEM.SERVICE_UNAVAILABLE', details: { mayHaveRun: true } })
    await expect(run()).rejects.toMatchObject({ details: { mayHaveRun: false } })
    expect(commands.inFlight).toBe(0)
  })
})

it('a message is split into commands that the game takes, and loses nothing but spaces', () =>
  forAll(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }), (text) => {
    const commands = messageCommands(literal('@a'), text, 'ai', maxCommandBytes)
    for (const command of commands) {
      expect(Buffer.byteLength(command)).toBeLessThanOrEqual(maxCommandBytes)
      expect(command).not.toMatch(/\p{Cs}/u)
      JSON.parse(command.slice('tellraw @a '.length))
    }
  }))

describe('a message of a model', () => {
  it('is one line, and each part of it names its sender', () => {
    const commands = messageCommands(
      literal('@a'),
      `It is day.\n§cServer: ${'word '.repeat(200)}`,
      'ai',
      maxCommandBytes,
    )
    expect(commands.length).toBeGreaterThan(1)
    for (const command of commands) {
      expect(command).toContain('[AI] ')
      expect(command).not.toContain('\\n')
    }
  })

  it('contains no formatting code and no selector', () => {
    const pieces = fc.constantFrom('@a', '@e[', '@initiator', '@', '§', 'k', '§§c', '"', '\\', '\n', '}]}', ' ', 'a')
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 60 }).map((some) => some.join('')),
      fc.string({ unit: 'binary' }),
    )
    forAll(text, (given) => {
      for (const command of messageCommands(literal('@a'), given, 'ai', maxCommandBytes)) {
        const { rawtext } = JSON.parse(command.slice('tellraw @a '.length))
        expect(rawtext).toHaveLength(1)
        const shown = rawtext[0].text.slice('§6[AI] §r'.length)
        expect(shown).not.toMatch(/[§\p{Cc}]|@(?:[aceps]|initiator)(?![\p{L}\p{N}_])/u)
      }
    })
  })

  it('keeps the name of the AI', () => {
    expect(messageCommands(literal('@a'), 'Write @ai hello, not @a.', 'ai', maxCommandBytes)[0]).toContain(
      'Write @ai hello, not ＠a.',
    )
  })
})
