import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openHttpListener } from '../../../../src-main/network/http/http-listener.js'
import { listenOrUseFreePort } from '../../../../src-main/network/http/listener-port.js'
import { systemClock } from '../../../../src-main/storage/system-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

const keys = { authenticate: () => ({ ok: false, why: 'unknown' }) as const }
const open = (port: number) => openHttpListener({ port, keys, clock: systemClock, routes: [], log: new RecordingLog() })

/** A port that another program has. */
async function withTakenPort(use: (port: number) => Promise<void>): Promise<void> {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  await use(typeof address === 'object' && address ? address.port : 0)
  await new Promise((resolve) => other.close(resolve))
}

describe('the configured port', () => {
  it('is used when it is free', async () => {
    let port = 0
    await withTakenPort(async (taken) => {
      port = taken
    })
    const { listener, taken } = await listenOrUseFreePort(port, open, new RecordingLog())
    expect([listener.endpoint, taken]).toEqual([`http://127.0.0.1:${port}`, undefined])
    await listener.close()
  })

  it('is replaced by a free one when another program uses it, with a message', async () => {
    await withTakenPort(async (port) => {
      const log = new RecordingLog()
      const { listener, taken } = await listenOrUseFreePort(port, open, log)
      expect(taken).toBe(port)
      expect(listener.endpoint).not.toContain(`:${port}`)
      await listener.close()
      expect(log.lines).toHaveLength(1)
    })
  })

  it('is not replaced on any other failure', async () => {
    const broken = async () => Promise.reject(new Error('a bug'))
    await expect(listenOrUseFreePort(8_723, broken, new RecordingLog())).rejects.toThrow('a bug')
  })
})
