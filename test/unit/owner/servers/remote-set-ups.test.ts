import type { AddedServer } from '@shared/servers/added-server.js'
import { describe, expect, it, vi } from 'vitest'
import { createRemoteSetUps } from '../../../../src-main/owner/servers/remote-set-ups.js'
import type { ServerFiles, ServerWay } from '../../../../src-main/providers/java/ports.js'
import type { ServerSetup } from '../../../../src-main/providers/java/setup/server-setup.js'
import { systemClock } from '../../../../src-main/storage/system-clock.js'

const plan = { id: 'p', file: '/srv/server.properties', changes: [{ key: 'enable-rcon' }] }

function scene(setup: object, after = systemClock.after) {
  const stop = vi.fn(async () => {})
  const files = { place: '/srv', writer: { recover: async () => {} } } as unknown as ServerFiles
  const way = { openFiles: async () => files, stop } as unknown as ServerWay
  const setUps = createRemoteSetUps({
    setup: {
      check: async () => undefined,
      plan: async () => plan,
      planOf: () => plan,
      ...setup,
    } as unknown as ServerSetup,
    open: () => way,
    serverOf: (id) => ({ id, address: 'ssh://mc@vps.example/srv' }) as AddedServer,
    secretsOf: () => ({}),
    clock: { ...systemClock, after },
  })
  return { setUps, stop }
}

describe('a change of server.properties elsewhere', () => {
  it('is not looked at by another before it is written', async () => {
    const steps: string[] = []
    let write = () => {}
    const apply = () =>
      new Promise<void>((resolve) => {
        write = resolve
        steps.push('apply')
      }).then(() => steps.push('written'))
    const { setUps } = scene({ apply, revert: async () => steps.push('other') })
    const both = Promise.all([setUps.apply('a', 'p'), setUps.revert('a')])
    await setUps.plan('b')
    await vi.waitFor(() => expect(steps).toEqual(['apply']))
    write()
    await both
    expect(steps).toEqual(['apply', 'written', 'other'])
  })

  it('is reported as written when the look afterwards fails', async () => {
    const check = async () => {
      throw new Error('cut')
    }
    const { setUps } = scene({ apply: async () => {}, check })
    expect(await setUps.apply('a', 'p')).toEqual({ kind: 'file', plan: { ...plan, changes: [] } })
  })

  it('that the host never finishes ends, as one that may have been made, and the next may begin', async () => {
    const expired = (_: number, callback: () => void) => {
      callback()
      return () => {}
    }
    const { setUps, stop } = scene({ apply: () => new Promise(() => {}) }, expired)
    for (let time = 1; time <= 2; time += 1) {
      await expect(setUps.apply('a', 'p')).rejects.toMatchObject({ details: { mayHaveRun: true } })
      expect(stop).toHaveBeenCalledTimes(time)
    }
  })
})
