/**
 * Other client: calls the program and a bare server, and reports the response times.
 *
 * A separate process, so that the attacking one does not delay it.
 */
import { readFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'

const [endpoint, token] = process.argv.slice(2)
const bare = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
const keepAlive = new Agent({ keepAlive: true, maxSockets: 4 })
const everyMs = 40
/** A real call at intervals, because reads have their own rate limit. */
const callEvery = 25

let report
let rounds = 0
const clock = () => performance.now()

/** Milliseconds that this process has waited for a processor; 0 where the system does not say. */
function waitedMs() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/** Milliseconds until the whole answer is there, without its own waiting for a processor; infinite when it is no success. */
function answered(url, init = {}, body) {
  const from = clock() - waitedMs()
  return new Promise((resolve) => {
    const asked = request(url, { agent: keepAlive, ...init }, (response) => {
      response.resume()
      response.on('end', () =>
        resolve(response.statusCode === 200 ? clock() - waitedMs() - from : Number.POSITIVE_INFINITY),
      )
      response.on('error', () => resolve(Number.POSITIVE_INFINITY))
    })
    asked.on('error', () => resolve(Number.POSITIVE_INFINITY))
    asked.end(body)
  })
}

async function round() {
  if (!report) return
  const headers = { authorization: `Bearer ${token}` }
  const calls = rounds++ % callEvery === 0
  const url = new URL(calls ? '/api/v1/capabilities/world.time.get/invoke' : '/api/v1/servers', endpoint)
  const init = calls ? { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } } : { headers }
  const body = calls ? '{"parameters":{"worldName":"world"},"server":"demo"}' : undefined
  const received = report
  // Every other one is a new connection: there must be room for it too.
  if (rounds % 2 === 0) init.agent = false
  const [program, floor] = await Promise.all([
    answered(url, init, body),
    answered(`http://127.0.0.1:${bare.address().port}/`, init.agent === false ? { agent: false } : {}),
  ])
  received.calls += 1
  received.failures += program === Number.POSITIVE_INFINITY ? 1 : 0
  if (program !== Number.POSITIVE_INFINITY) {
    received.slowestMs = Math.max(received.slowestMs, program)
    received.slowestOverFloorMs = Math.max(received.slowestOverFloorMs, program - floor)
  }
}

setInterval(() => void round(), everyMs)
process.on('message', (order) => {
  if (order === 'begin') {
    report = { calls: 0, failures: 0, slowestMs: 0, slowestOverFloorMs: 0 }
    process.send('began')
  } else {
    const received = report
    report = undefined
    process.send(received)
  }
})
process.once('disconnect', () => process.exit())
process.send('ready')
