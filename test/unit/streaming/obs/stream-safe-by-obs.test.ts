import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retryMs } from '../../../../src-main/streaming/obs/obs-connection.js'
import type { OutputState } from '../../../fakes/obs/obs-model.js'
import { connectedObs, obsScene } from '../../../fakes/obs/obs-scene.js'
import { times } from '../../../fixtures/properties.js'

describe('stream-safe mode by OBS', () => {
  it('turns on before the first picture: while the stream starts, OBS calls it inactive', async () => {
    const { model, stream, settle, obs } = await connectedObs()
    model.streamBecame('STARTING')
    await settle()
    expect(stream.on).toBe(true)
    expect(obs.state.turned).toEqual({ by: 'stream', at: '2026-01-19T10:30:00.000Z', result: 'switched' })
  })

  it('knows when the last stream began, also after it ended, for the report', async () => {
    const { model, settle, obs } = await connectedObs()
    expect(obs.state.streamStartedAt).toBeUndefined()
    model.streamBecame('STARTING', 'STARTED')
    await settle()
    model.streamBecame('STOPPING', 'STOPPED')
    await settle()
    expect(obs.state.streamStartedAt).toBe('2026-01-19T10:30:00.000Z')
  })

  it('turns on when a recording starts', async () => {
    const { model, stream, settle, obs } = await connectedObs()
    model.recordingBecame('STARTING', 'STARTED')
    await settle()
    expect(stream.turns).toEqual([true])
    expect(obs.state.turned?.by).toBe('recording')
  })

  it('turns on when OBS is found streaming, also while it reconnects to the platform', async () => {
    const { stream } = await connectedObs({ prepare: ({ studio }) => (studio.stream = 'reconnecting') })
    expect(stream.on).toBe(true)
  })

  it('says each time that it turned on', async () => {
    const { obs, model, settle, stream } = await connectedObs()
    const turns: string[] = []
    obs.onDidTurn(({ by, result }) => turns.push(`${by} ${result}`))
    model.streamBecame('STARTING', 'STARTED')
    await settle()
    stream.on = false
    model.recordingBecame('STARTING', 'STARTED')
    await settle()
    expect(turns).toEqual(['stream switched', 'recording switched'])
  })

  it('says when it could not be switched', async () => {
    const { obs, model, settle } = await connectedObs({ isStuck: true })
    model.streamBecame('STARTING')
    await settle()
    expect(obs.state.turned?.result).toBe('unsaved')
  })

  it('is left alone where the owner does not want it, until they do', async () => {
    const { model, stream, settle, change } = await connectedObs({ obs: { streamSafe: false } })
    model.streamBecame('STARTING', 'STARTED')
    await settle()
    expect(stream.turns).toEqual([])
    change({ streamSafe: true })
    expect(stream.turns).toEqual([true])
  })

  it('stays off where a person switched it off during the stream, also after OBS was away for a moment', async () => {
    const { model, studio, stream, clock, fake } = await connectedObs()
    model.streamBecame('STARTING', 'STARTED')
    await clock.advance(60_000)
    stream.on = false
    model.streamBecame('RECONNECTING', 'RECONNECTED')
    fake.cut()
    studio.durations.stream = 61_000
    await clock.advance(retryMs.first)
    expect(stream.on).toBe(false)
  })

  it('turns on for another stream that started while OBS was away', async () => {
    const { model, studio, stream, clock, fake } = await connectedObs()
    model.streamBecame('STARTING', 'STARTED')
    await clock.advance(600_000)
    stream.on = false
    fake.cut()
    studio.durations.stream = 2_000
    await clock.advance(retryMs.first)
    expect(stream.on).toBe(true)
  })

  it('is never switched off, whatever OBS does', async () => {
    const states = fc.constantFrom<OutputState>(
      ...(['STARTING', 'STARTED', 'STOPPING', 'STOPPED', 'RECONNECTING', 'RECONNECTED', 'PAUSED', 'RESUMED'] as const),
    )
    await times(50).forAllAsync(fc.array(fc.tuple(fc.boolean(), states), { maxLength: 20 }), async (events) => {
      const { model, stream, settle } = await connectedObs()
      for (const [isStream, state] of events) isStream ? model.streamBecame(state) : model.recordingBecame(state)
      await settle()
      expect(stream.turns.every((on) => on)).toBe(true)
      const isShown = events.some(([, state]) => state !== 'STOPPED' && state !== 'STOPPING')
      expect(stream.on).toBe(isShown)
    })
  })

  it('needs no OBS that is switched on', async () => {
    const { stream, settle, connection } = obsScene({ obs: { enabled: false } })
    await settle()
    expect(connection()).toEqual({ kind: 'off' })
    expect(stream.turns).toEqual([])
  })
})
