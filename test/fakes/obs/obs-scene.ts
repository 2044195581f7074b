/** OBS under test: with settings, a stream mode and an overlay that the test can look at, and an OBS in memory. */
import { defaultObs, type ObsSettings } from '@shared/streaming/obs.js'
import { Emitter } from '../../../src-main/gateway/ports/emitter.js'
import { Obs } from '../../../src-main/streaming/obs/obs.js'
import { FakeClock } from '../fake-clock.js'
import { RecordingLog } from '../recording-log.js'
import { fakeObsDial } from './fake-dial.js'
import { ObsModel } from './obs-model.js'

export const overlayWithKey = 'http://127.0.0.1:8798/overlay#key=the-key'

export interface ObsSceneOptions {
  /** Of OBS. */
  readonly password?: string
  /** What the owner entered. */
  readonly entered?: string
  readonly obs?: Partial<ObsSettings>
  readonly streamSafe?: boolean
  /** The settings file cannot be written, and the mode not switched. */
  readonly isStuck?: boolean
  readonly prepare?: (model: ObsModel) => void
}

export function obsScene({
  password,
  entered,
  obs,
  streamSafe = false,
  isStuck = false,
  prepare,
}: ObsSceneOptions = {}) {
  const clock = new FakeClock()
  const log = new RecordingLog()
  const model = new ObsModel(password)
  prepare?.(model)
  const fake = fakeObsDial(model)
  const onDidChange = new Emitter<void>()
  let current: ObsSettings = { ...defaultObs, enabled: true, ...obs }
  const secret = { password: entered }
  const stream = {
    on: streamSafe,
    language: 'en' as 'en' | 'zh',
    turns: [] as boolean[],
    turn(on: boolean) {
      stream.turns.push(on)
      if (!isStuck) stream.on = on
      return !isStuck
    },
  }
  const overlay = { address: overlayWithKey as string | undefined, isNew: false }
  const one = new Obs({
    settings: { get: () => ({ obs: current }), onDidChange: onDidChange.on },
    stream,
    password: () => secret.password,
    overlayAddress: async () =>
      overlay.address === undefined ? undefined : { address: overlay.address, isNew: overlay.isNew },
    dial: fake.dial,
    clock,
    log,
    chance: () => 1,
  })
  return {
    obs: one,
    model,
    studio: model.studio,
    fake,
    clock,
    log,
    stream,
    overlay,
    secret,
    change(part: Partial<ObsSettings>) {
      current = { ...current, ...part }
      onDidChange.emit()
    },
    connection: () => one.state.connection,
    /** Lets what is on the way arrive. */
    settle: () => clock.advance(0),
  }
}

/** The same, connected. */
export async function connectedObs(options: ObsSceneOptions = {}) {
  const scene = obsScene(options)
  await scene.settle()
  if (scene.connection().kind !== 'connected') throw new Error(JSON.stringify(scene.connection()))
  return scene
}
