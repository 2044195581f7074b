import type { ServiceConfig } from '@shared/servers/service.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onDidChangeServiceLists, promptsOfServices } from '../../../../src-main/consumers/mcp/service-library.js'
import { createToolList } from '../../../../src-main/consumers/mcp/tool-list.js'
import { offersOf } from '../../../../src-main/consumers/mcp/tools.js'
import { acceptedName } from '../../../../src-main/gateway/ports/client-name.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { MemoryService } from '../../../fakes/memory-service.js'
import { ServicesScene } from '../../../fakes/services-scene.js'
import { cleanUpForEach } from '../../../fixtures/for-each.js'
import { forAll } from '../../../fixtures/properties.js'

const config = (more: object = {}): ServiceConfig => ({
  ...{ type: 'stdio', enabled: true, namespace: 'one', command: 'unused', args: [] },
  ...more,
})

describe('the names of tools of services', () => {
  const cleanUp = cleanUpForEach()

  async function serve() {
    const service = new MemoryService()
    service.prompts = [{ name: 'greet' }]
    const scene = cleanUp.add(new ServicesScene({ adapter: service.adapter, clock: new FakeClock() }), (one) =>
      one.close(),
    )
    await scene.apply({ one: config() })
    const { registry } = scene.gateway
    const list = cleanUp.add(createToolList(registry), (one) => one.close())
    const names = () => list.tools().map(({ name }) => name)
    const isFound = (name: string) => offersOf(registry.capabilities(), name) !== undefined
    return { service, scene, registry, list, names, isFound }
  }

  it.each([
    ['namespaces are turned off', { namespaceEnabled: false }, 'get', 'greet'],
    ['the separator changes', { namespaceSeparator: '-' }, 'one-get', 'one-greet'],
  ])('change for every session when %s, and the listed names work', async (_what, toolManager, name, prompt) => {
    const { scene, registry, list, names, isFound } = await serve()
    expect(names()).toContain('one_get')
    let notified = 0
    let libraryNotified = 0
    cleanUp.add(
      list.onDidChange(() => {
        notified += 1
      }),
      (end) => end(),
    )
    cleanUp.add(
      onDidChangeServiceLists({ registry }, () => {
        libraryNotified += 1
      }),
      (end) => end(),
    )
    await scene.apply({ one: config() }, toolManager)
    expect([notified, libraryNotified]).toEqual([1, 1])
    expect(names()).toContain(name)
    expect(names()).not.toContain('one_get')
    expect([isFound(name), isFound('one_get')]).toEqual([true, false])
    expect(
      promptsOfServices(registry.capabilities(), registry.capabilities(), new Set()).map((one) => one.name),
    ).toEqual([prompt])
  })

  it('have only characters that every client accepts, and keep the name of the service as the title', async () => {
    const { service, scene, list } = await serve()
    const odd = ['immich.assets.list', 'malloy/executeQuery', 'Upper Case', '查询天气', 'a:b', 'ok_name']
    service.tools = odd.map((name) => ({
      ...{ name, inputSchema: { type: 'object' } },
      annotations: { readOnlyHint: true },
    }))
    await scene.services.restart('one')
    const shown = list.tools().map(({ name, title }) => [name, title])
    expect(shown).toEqual(
      expect.arrayContaining([
        ['one_immich_assets_list', 'immich.assets.list'],
        ['one_Upper_Case', 'Upper Case'],
        ['one_ok_name', undefined],
        [expect.stringMatching(/^one_[\da-f]{8}$/u), '查询天气'],
      ]),
    )
    const { outcome } = await scene.call('ext.one.immich.assets.list')
    expect(outcome).toMatchObject({ kind: 'done' })
  })

  it('are accepted whatever a service chooses, and never empty', () =>
    forAll(fc.string({ minLength: 1, unit: 'grapheme' }), (name) => {
      expect(acceptedName(name)).toMatch(/^[\w-]+$/)
      expect(acceptedName(acceptedName(name))).toBe(acceptedName(name))
    }))
})
