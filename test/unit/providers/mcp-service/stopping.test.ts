import { serviceCodeOf, serviceError } from '@contract/service-error.js'
import type { ServiceConfig } from '@shared/servers/service.js'
import { expect, it } from 'vitest'
import type { Adapter } from '../../../../src-main/providers/mcp-service/connection/adapters.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { MemoryService } from '../../../fakes/memory-service.js'
import { ServicesScene } from '../../../fakes/services-scene.js'
import { cleanUpForEach } from '../../../fixtures/for-each.js'

const cleanUp = cleanUpForEach()

it('a service whose processes cannot be ended fails its stop with 2002, is shown and can be started again', async () => {
  const service = new MemoryService()
  let isStuck = true
  const adapter: Adapter = async (...given) => {
    const connected = await service.adapter(...given)
    return {
      ...connected,
      async close() {
        await connected.close()
        if (isStuck) throw serviceError(2002, { message: 'Processes of the service still run: 7.' })
      },
    }
  }
  const scene = cleanUp.add(new ServicesScene({ adapter, clock: new FakeClock() }), (one) => one.close())
  const config: ServiceConfig = { type: 'stdio', enabled: true, namespace: 'one', command: 'a', args: [] }
  await scene.apply({ one: config })
  const thrown = await scene.services.stop('one').catch((error: unknown) => error)
  expect(serviceCodeOf(thrown)).toBe(2002)
  expect(scene.services.list()).toMatchObject([
    { status: 'error', tools: 0, lastError: { code: 2002, message: 'Processes of the service still run: 7.' } },
  ])
  expect(scene.log.problems).toMatchObject([{ level: 'error', details: { service: 'one', code: 2002 } }])
  isStuck = false
  await scene.services.start('one')
  expect(scene.services.list()).toMatchObject([{ status: 'running' }])
})
