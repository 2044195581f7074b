import { inspect } from 'node:util'
import type { JsonObject } from '@contract/call.js'
import { describe, expect, it } from 'vitest'
import { CallChannels } from '../../../../src-main/providers/mcp-service/connection/call-channels.js'
import type { Connected } from '../../../../src-main/providers/mcp-service/connection/connection.js'
import { readLine } from '../../../../src-main/providers/mcp-service/connection/program-output.js'
import { filled, filledHeaders, inheritedFrom } from '../../../../src-main/providers/mcp-service/process/environment.js'
import { LogTail } from '../../../../src-main/providers/mcp-service/process/log-tail.js'
import { descendantsOf } from '../../../../src-main/providers/mcp-service/process/process-tree.js'
import { programOf } from '../../../../src-main/providers/mcp-service/process/program.js'
import { Service } from '../../../../src-main/providers/mcp-service/service.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { fixture } from '../../../fakes/services-scene.js'

function thrownBy(run: () => unknown): unknown {
  try {
    return run()
  } catch (thrown) {
    return thrown
  }
}

const place = (name: string): string => `\${${name}}`

describe('the environment of a service', () => {
  it('has what programs need, and no key of ours', () => {
    const ours = {
      PATH: '/bin',
      home: '/h',
      LANG: 'C',
      ANTHROPIC_API_KEY: 'k',
      BASH_FUNC: '() { :; }',
      TERM: '() { :; }',
    }
    expect(inheritedFrom(ours)).toEqual({ PATH: '/bin', home: '/h', LANG: 'C' })
  })

  it('names a header that cannot be sent, and not its value', () => {
    const sources = { environment: { KEY: 'first-secret\nsecond-secret', GOOD: 'key\n' }, secretOf: () => undefined }
    expect(filledHeaders({ 'X-Key': place('GOOD') }, sources)).toEqual({ 'X-Key': 'key\n' })
    const refused = thrownBy(() => filledHeaders({ Authorization: place('KEY') }, sources))
    expect(refused).toMatchObject({ message: expect.stringContaining('"Authorization"') })
    expect(inspect(refused, { depth: 9 })).not.toContain('second-secret')
  })

  it('is filled into texts, once', () => {
    const sources = {
      environment: { A: place('B'), B: 'b' },
      secretOf: (name: string) => (name === 'web/KEY' ? 'secret' : undefined),
    }
    expect(filled(`x ${place('A')} ${place('secret:web/KEY')} $B`, sources)).toBe(`x ${place('B')} secret $B`)
    expect(() => filled(place('MISSING'), sources)).toThrow('MISSING is not set')
    expect(() => filled(place('secret:web/OTHER'), sources)).toThrow('is not stored')
  })
})

describe('the program of a command', () => {
  const isProgram = (those: readonly string[]) => (file: string) => those.includes(file)

  it('is found in the folders of PATH, absolute ones alone', () => {
    const environment = { PATH: './here:/usr/bin:/opt/bin' }
    const terms = { environment, cwd: '/home/ada', platform: 'linux' as const }
    const found = programOf('uvx', { ...terms, isProgram: isProgram(['/home/ada/here/uvx', '/opt/bin/uvx']) })
    expect(found).toEqual({ file: '/opt/bin/uvx', args: [] })
    expect(programOf('./run', { ...terms, isProgram: isProgram(['/home/ada/run']) }).file).toBe('/home/ada/run')
    expect(() => programOf('none', { ...terms, isProgram: () => false })).toThrow('"none" was not found')
  })

  it('is no script for a shell on Windows', () => {
    const terms = { environment: { Path: 'C:\\tools' }, cwd: 'C:\\', platform: 'win32' as const }
    expect(programOf('uvx', { ...terms, isProgram: isProgram(['C:\\tools\\uvx.exe']) }).file).toBe('C:\\tools\\uvx.exe')
    expect(() => programOf('thing', { ...terms, isProgram: isProgram(['C:\\tools\\thing.cmd']) })).toThrow(
      'script for a shell',
    )
  })
})

it('the log of a service keeps the last lines, cleaned, and cuts long ones', () => {
  const log = new LogTail()
  log.push('one\u001B[31m\ntw')
  log.push(`o\n${'x'.repeat(100_000)}`)
  log.push(`${'x'.repeat(100_000)}\nend`)
  expect(log.lines).toEqual(['one[31m', 'two', expect.stringMatching(/^x{499}…$/u), 'end'])
  for (let at = 0; at < 1_000; at++) log.add(`line ${at}`)
  expect(log.lines.length).toBeLessThanOrEqual(201)
})

it('descendants are found over generations, also where processes name each other', () => {
  const one = (pid: number, parent: number) => ({ pid, parent, started: '1' })
  const all = [one(2, 1), one(3, 2), one(4, 3), one(5, 9), one(2, 4)]
  expect(descendantsOf(2, all).map(({ pid }) => pid)).toEqual([3, 4])
})

describe('a line of a service', () => {
  const open = (id: unknown) => id === 1
  const response = '{"jsonrpc":"2.0","id":1,"result":{}}'
  const read = (text: string) => readLine(text, open)

  it('is a message when it is an object of JSON-RPC, and shallow', () => {
    expect(read(` ${response}`)).toEqual({ messages: [JSON.parse(response)], other: '' })
    for (const text of ['hello', '[]', '{', '{"jsonrpc":"1.0"}', '{ "not": "a message" }', '╭────╮'])
      expect(read(text)).toEqual({ messages: [], other: text })
    for (const text of ['', '\uFEFF', ' \r'].map(read)) expect(text).toEqual({ messages: [], other: '' })
    for (const text of [
      `{"jsonrpc":"2.0","a":${'['.repeat(99)}${']'.repeat(99)}}`,
      `\uFEFF{"jsonrpc":"2.0","a":[${'0,'.repeat(100_000)}0]}`,
    ])
      expect(read(text)).toMatchObject({ messages: [], excess: expect.stringMatching(/^too-/u) })
  })

  it.each([
    ['a byte-order mark', `\uFEFF${response}`],
    ['two byte-order marks', `\uFEFF\uFEFF${response}`],
    ['codes of a terminal', `\u001b[2K\r\u001b[1;32m${response}`],
    ['a carriage return at its end', `${response}\r`],
  ])('is a message with %s', (_what, text) => {
    expect(read(text).messages).toEqual([JSON.parse(response)])
  })

  it('may hold several messages in an array', () => {
    const change = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'
    expect(read(`[${response},${change}]`).messages).toEqual([JSON.parse(response), JSON.parse(change)])
    expect(read(`[${response},7]`).messages).toEqual([])
  })

  it('may begin with other text only before the response to an open request', () => {
    expect(read(`Loading... ${response}`)).toEqual({ messages: [JSON.parse(response)], other: 'Loading... ' })
    const request = '{"jsonrpc":"2.0","id":1,"method":"tools/call"}'
    for (const text of [`received ${request}`, `sent ${response.replace('1', '2')}`]) {
      expect(read(text)).toEqual({ messages: [], other: text })
    }
  })

  it('may omit the version, or write the number as text, only in the response to an open request', () => {
    expect(read('{"id":1,"result":{}}').messages).toEqual([JSON.parse(response)])
    expect(read('{"jsonrpc":"2.0","id":"1","result":{}}').messages).toEqual([JSON.parse(response)])
    expect(read('{"id":2,"result":{}}').messages).toEqual([])
    expect(read('{"id":1,"method":"ping"}').messages).toEqual([])
  })
})

describe('a request that names no call', () => {
  const respond = async (): Promise<JsonObject> => ({ action: 'accept' })
  const clientChannel = () => ({
    capabilities: { elicitation: {} },
    knowsTasks: false,
    notify: () => {},
    request: respond,
    becomesTask: () => {},
  })
  const elicit = (channels: CallChannels) => channels.request('elicitation/create', { message: 'Which?' })

  it('reaches the client of the only call', async () => {
    const channels = new CallChannels()
    channels.open(clientChannel(), 'one')
    await expect(elicit(channels)).resolves.toEqual({ action: 'accept' })
  })

  it('reaches no client while a call without a way back, or of another session, runs', async () => {
    for (const close of [
      (channels: CallChannels) => channels.open(undefined, undefined),
      (channels: CallChannels) => channels.open(undefined, 'one'),
      (channels: CallChannels) => channels.open(clientChannel(), 'two'),
    ]) {
      const channels = new CallChannels()
      channels.open(clientChannel(), 'one')
      const end = close(channels)
      await expect(elicit(channels)).rejects.toThrow('No client can be asked')
      end()
      await expect(elicit(channels)).resolves.toEqual({ action: 'accept' })
    }
  })
})

it('a service that a person stops is not started by a restart that was planned before', async () => {
  const clock = new FakeClock()
  let starts = 0
  let endClose = (): void => {}
  const client = {
    getServerCapabilities: () => ({}),
    getServerVersion: () => ({}),
    getProtocolEra: () => 'legacy',
    setNotificationHandler: () => {},
    onclose: undefined as (() => void) | undefined,
  }
  const service = new Service('a', fixture('hostile.mjs'), {
    ...{ clock, log: new RecordingLog(), onChange: () => {}, maxResultSize: () => 1_000, sharedNames: () => [] },
    ...{ identify: () => undefined, onProgramReplaced: async () => {} },
    adapter: async () => {
      starts += 1
      const close = () =>
        new Promise<void>((resolve) => {
          endClose = resolve
        })
      return { client, channels: new CallChannels(), close } as unknown as Connected
    },
    adapterDeps: {} as never,
    offer: async () => ({
      ...{ capabilities: [], refused: [], findings: {}, relays: new Map(), toolOf: new Map(), leftOut: [] },
    }),
  })
  await service.start()
  client.onclose?.()
  const stopped = service.stop()
  await clock.advance(5_000)
  endClose()
  await stopped
  await clock.advance(60_000)
  expect([starts, service.status]).toEqual([1, 'stopped'])
})
