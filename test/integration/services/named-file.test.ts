/** The file of services at the start: what the command line names is trusted, and what is gone is signed out. */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ComposeServicesOptions, composeServices } from '../../../src-main/compose/services.js'
import { Gateway } from '../../../src-main/gateway/gateway.js'
import { servicesFileOf } from '../../../src-main/storage/services/services-store.js'
import { memoryStores } from '../../../src-main/storage/stores.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { createContractAjv } from '../../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { admitInProcess } from '../../fakes/admission.js'
import { MemoryAuditLog } from '../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { fixture } from '../../fakes/services-scene.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'

const [first, other] = [fixture('following.mjs', 'older'), fixture('following.mjs', 'newer')]

const cleanUp = cleanUpForEach()

const folder = () =>
  cleanUp.add(mkdtempSync(path.join(tmpdir(), 'gatehouse-named-')), (made) =>
    rmSync(made, { recursive: true, force: true }),
  )

function compose(profile: string, given: Pick<ComposeServicesOptions, 'file' | 'deferred' | 'secrets'>) {
  const parts = { audit: new MemoryAuditLog(), log: new RecordingLog(), clock: systemClock }
  const gateway = cleanUp.add(
    new Gateway({
      ...parts,
      validator: new CapabilityValidator(),
      stores: memoryStores(),
    }),
    (one) => one.stop(),
  )
  const composed = composeServices({
    ...{ ...parts, ...given, profile, gateway },
    ...{ gatewayId: randomUUID(), ajv: createContractAjv(), admit: admitInProcess },
  })
  cleanUp.add(composed, (one) => one.stop())
  return { composed, gateway }
}

describe('a file of the command line', () => {
  function open() {
    const profile = folder()
    const file = path.join(profile, 'named.json')
    writeFileSync(file, JSON.stringify({ services: { one: first } }))
    const { composed, gateway } = compose(profile, { file, deferred: true })
    const tools = async () => {
      composed.release()
      await composed.settled()
      expect(composed.services.list()).toMatchObject([{ status: 'running' }])
      return gateway.registry.capabilities().size
    }
    return { composed, tools }
  }
  it('is trusted as read at the start', async () => {
    expect(await open().tools()).toBeGreaterThan(0)
  })

  it('is not trusted when it names another program before that was seen', async () => {
    const { composed, tools } = open()
    composed.store.change([['one', other]])
    expect(await tools()).toBe(0)
  })

  it.each([
    ['another program', other],
    ['nothing', undefined],
  ])('is no longer trusted when the file has named %s meanwhile', async (_what, meanwhile) => {
    const { composed, tools } = open()
    composed.store.change([['one', meanwhile]])
    composed.store.change([['one', first]])
    expect(await tools()).toBe(0)
  })
})

it.each<[string, string | undefined, boolean]>([
  ['an empty file', '', true],
  ['a lost file', undefined, true],
  ['a file with an error', '{', true],
  ['a file without services', '{ "services": {} }', false],
])('the sign-ins of services are judged by the file at the start: %s', async (_what, text, areKept) => {
  const profile = folder()
  if (text !== undefined) writeFileSync(servicesFileOf(profile), text)
  const secrets = new Map([
    ['service-sign-ins', '["far"]'],
    ['service-sign-in:far', '{ "address": "" }'],
  ])
  const { composed } = compose(profile, {
    secrets: {
      get: (name) => secrets.get(name),
      set: (name, value) => secrets.set(name, value).has(name),
      delete: (name) => void secrets.delete(name),
    },
  })
  await composed.settled()
  if (areKept) expect(secrets.size).toBe(2)
  else await expect.poll(() => secrets.size).toBe(0)
})
