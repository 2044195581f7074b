import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { afterAll, expect, it } from 'vitest'
import { maxCapabilities } from '../../src-main/validation/offer-bounds.js'
import { admissionWith, workerThread } from '../fakes/admission.js'
import { manifestOf } from '../fakes/fake-provider.js'
import { hostileSchemas } from '../fixtures/hostile-schemas/corpus.js'

const thread = workerThread()
const admit = admissionWith(thread)
afterAll(() => thread.stop())

const innocent = manifestOf({
  id: 'ext.innocent.list',
  parameters: { type: 'object', properties: { page: { type: 'integer', minimum: 1 } } },
  examples: [{ name: 'The first page', parameters: { page: 1 } }],
})

it.each(hostileSchemas)('a schema with $what: $ends', async ({ parameters, examples, ends }) => {
  const offered = { ...manifestOf(), parameters, ...(examples && { examples }) } as unknown as CapabilityManifest
  const { capabilities, refused } = await admit([offered, innocent])
  expect(refused.map(({ id, reason }) => `${id}: ${reason}`)).toEqual(
    ends === 'taken' ? [] : [expect.stringContaining(ends)],
  )
  expect(capabilities.map(({ id }) => id)).toContain(innocent.id)
})

// verifies: manifest-admission, invariant 7
it('all of them at once do not delay others', async () => {
  expect(hostileSchemas.length).toBeLessThan(maxCapabilities)
  const offered = hostileSchemas.map(({ parameters, examples }, index) => ({
    ...manifestOf({ id: `ext.evil.n${index}` }),
    parameters,
    ...(examples && { examples }),
  }))
  const { capabilities, refused } = await admit([...offered, innocent])
  expect(refused).toHaveLength(hostileSchemas.filter(({ ends }) => ends !== 'taken').length)
  expect(capabilities.at(-1)?.id).toBe(innocent.id)
})
