import type { ContractError } from '@contract/generated/error.js'
import type { BuildFacts } from '@shared/build/build-preview.js'
import { describe, expect, it } from 'vitest'
import { isPlanRefused, mayReachOut } from '../../../src-renderer/features/approvals/build/known-build.js'

const facts = (more: Partial<BuildFacts>): BuildFacts => ({
  hash: 'ab'.repeat(32),
  name: 'hut',
  world: 'world',
  blocks: 9,
  changes: 9,
  commands: 1,
  seconds: 1,
  from: { x: 0, y: 64, z: 0 },
  to: { x: 1, y: 65, z: 1 },
  size: { x: 2, y: 2, z: 2 },
  kinds: [{ block: 'minecraft:stone', count: 9 }],
  replaced: [],
  containers: [],
  containerCount: 0,
  players: [],
  floating: [],
  unknown: [],
  water: 0,
  lava: 0,
  ...more,
})

describe('the undo of a build', () => {
  it('promises everything only when nothing can flow, burn or explode around it', () => {
    expect(mayReachOut(facts({}))).toBe(false)
    expect(mayReachOut(facts({ water: 1 }))).toBe(true)
    expect(mayReachOut(facts({ lava: 1 }))).toBe(true)
    for (const block of ['minecraft:tnt', 'minecraft:lava', 'minecraft:water', 'minecraft:fire'])
      expect(mayReachOut(facts({ kinds: [{ block, count: 1 }] }))).toBe(true)
  })
})

it('a plan cannot be approved when the plan itself is why there is no preview', () => {
  const error = (code: string, details?: object) =>
    isPlanRefused({ code, message: 'm', suggestion: 's', ...(details && { details }) } as ContractError)
  expect(error('BUSINESS.INVALID_LOCATION')).toBe(true)
  expect(error('PROTOCOL.SCHEMA_VALIDATION_FAILED')).toBe(true)
  expect(error('BUSINESS.OPERATION_FAILED', { why: 'build-outside-areas' })).toBe(true)
  expect(error('BUSINESS.OPERATION_FAILED')).toBe(false)
  expect(error('SYSTEM.TIMEOUT')).toBe(false)
})
