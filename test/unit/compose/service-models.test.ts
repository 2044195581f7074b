import { defaultSettings, type Settings } from '@shared/program/settings.js'
import { describe, expect, it } from 'vitest'
import { type ComposeServiceModelsDependencies, syncServiceModels } from '../../../src-main/compose/service-models.js'
import { Emitter } from '../../../src-main/gateway/ports/emitter.js'
import { memoryStores } from '../../../src-main/storage/stores.js'

const problem = { code: 1001, message: 'not JSON', line: 1, column: 1 } as const

function open({ named = false, problems = [] as readonly (typeof problem)[], stored = 'identity of one' } = {}) {
  let settings: Settings = { ...defaultSettings, serviceModels: ['one', 'gone'] }
  const manifests = memoryStores().manifests
  manifests.storeOffer('service:one', { name: 'one', identity: stored, capabilities: [] })
  const other = new Emitter<string>()
  const changed = new Emitter<unknown>()
  let services: object = { one: {} }
  const store = { get: () => ({ services }), problems, onDidChange: changed.on }
  syncServiceModels({
    settings: {
      get: () => settings,
      change(change) {
        settings = { ...settings, ...change }
        return true
      },
    },
    services: {
      store,
      identityOf: (name: string) => `identity of ${name}`,
      onDidReplaceProgram: other.on,
    } as unknown as ComposeServiceModelsDependencies['services'],
    ...{ manifests, named },
  })
  const remove = () => {
    services = {}
    changed.emit(undefined)
  }
  return { allowed: () => settings.serviceModels, other, remove }
}

describe('the permission of a service to use the model', () => {
  it('ends with the service, also when that was removed while the program did not run', () => {
    const { allowed, remove } = open()
    expect(allowed()).toEqual(['one'])
    remove()
    expect(allowed()).toEqual([])
  })

  it('ends when the name is that of another program, now or since the last run', () => {
    const { allowed, other } = open()
    other.emit('another')
    expect(allowed()).toEqual(['one'])
    other.emit('one')
    expect(allowed()).toEqual([])
    expect(open({ stored: 'another program' }).allowed()).toEqual([])
  })

  it('is kept where it is unknown which ones were removed', () => {
    expect(open({ problems: [problem] }).allowed()).toEqual(['one', 'gone'])
    expect(open({ named: true }).allowed()).toEqual(['one', 'gone'])
  })
})
