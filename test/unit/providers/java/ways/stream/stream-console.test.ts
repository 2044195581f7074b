import { afterEach, describe, expect, it } from 'vitest'
import { GatewayError } from '../../../../../../src-main/contract/gateway-error.js'
import { StreamConsole } from '../../../../../../src-main/providers/java/ways/stream/stream-console.js'
import { FakeClock } from '../../../../../fakes/fake-clock.js'
import {
  ConsoleProcess,
  type ConsoleProcessOptions,
  headers,
  within,
} from '../../../../../fakes/java/console-process.js'

const clock = new FakeClock()
const streams: ConsoleProcess[] = []
afterEach(() => {
  for (const stream of streams.splice(0)) stream.stop()
})

/** Answers marks as the game does from 1.15 on, and other commands as given. */
function sceneOf(reply: (command: string) => readonly string[] | Promise<readonly string[]>, options = {}) {
  const given: ConsoleProcessOptions = {
    run: async (command) => {
      const [, storage] = /^data get storage (\S+)$/u.exec(command) ?? []
      return storage === undefined ? reply(command) : [`Storage ${storage} has the following contents: {}`]
    },
    ...options,
  }
  const stream = new ConsoleProcess(given)
  streams.push(stream)
  const console = new StreamConsole({ stream, clock })
  const lines: string[] = []
  console.onLine((line) => lines.push(line))
  console.start()
  const commands = () => stream.sent.filter((line) => !line.startsWith('data get storage gatehouse:'))
  return { stream, console, lines, commands }
}

const problemOf = async (promise: Promise<unknown>): Promise<GatewayError> => {
  const thrown = await promise.then(
    (value) => Promise.reject(new Error(`resolved: ${JSON.stringify(value)}`)),
    (error: unknown) => error,
  )
  if (!(thrown instanceof GatewayError)) throw thrown
  return thrown
}

describe('a command on the stream console', () => {
  it('is refused when it has a line break or a control character, and nothing is sent', async () => {
    const { console, stream } = sceneOf(() => [])
    for (const command of [
      'say hi\nlist',
      'say hi\rlist',
      'say\u0000',
      'say \u001b[31m',
      'say\u0085op',
      'say\u2028op',
    ]) {
      const { code, details } = await problemOf(console.run(command))
      expect([code, details?.reason]).toEqual(['PROTOCOL.INVALID_REQUEST', 'control-character'])
    }
    expect(await problemOf(console.run('x'.repeat(4_001)))).toMatchObject({ details: { reason: 'too-long' } })
    expect(stream.sent).toEqual([])
  })

  it('gets its lines without headers, prompts and colours, and no answer when there is none', async () => {
    const { console } = sceneOf((command) => (command === 'help' ? ['\u001b[31;1m/ban', '/list', 'two\nlines'] : []), {
      header: headers.paper,
      terminal: 'jline',
    })
    expect(await within(clock, console.run('help'))).toBe('/ban\n/list\ntwo\nlines')
    expect(await within(clock, console.run('say hi'))).toBe('')
  })

  it('runs alone: the next one is sent when its mark was answered', async () => {
    let answer: (messages: readonly string[]) => void = () => {}
    const { console, commands, stream } = sceneOf((command) =>
      command === 'first' ? new Promise((done) => (answer = done)) : ['done'],
    )
    const [first, second] = [console.run('first'), console.run('second')]
    await clock.advance(100)
    expect(commands()).toEqual(['first'])
    answer(['slow'])
    expect(await within(clock, first)).toBe('slow')
    expect(await within(clock, second)).toBe('done')
    await stream.settled()
    expect(commands()).toEqual(['first', 'second'])
  })

  it('ends unknown at the time limit, and its late reply is not that of the next command', async () => {
    let answer: (messages: readonly string[]) => void = () => {}
    const { console } = sceneOf((command) => (command === 'slow' ? new Promise((done) => (answer = done)) : ['right']))
    const failed = problemOf(console.run('slow', { timeoutMs: 1_000 }))
    await clock.advance(1_000)
    expect(await failed).toMatchObject({ code: 'SYSTEM.TIMEOUT', details: { mayHaveRun: true } })
    const next = console.run('next')
    await clock.advance(100)
    answer(['late'])
    expect(await within(clock, next)).toBe('right')
  })

  it('is not sent while the server does not read its console', async () => {
    const { console, commands } = sceneOf(() => [], { run: () => new Promise(() => {}) })
    const failed = problemOf(console.run('stop', { timeoutMs: 5_000 }))
    await clock.advance(5_000)
    const { details } = await failed
    expect(details).toEqual({ reason: 'console-silent' })
    expect(commands()).toEqual(['scoreboard players list '.concat(commands()[0]?.split(' ').at(-1) ?? '')])
  })

  it('has an unknown outcome when the stream ends, and the waiting ones were not sent', async () => {
    const { console, stream, commands } = sceneOf(() => new Promise(() => {}))
    const [running, waiting] = [problemOf(console.run('give')), problemOf(console.run('kill'))]
    await clock.advance(10)
    stream.problem = new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', { details: { reason: 'server-stopped' } })
    stream.become({ kind: 'offline', problem: stream.problem.toContract() })
    expect((await running).details).toMatchObject({ reason: 'closed-during-call', mayHaveRun: true })
    expect((await waiting).details).toEqual({ reason: 'server-stopped' })
    expect(commands()).toEqual(['give'])
  })

  it('keeps its turn when its caller stops waiting', async () => {
    let answer: (messages: readonly string[]) => void = () => {}
    const { console } = sceneOf((command) => (command === 'a' ? new Promise((done) => (answer = done)) : ['b']))
    const caller = new AbortController()
    const failed = problemOf(console.run('a', { signal: caller.signal }))
    await clock.advance(10)
    caller.abort()
    expect((await failed).details).toMatchObject({ reason: 'aborted', mayHaveRun: true })
    const next = console.run('b')
    answer(['a'])
    expect(await within(clock, next)).toBe('b')
  })

  it('is done when the server says that it stops, because it then answers no mark', async () => {
    const { console, stream } = sceneOf((command) => (command === 'stop' ? ['Stopping the server'] : []), {
      run: async (command: string) =>
        command === 'stop'
          ? ['Stopping the server']
          : stream.sent.includes('stop')
            ? []
            : [`Storage ${command.split(' ').at(-1)} has the following contents: {}`],
    })
    expect(await within(clock, console.run('stop'))).toBe('Stopping the server')
  })

  it('waits until it is shown, where the stream may change the order', async () => {
    const held: string[] = []
    const { console, stream } = sceneOf((command) => [`ran ${command}`], { terminal: 'driver', keepsOrder: false })
    expect(await within(clock, console.run('first'))).toBe('ran first')
    const send = stream.send.bind(stream)
    // The mark overtakes the command.
    stream.send = (line) => void (line === 'second' ? held.push(line) : send(line))
    const second = console.run('second')
    await clock.advance(1_000)
    for (const line of held) send(line)
    expect(await within(clock, second)).toBe('ran second')
  })

  it('is refused where lines have no header, because chat would look like a reply', async () => {
    const { console, commands } = sceneOf(() => [], { header: '' })
    const { code, details } = await problemOf(within(clock, console.run('list')))
    expect([code, details?.reason]).toEqual(['PROTOCOL.INVALID_RESPONSE', 'lines-without-header'])
    expect(commands()).toEqual([])
  })

  it('leaves the lines of the log, without marks and what was typed', async () => {
    const { console, lines, stream } = sceneOf(() => ['There are 0 of a max of 20 players online: '], {
      header: headers.paper,
      terminal: 'jline',
      between: () => '\r\u001b[K[12:34:56 INFO]: <Steve> \u001b[31mhi\u001b[m\r\n> ',
    })
    await within(clock, console.run('list'))
    await stream.settled()
    expect(new Set(lines)).toEqual(
      new Set([
        '[12:34:56 INFO]: <Steve> \u001b[31mhi',
        '[12:34:56 INFO]: There are 0 of a max of 20 players online: ',
      ]),
    )
  })
})
