import { expect, it } from 'vitest'
import { manifestOf } from '../fakes/fake-provider.js'
import { RawAgent } from '../fakes/raw-agent.js'
import { cleanUpForEach } from '../fixtures/for-each.js'
import { startHeadless } from '../fixtures/programs.js'

const cleanUp = cleanUpForEach()

it('the built program compiles untrusted schemas, lists the valid ones, and ends on request', async () => {
  const agent = cleanUp.add(await RawAgent.listen(), (open) => open.close())
  const parameters = { type: 'object' as const, required: ['shop'] }
  const examplesOf = (given: object) => [{ name: 'An example', parameters: { ...given } }]
  agent.capabilities = [
    manifestOf({ id: 'ext.shop.good', parameters, examples: examplesOf({ shop: 'x' }) }),
    manifestOf({ id: 'ext.shop.bad', parameters, examples: examplesOf({}) }),
  ]
  const { process, endpoint, token } = await startHeadless(cleanUp, [
    '--agent',
    agent.address,
    '--agent-token',
    'a-token',
  ])
  const answer = await fetch(new URL('/api/v1/capabilities', endpoint), {
    headers: { authorization: `Bearer ${token}` },
  })
  const listed = await answer.text()
  expect(listed).toContain('ext.shop.good')
  expect(listed).not.toContain('ext.shop.bad')
  expect(await process.end()).toBe(0)
})
