import type { ContractError } from '@contract/generated/error.js'
import type { BuildFacts, BuildView } from '@shared/build/build-preview.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  afterRead,
  isPlanRefused,
  type KnownBuild,
  keyOf,
  mayReachOut,
  repeatWhileVisible,
} from '../../../src-renderer/features/approvals/build/known-build.js'

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

const view = (more: Partial<BuildFacts> = {}): BuildView => ({
  facts: facts(more),
  size: { width: 2, height: 2, depth: 2 },
  colours: ['#777777'],
  frame: { outline: [], players: [] },
})

describe('a preview that is read again', () => {
  const images = { width: 1, height: 1, after: 'YQ==' }
  const seen: KnownBuild = { id: 'ask', turn: 0, view: view(), images }
  const failed = (code: string, more: Partial<KnownBuild> = {}): KnownBuild => ({
    ...{ id: 'ask', turn: 1, ...more },
    error: { code, message: 'm', suggestion: 's' } as NonNullable<KnownBuild['error']>,
  })

  it('keeps what was seen when the read fails, and says that it failed', () => {
    const late = failed('SYSTEM.TIMEOUT')
    expect(afterRead(seen, late)).toEqual({ ...seen, turn: 1, error: late.error })
    expect(afterRead(afterRead(seen, late), seen)).toEqual(seen)
    const half = failed('SYSTEM.TIMEOUT', { view: view({ changes: 8 }) })
    expect(afterRead(seen, half)).toMatchObject({ view: seen.view, images })
    expect(afterRead(half, late)).toMatchObject({ view: half.view })
    expect(afterRead(half, { ...half, turn: 2 })).toMatchObject({ turn: 2 })
  })

  it('forgets what was seen when the plan is refused, and what was of another request', () => {
    for (const read of [failed('BUSINESS.INVALID_LOCATION'), failed('SYSTEM.TIMEOUT', { id: 'other' })])
      expect(afterRead(seen, read)).toBe(read)
    expect(afterRead(undefined, failed('SYSTEM.TIMEOUT'))).not.toHaveProperty('view')
  })

  it('is another thing to read when blocks or people are others, not when somebody walks or an animal is born', () => {
    const mia = { name: 'Mia', x: 1, y: 64, z: 2 }
    const key = keyOf(view({ players: [mia], entities: [{ type: 'minecraft:cow', count: 2 }] }))
    expect(keyOf(view({ players: [{ ...mia, x: 1.25 }], entities: [], seconds: 9 }))).toBe(key)
    expect(keyOf(view({ players: [] }))).not.toBe(key)
    expect(keyOf(view({ players: [mia], containerCount: 1 }))).not.toBe(key)
  })
})

describe('what repeats while the page is visible', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('waits while the page is hidden, is done once when it is shown again, and ends', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
    const show = (visibilityState: DocumentVisibilityState) => {
      page.visibilityState = visibilityState
      page.dispatchEvent(new Event('visibilitychange'))
    }
    const run = vi.fn(async () => {})
    const stop = repeatWhileVisible(run, 60_000, page as never)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(59_999)
    show('visible')
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(run).toHaveBeenCalledTimes(2)
    show('hidden')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(run).toHaveBeenCalledTimes(2)
    show('visible')
    show('visible')
    expect(run).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(0)
    stop()
    await vi.advanceTimersByTimeAsync(600_000)
    show('visible')
    expect(run).toHaveBeenCalledTimes(3)
  })
})
