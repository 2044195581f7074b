import { connect, createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LineLimits, sendLine, serveLines } from '../../../src-main/storage/socket-lines.js'
import { folderForEach } from '../../fixtures/for-each.js'

const limits: LineLimits = { line: 64, silentMs: 60_000, closeMs: 60_000, silent: 3, open: 8 }

const folder = folderForEach()
let socket: string
let server: Server
const opened: Socket[] = []
beforeEach(() => {
  socket = path.join(folder(), 'lines.sock')
})
afterEach(async () => {
  for (const one of opened.splice(0)) one.destroy()
  await new Promise((resolve) => server.close(resolve))
})

async function serve(given: Partial<LineLimits> = {}, respond = async (line: string) => `${line}!`): Promise<void> {
  server = createServer()
  serveLines(server, respond, { ...limits, ...given })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
}

/** @param allowHalfOpen whether it stays open after the other end closed */
const open = (allowHalfOpen = false): Promise<Socket> =>
  new Promise((resolve) => {
    const one = connect({ path: socket, allowHalfOpen }, () => resolve(one))
    one.on('error', () => {})
    opened.push(one)
  })

const closed = (one: Socket): Promise<void> =>
  new Promise((resolve) => {
    one.once('close', () => resolve())
    one.resume()
  })

const send = (line: string) => sendLine(socket, line, 10_000)

describe('a line over a socket', () => {
  it('gets one line back, also in parts and with any text', async () => {
    await serve()
    expect(await send('one')).toBe('one!')
    expect(await send('世界')).toBe('世界!')
    const one = await open()
    let said = ''
    one.on('data', (data) => {
      said += data
    })
    for (const part of ['sl', 'ow', '\n']) one.write(part)
    await closed(one)
    expect(said).toBe('slow!\n')
  })

  it('is the first of a connection; what follows is dropped', async () => {
    const lines: string[] = []
    await serve({}, async (line) => {
      lines.push(line)
      return ''
    })
    const one = await open()
    one.write('first\nsecond\n')
    await closed(one)
    expect(lines).toEqual(['first'])
  })

  it('is refused when it is longer than the limit, with or without an end', async () => {
    await serve()
    expect(await send('x'.repeat(65))).toBe('')
    const one = await open()
    one.write('x'.repeat(65))
    await closed(one)
    expect(await send('x'.repeat(64))).toBe(`${'x'.repeat(64)}!`)
  })

  it('gets nothing when its handler fails, or nobody listens', async () => {
    await serve({}, () => Promise.reject(new Error('no')))
    expect(await send('one')).toBe('')
    expect(await sendLine(path.join(folder(), 'none'), 'one', 10_000)).toBeUndefined()
  })
})

describe('a silent connection', () => {
  it('is closed after its time', async () => {
    await serve({ silentMs: 1 })
    await closed(await open())
  })

  it('makes room for a new one, the longest silent first', async () => {
    await serve()
    const silent = [await open(), await open(), await open()]
    const [first] = silent
    if (!first) throw new Error('no connection')
    const evicted = closed(first)
    expect(await send('one')).toBe('one!')
    await evicted
    expect(silent.slice(1).map((one) => one.destroyed)).toEqual([false, false])
  })

  it('is not one that waits for its response', async () => {
    const waiting: ((response: string) => void)[] = []
    await serve({}, (line) =>
      line === 'wait' ? new Promise((resolve) => void waiting.push(resolve)) : Promise.resolve('now'),
    )
    const slow = send('wait')
    await expect.poll(() => waiting.length).toBe(1)
    for (let count = 0; count < 4; count += 1) await open()
    expect(await send('one')).toBe('now')
    waiting[0]?.('at last')
    expect(await slow).toBe('at last')
  })
})

describe('a connection whose peer does not close it', () => {
  it.each([
    ['after it read the response', 'x'],
    ['and does not read the response', 'x'.repeat(4_194_304)],
  ])('is closed some time after the response, %s', async (_title, response) => {
    await serve({ open: 2, closeMs: 1 }, async (line) => (line === 'hold' ? response : `${line}!`))
    for (let count = 0; count < 2; count += 1) {
      const held = await open(true)
      if (response.length === 1) held.resume()
      held.write('hold\n')
    }
    await expect.poll(() => send('one')).toBe('one!')
  })
})
