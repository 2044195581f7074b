import { owner } from '@shared/approvals/attempt.js'
import { ownCaller } from '@shared/clients/own-callers.js'
import { defaultObs, type ObsSettings } from '@shared/streaming/obs.js'
import type { CallEntry } from '@shared/trail/live.js'
import { expect, it } from 'vitest'
import { composeObs } from '../../../src-main/compose/obs.js'
import { memorySecrets } from '../../../src-main/gateway/ports/client-access.js'
import { Emitter } from '../../../src-main/gateway/ports/emitter.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { openObsServer } from '../../fakes/obs/obs-server.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'
import { until } from '../../fixtures/until.js'

const cleanUp = cleanUpForEach()

function scene(address: string, clock = systemClock) {
  const feed = new Emitter<never>()
  const onDidChange = new Emitter<void>()
  let obs: ObsSettings = { ...defaultObs, enabled: true, address }
  const manifests: Readonly<Record<string, string>> = { 'ext.shop.sell': 'action', 'ext.shop.list': 'context' }
  const composed = composeObs({
    gateway: {
      feed: { onDidArrive: feed.on },
      registry: { offerBy: (_server: string, id: string) => ({ manifest: { type: manifests[id] } }) },
    },
    settings: { get: () => ({ obs }), onDidChange: onDidChange.on },
    stream: { on: true, language: 'en', turn: () => true },
    overlay: {},
    secrets: memorySecrets(),
    clock,
    log: new RecordingLog(),
  } as never)
  cleanUp.add(composed, (one) => one.stop())
  return {
    ...composed,
    call: (entry: Partial<CallEntry>) =>
      feed.emit({ kind: 'call', result: 'done', caller: { type: 'model', id: 'client:1' }, ...entry } as never),
    change(part: Partial<ObsSettings>) {
      obs = { ...obs, ...part }
      onDidChange.emit()
    },
  }
}

it('gives a password only to the address it was entered for', async () => {
  const [one, other] = [await openObsServer({ password: 'secret' }), await openObsServer({ password: 'secret' })]
  for (const server of [one, other]) cleanUp.add(server, (opened) => opened.close())
  const { obs, keepPassword, change } = scene(one.address)
  keepPassword('secret')
  await until(() => obs.state.connection.kind === 'connected')
  change({ address: other.address })
  await until(() => obs.state.connection.kind === 'failed')
  expect(obs.state).toMatchObject({ connection: { problem: 'password-needed' }, hasPassword: false })
  change({ address: one.address })
  await until(() => obs.state.connection.kind === 'connected')
  keepPassword('')
  await until(() => obs.state.connection.kind === 'failed')
  expect(obs.state.connection).toMatchObject({ problem: 'password-needed' })
})

it('marks what an AI did, and neither reads, denials nor what the owner did', async () => {
  const server = cleanUp.add(await openObsServer(), (opened) => opened.close())
  const { studio } = server.model
  studio.recording = 'on'
  const { obs, call } = scene(server.address)
  await until(() => obs.state.connection.kind === 'connected')
  expect(ownCaller(owner)).toBe('owner')
  call({ capabilityId: 'ext.shop.list' })
  call({ capabilityId: 'ext.shop.sell', result: 'denied' })
  call({ capabilityId: 'ext.shop.sell', result: 'failed' })
  call({ capabilityId: 'ext.shop.sell', caller: { ...owner } })
  call({ capabilityId: 'ext.shop.sell' })
  await until(() => studio.chapters.length > 0)
  expect(studio.chapters).toEqual(['AI: an action'])
})

it('does nothing while it is off', () => {
  const clock = new FakeClock()
  const { obs, change } = scene('ws://127.0.0.1:1', clock)
  change({ enabled: false })
  expect(obs.state).toEqual({ connection: { kind: 'off' }, hasPassword: false })
})
