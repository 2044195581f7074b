import type { ObsProblem } from '@shared/streaming/obs.js'
import { describe, expect, it } from 'vitest'
import { retryMs } from '../../../../src-main/streaming/obs/obs-connection.js'
import { identifyWithinMs } from '../../../../src-main/streaming/obs/obs-session.js'
import { closeCodes } from '../../../fakes/obs/obs-model.js'
import { connectedObs, obsScene } from '../../../fakes/obs/obs-scene.js'

describe('connection to OBS', () => {
  it('connects without a password where OBS wants none, and asks for events of outputs alone', async () => {
    const { connection, model, studio } = await connectedObs()
    expect(connection()).toEqual({
      kind: 'connected',
      version: '31.0.3',
      streaming: false,
      recording: false,
      replay: 'unavailable',
      chapters: 'unknown',
    })
    expect(model.identified).toBe(1)
    expect(studio.requests.map(({ name }) => name)).toEqual([
      'GetVersion',
      'GetStreamStatus',
      'GetRecordStatus',
      'GetReplayBufferStatus',
    ])
  })

  it('proves that it knows the password, and never sends it', async () => {
    const { model } = await connectedObs({ password: 'päss wörd', entered: 'päss wörd' })
    expect(model.identified).toBe(1)
  })

  it('waits for a person after a wrong password: OBS warns its user each time (close 4009)', async () => {
    const { connection, clock, fake, model, secret, obs } = obsScene({ password: 'right', entered: 'wrong' })
    await clock.advance(0)
    expect(connection()).toEqual({ kind: 'failed', problem: 'wrong-password' })
    await clock.advance(3_600_000)
    expect(fake.dialled).toHaveLength(1)
    expect(model.closed).toEqual([closeCodes.authenticationFailed])
    secret.password = 'right'
    obs.connect()
    await clock.advance(0)
    expect(connection().kind).toBe('connected')
  })

  it('sends nothing where OBS wants a password and none is stored', async () => {
    const { connection, clock, model } = obsScene({ password: 'right' })
    await clock.advance(0)
    expect(connection()).toEqual({ kind: 'failed', problem: 'password-needed' })
    expect(model.closed).toEqual([])
  })

  it('does not come back after Kick, as the protocol demands (close 4011)', async () => {
    const { connection, clock, fake, model } = await connectedObs()
    model.kick()
    await clock.advance(3_600_000)
    expect(connection()).toEqual({ kind: 'failed', problem: 'dismissed' })
    expect(fake.dialled).toHaveLength(1)
  })

  it('says that OBS speaks another version, and waits (close 4010)', async () => {
    const { connection, clock, fake } = obsScene({ prepare: (model) => (model.rpcVersion = 2) })
    await clock.advance(3_600_000)
    expect(connection()).toEqual({ kind: 'failed', problem: 'other-version' })
    expect(fake.dialled).toHaveLength(1)
  })

  it('tries again while OBS does not run, at most ten seconds apart', async () => {
    const { connection, clock, fake } = obsScene()
    fake.fails = 'ECONNREFUSED'
    await clock.advance(0)
    expect(connection()).toEqual({ kind: 'failed', problem: 'not-running', retryAt: '2026-01-19T10:30:01.000Z' })
    await clock.advance(60_000)
    const before = fake.dialled.length
    await clock.advance(retryMs.most)
    expect(fake.dialled.length).toBe(before + 1)
    fake.fails = undefined
    await clock.advance(retryMs.most)
    expect(connection().kind).toBe('connected')
  })

  it('logs one problem once, and not at each attempt', async () => {
    const { clock, fake, log } = obsScene()
    fake.fails = 'ECONNREFUSED'
    await clock.advance(600_000)
    expect(log.problems.map(({ details }) => details)).toEqual([{ problem: 'not-running' }])
  })

  it('tries again when OBS is closed (close 1001), or the link is cut', async () => {
    const { connection, clock, fake, model } = await connectedObs()
    model.quit()
    await clock.advance(0)
    expect(connection()).toMatchObject({ kind: 'failed', problem: 'lost' })
    await clock.advance(retryMs.first)
    expect(connection().kind).toBe('connected')
    fake.cut()
    await clock.advance(retryMs.first)
    expect(connection().kind).toBe('connected')
  })

  it('waits until OBS has loaded (status 207), and then knows that it streams already', async () => {
    const { connection, clock, studio, stream } = obsScene({
      prepare({ studio }) {
        studio.isReady = false
        studio.stream = 'on'
      },
    })
    await clock.advance(0)
    expect(connection()).toMatchObject({ kind: 'failed', problem: 'loading' })
    expect(stream.on).toBe(false)
    studio.isReady = true
    await clock.advance(retryMs.first)
    expect(connection()).toMatchObject({ kind: 'connected', streaming: true })
    expect(stream.on).toBe(true)
  })

  it('gives up on a program that says no hello', async () => {
    const { connection, clock } = obsScene({ prepare: (model) => (model.accept = () => {}) })
    await clock.advance(identifyWithinMs)
    expect(connection()).toMatchObject({ kind: 'failed', problem: 'not-obs' })
  })

  it.each<[ObsProblem, string]>([
    ['unknown-host', 'ENOTFOUND'],
    ['no-answer', 'ETIMEDOUT'],
    ['not-obs', 'HTTP 302'],
    ['not-obs', 'subprotocol'],
    ['misbehaved', 'flood'],
    ['lost', 'ECONNRESET'],
  ])('tries again after %s (%s)', async (problem, reason) => {
    const { connection, clock, fake } = obsScene()
    fake.fails = reason
    await clock.advance(0)
    expect(connection()).toMatchObject({ problem })
    fake.fails = undefined
    await clock.advance(retryMs.afterMisbehaviour)
    expect(connection().kind).toBe('connected')
  })

  it('never dials a refused address again', async () => {
    const { connection, clock, fake, change } = obsScene()
    fake.fails = 'public'
    await clock.advance(3_600_000)
    expect(connection()).toEqual({ kind: 'failed', problem: 'not-allowed' })
    expect(fake.dialled).toEqual(['ws://127.0.0.1:4455'])
    fake.fails = undefined
    change({ address: 'ws://192.168.1.20:4455' })
    await clock.advance(0)
    expect(fake.dialled.at(-1)).toBe('ws://192.168.1.20:4455')
    expect(connection().kind).toBe('connected')
  })

  it('disconnects when it is switched off', async () => {
    const { connection, clock, change, fake } = await connectedObs()
    change({ enabled: false })
    await clock.advance(3_600_000)
    expect(connection()).toEqual({ kind: 'off' })
    expect(fake.dialled).toHaveLength(1)
    expect(clock.waiting).toBe(0)
  })

  it('leaves no timer behind when it stops', async () => {
    const { obs, clock } = await connectedObs()
    await obs.stop()
    await clock.advance(0)
    expect(clock.waiting).toBe(0)
  })
})
