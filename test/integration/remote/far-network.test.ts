/** The far network itself: what the tests of the link across it rely on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FarNetwork, whyNoFarNetwork } from '../../fakes/network/far-network.js'
import type { JsonLinesProcess } from '../../fixtures/json-lines-process.js'

const reason = whyNoFarNetwork()
if (reason) console.warn(`The link to a gateway elsewhere is not tested over a network: ${reason}.`)

const echo = `
const server = require('node:net').createServer((socket) => {
  socket.on('error', () => {}).on('close', () => console.log('{"closed":true}'))
  socket.pipe(socket)
})
server.listen(7000, () => console.log('{"ready":true}'))
`
const caller = (address: string): string => `
const socket = require('node:net').connect(7000, '${address}')
const say = (what) => console.log(JSON.stringify(what))
let sentAt, left = 0
socket.on('connect', () => say({ connected: true }))
socket.on('error', ({ code }) => say({ failed: code }))
socket.on('data', (data) => {
  left -= data.length
  if (left === 0) say({ back: performance.now() - sentAt })
})
process.stdin.on('data', (line) => {
  sentAt = performance.now()
  left += Number(line)
  socket.write(Buffer.alloc(Number(line)))
})
`

describe.skipIf(reason !== undefined)('the far network', () => {
  let network: FarNetwork
  let server: JsonLinesProcess
  const callers: JsonLinesProcess[] = []
  beforeAll(async () => {
    network = await FarNetwork.open({ computers: ['near', 'far'], delayMs: 40, lossPercent: 2, seed: 1 })
    server = network.start('near', ['--eval', echo])
    await server.until(({ ready }) => ready === true)
  })
  afterAll(async () => {
    await Promise.all([server, ...callers].map((one) => one?.end('SIGKILL')))
    await network?.close()
  })

  async function call(): Promise<JsonLinesProcess> {
    const one = network.start('far', ['--eval', caller(network.address('near'))])
    callers.push(one)
    await one.until(({ connected }) => connected === true)
    return one
  }

  async function sendBack(one: JsonLinesProcess, bytes: number): Promise<number> {
    const after = one.lines.length
    one.child.stdin?.write(`${bytes}\n`)
    return Number((await one.until(({ back }) => back !== undefined, { after })).back)
  }

  it('takes 80 ms there and back, and loses segments that are sent again', async () => {
    const one = await call()
    const times = []
    for (let count = 0; count < 5; count += 1) times.push(await sendBack(one, 100))
    expect(Math.min(...times)).toBeGreaterThanOrEqual(80)
    expect(await sendBack(one, 300_000)).toBeGreaterThanOrEqual(80)
  })

  it('carries on a connection whose cable was cut for a moment', async () => {
    const one = await call()
    await sendBack(one, 1)
    await network.cut('far')
    const back = sendBack(one, 1_000)
    await network.join('far')
    expect(await back).toBeGreaterThanOrEqual(80)
  })

  it('resets a forgotten connection at the end that sends, not at the other', async () => {
    const one = await call()
    await sendBack(one, 1)
    const closed = server.lines.length
    await network.forget('far')
    one.child.stdin?.write('1\n')
    expect(await one.until(({ failed }) => failed !== undefined)).toEqual({ failed: 'ECONNRESET' })
    expect(server.lines.slice(closed)).toEqual([])
  })
})
