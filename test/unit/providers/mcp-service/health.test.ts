import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { HealthMonitor } from '../../../../src-main/providers/mcp-service/health.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

const forgotten = new Error('the session is forgotten')
const silent = () => Promise.reject(new SdkError(SdkErrorCode.RequestTimeout, 'no reply'))

function watched(config?: { interval: number; timeout: number }) {
  const clock = new FakeClock()
  const seen: string[] = []
  const requests: { method: string; timeout: number | undefined }[] = []
  let respond: () => Promise<unknown> = async () => ({})
  const client = {
    getProtocolEra: () => 'legacy',
    request({ method }: { method: string }, _schema: unknown, { timeout }: { timeout?: number }) {
      requests.push({ method, timeout })
      return respond()
    },
  }
  const connected = { client, isExpired: async (thrown: unknown) => thrown === forgotten }
  const health = new HealthMonitor(connected as never, {
    ...{ clock, config },
    onChange: () => seen.push(health.isWell ? 'well' : 'silent'),
    onLost: () => seen.push('lost'),
    onExpired: () => seen.push('expired'),
  })
  const answers = (how: () => Promise<unknown>): void => {
    respond = how
  }
  return { clock, seen, requests, health, answers }
}

describe('health checks', () => {
  it('come at the interval, with the time-out, of the configuration', async () => {
    const { clock, requests } = watched({ interval: 5_000, timeout: 2_000 })
    await clock.advance(4_999)
    expect(requests).toEqual([])
    await clock.advance(10_001)
    expect(requests).toEqual(Array.from({ length: 3 }, () => ({ method: 'ping', timeout: 2_000 })))
  })

  it('report an unhealthy service at the first timeout, and its recovery', async () => {
    const { clock, seen, answers } = watched()
    answers(silent)
    await clock.advance(60_000)
    expect(seen).toEqual(['silent'])
    answers(async () => ({}))
    await clock.advance(30_000)
    expect(seen).toEqual(['silent', 'well'])
  })

  it('end it after three timeouts in a row, and schedule no more', async () => {
    const { clock, seen, requests, answers } = watched()
    answers(silent)
    await clock.advance(600_000)
    expect([seen, requests.length, clock.waiting]).toEqual([['silent', 'lost'], 3, 0])
  })

  it('treat an error of the service as a sign of life', async () => {
    const { clock, seen, answers } = watched()
    answers(() => Promise.reject(new ProtocolError(-32_601, 'no such method')))
    await clock.advance(300_000)
    expect(seen).toEqual([])
  })

  it('find a session that the server has forgotten, and end with the session', async () => {
    const { clock, seen, answers } = watched()
    answers(() => Promise.reject(forgotten))
    await clock.advance(300_000)
    expect([seen, clock.waiting]).toEqual([['expired'], 0])
    const ended = watched()
    ended.health.end()
    await ended.clock.advance(300_000)
    expect(ended.requests).toEqual([])
  })
})
