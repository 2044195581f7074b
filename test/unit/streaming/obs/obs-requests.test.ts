import { readFileSync } from 'node:fs'
import { defaultObs, obsAddressOf, obsLimits } from '@shared/streaming/obs.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forAll } from '../../../fixtures/properties.js'

describe('requests to OBS', () => {
  it('are only these: nothing starts or stops an output, switches a scene, presses a key or reads a file', () => {
    const source = readFileSync('src-main/streaming/obs/obs-requests.ts', 'utf8')
    const list = /export interface ObsRequests \{(.*?)\n\}/su.exec(source)?.[1] ?? ''
    const names = [...list.matchAll(/^ {2}readonly (\w+):/gmu)].map(([, name]) => name)
    expect(names.sort()).toEqual([
      'CreateInput',
      'CreateRecordChapter',
      'CreateSceneItem',
      'GetCurrentProgramScene',
      'GetInputList',
      'GetInputSettings',
      'GetRecordStatus',
      'GetReplayBufferStatus',
      'GetSceneItemId',
      'GetStreamStatus',
      'GetVersion',
      'GetVideoSettings',
      'SaveReplayBuffer',
      'SetInputSettings',
      'SetSceneItemEnabled',
    ])
  })
})

describe('address of OBS', () => {
  it.each([
    ['127.0.0.1', defaultObs.address],
    [' localhost:4455 ', 'ws://localhost:4455'],
    ['ws://192.168.1.20:4444/', 'ws://192.168.1.20:4444'],
    ['streaming-pc', 'ws://streaming-pc:4455'],
    ['ws://studio:80', 'ws://studio:80'],
    ['[::1]:4455', 'ws://[::1]:4455'],
  ])('is understood as a person writes it: %s', (typed, address) => {
    expect(obsAddressOf(typed)).toBe(address)
  })

  it.each([
    '',
    'http://127.0.0.1:4455',
    'wss://127.0.0.1:4455',
    'obsws://192.168.1.20:4455/password',
    'ws://user:password@127.0.0.1:4455',
    'ws://127.0.0.1:4455/path',
    'ws://127.0.0.1:4455?key=1',
    '127.0.0.1:99999',
    `${'a'.repeat(obsLimits.address)}.local`,
  ])('is refused with anything else in it: %s', (typed) => {
    expect(obsAddressOf(typed)).toBeUndefined()
  })

  it('stays the same once it is understood, and fits the settings', () => {
    const { pattern } = (
      JSON.parse(readFileSync('schemas/config-v1.json', 'utf8')) as {
        properties: { obs: { properties: { address: { pattern: string } } } }
      }
    ).properties.obs.properties.address
    forAll(fc.oneof(fc.webUrl(), fc.domain(), fc.ipV4(), fc.string()), (typed) => {
      const address = obsAddressOf(typed)
      if (address === undefined) return
      expect(obsAddressOf(address)).toBe(address)
      expect(address).toMatch(new RegExp(pattern, 'u'))
    })
  })
})
