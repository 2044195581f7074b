import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openHttpDoor } from '../../../src-main/http/door.js'
import { openedAt } from '../../../src-main/http/door-port.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { RecordingLog } from '../../fakes/recording-log.js'

const keys = { authenticate: () => ({ ok: false, why: 'unknown' }) as const }
const open = (port: number) => openHttpDoor({ port, keys, clock: systemClock, routes: [], log: new RecordingLog() })

/** A port that another program has. */
async function withTakenPort(use: (port: number) => Promise<void>): Promise<void> {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  await use(typeof address === 'object' && address ? address.port : 0)
  await new Promise((resolve) => other.close(resolve))
}

describe('the port of the settings', () => {
  it('is taken when it is free', async () => {
    let port = 0
    await withTakenPort(async (taken) => {
      port = taken
    })
    const { door, taken } = await openedAt(port, open, new RecordingLog())
    expect([door.endpoint, taken]).toEqual([`http://127.0.0.1:${port}`, undefined])
    await door.close()
  })

  it('gives way to a free one when another program has it, which is said', async () => {
    await withTakenPort(async (port) => {
      const log = new RecordingLog()
      const { door, taken } = await openedAt(port, open, log)
      expect(taken).toBe(port)
      expect(door.endpoint).not.toContain(`:${port}`)
      await door.close()
      expect(log.lines).toHaveLength(1)
    })
  })

  it('is not given up for any other failure', async () => {
    const broken = async () => Promise.reject(new Error('a bug'))
    await expect(openedAt(8_723, broken, new RecordingLog())).rejects.toThrow('a bug')
  })
})
