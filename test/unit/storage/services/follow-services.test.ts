import { type ServicesConfig, withDefaults } from '@shared/servers/service.js'
import { describe, expect, it } from 'vitest'
import { Emitter } from '../../../../src-main/gateway/ports/emitter.js'
import { followServices } from '../../../../src-main/storage/services/follow-services.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

const configOf = (...names: string[]): ServicesConfig =>
  withDefaults({
    services: Object.fromEntries(
      names.map((name) => [name, { type: 'stdio', enabled: true, namespace: name, command: name, args: [] }]),
    ),
  })

function following(isHeld: boolean) {
  const changed = new Emitter<ServicesConfig>()
  let current = configOf('a')
  const applied: Record<string, boolean>[] = []
  const followed = followServices(
    { get: () => current, onDidChange: changed.on, watch: () => () => {} },
    {
      async apply({ services }) {
        applied.push(Object.fromEntries(Object.entries(services).map(([name, { enabled }]) => [name, enabled])))
      },
    },
    new RecordingLog(),
    isHeld,
  )
  const change = (config: ServicesConfig): void => {
    current = config
    changed.emit(config)
  }
  return { applied, change, followed }
}

describe('services of the file', () => {
  it('are listed but not started while starts are deferred, also those added meanwhile', async () => {
    const { applied, change, followed } = following(true)
    await followed.settled()
    change(configOf('a', 'b'))
    await followed.settled()
    expect(applied).toEqual([{ a: false }, { a: false, b: false }])
    followed.release()
    await followed.settled()
    followed.release()
    await followed.settled()
    expect(applied.slice(2)).toEqual([{ a: true, b: true }])
  })

  it('are passed on while those of an earlier change still start', async () => {
    const changed = new Emitter<ServicesConfig>()
    const applied: string[][] = []
    const endless = new Promise<void>(() => {})
    followServices(
      { get: () => configOf('stuck'), onDidChange: changed.on, watch: () => () => {} },
      {
        apply({ services }) {
          applied.push(Object.keys(services))
          return endless
        },
      },
      new RecordingLog(),
    )
    changed.emit(configOf('other'))
    expect(applied).toEqual([['stuck'], ['other']])
  })

  it('are started at once when starts are not deferred', async () => {
    const { applied, followed } = following(false)
    await followed.settled()
    followed.release()
    await followed.settled()
    expect(applied).toEqual([{ a: true }])
  })
})
