/** Services of a file that the command line names: the services listed at that time are trusted. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { composeServices } from '../../../src-main/compose/services.js'
import { Gateway } from '../../../src-main/gateway/gateway.js'
import { MemoryManifestStore } from '../../../src-main/storage/memory-manifest-store.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { memoryUndoStore } from '../../../src-main/storage/undo-store.js'
import { createContractAjv } from '../../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { admitInProcess } from '../../fakes/admission.js'
import { MemoryAuditLog } from '../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { fixture } from '../../fakes/services-scene.js'
import { CleanUp } from '../../fixtures/programs.js'

const [first, other] = [fixture('following.mjs', 'older'), fixture('following.mjs', 'newer')]

describe('a file of the command line', () => {
  const cleanUp = new CleanUp()
  afterEach(() => cleanUp.run())

  function open() {
    const profile = cleanUp.add(mkdtempSync(path.join(tmpdir(), 'gatehouse-named-')), (folder) =>
      rmSync(folder, { recursive: true, force: true }),
    )
    const file = path.join(profile, 'named.json')
    writeFileSync(file, JSON.stringify({ services: { one: first } }))
    const parts = { audit: new MemoryAuditLog(), log: new RecordingLog(), clock: systemClock }
    const gateway = cleanUp.add(
      new Gateway({
        ...parts,
        validator: new CapabilityValidator(),
        manifests: new MemoryManifestStore(),
        undoStore: memoryUndoStore(),
      }),
      (one) => one.stop(),
    )
    const composed = composeServices({
      ...{ ...parts, profile, gateway, file, deferred: true },
      ...{ gatewayId: randomUUID(), ajv: createContractAjv(), admit: admitInProcess },
    })
    cleanUp.add(composed, (one) => one.stop())
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
