import { GatewayError } from '@contract/gateway-error.js'
import type { BuildPreview, Turn } from '@shared/build/build-preview.js'
import { imagesOf, viewOf } from '@shared/build/build-view.js'
import { expect, it, vi } from 'vitest'
import { BuildPreviews } from '../../../src-main/owner/build-previews.js'
import { createStreamMask } from '../../../src-main/policy/redaction/stream-mask.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { bridgeFacts } from '../../fakes/renderer/fake-builds.js'

const place = { x: 100, y: 60, z: -80 }
const preview: BuildPreview = {
  facts: bridgeFacts,
  picture: {
    ...{ width: 200, height: 100, before: 'YmVmb3Jl', after: 'YWZ0ZXI=' },
    projection: { turn: 0, from: place, to: { x: 150, y: 90, z: -40 }, half: 2, rise: 2, left: 90, top: 60 },
  },
}

const scene = (previewBuild = vi.fn(async () => preview)) => {
  const clock = new FakeClock()
  const request = { id: 'ask', capabilityId: 'ext.java.build', server: { id: 'survival' }, arguments: { name: 'hut' } }
  const previews = new BuildPreviews({
    find: (id) => (id === 'ask' ? request : undefined),
    link: (server) => (server === 'survival' ? { previewBuild } : undefined),
    clock,
  })
  return { previews, clock, previewBuild }
}

it('previews the arguments of the request itself, and draws the same picture once in a while', async () => {
  const { previews, clock, previewBuild } = scene()
  expect(await previews.of('ask', 1)).toBe(preview)
  expect(await previews.of('ask', 1)).toBe(preview)
  expect(previewBuild.mock.calls).toEqual([['ext.java.build', { name: 'hut' }, 1, expect.any(AbortSignal)]])
  await clock.advance(15_000)
  await previews.of('ask', 1)
  expect(previewBuild).toHaveBeenCalledTimes(2)
})

it('makes one preview of a request at a time', async () => {
  const running: Turn[] = []
  const ends: (() => void)[] = []
  const previewBuild = vi.fn(async (_id: string, _given: object, turn: Turn) => {
    running.push(turn)
    await new Promise<void>((resolve) => ends.push(resolve))
    return preview
  })
  const { previews } = scene(previewBuild as never)
  const both = Promise.all([previews.of('ask', 0), previews.of('ask', 1)])
  await vi.waitFor(() => expect(running).toEqual([0]))
  ends[0]?.()
  await vi.waitFor(() => expect(running).toEqual([0, 1]))
  ends[1]?.()
  expect(await both).toEqual([preview, preview])
})

it('tries again after a failure, and gives up after a minute', async () => {
  const previewBuild = vi.fn(async () => preview)
  previewBuild.mockRejectedValueOnce(new GatewayError('SYSTEM.SERVICE_UNAVAILABLE'))
  const { previews, clock } = scene(previewBuild)
  await expect(previews.of('ask', 0)).rejects.toMatchObject({ code: 'SYSTEM.SERVICE_UNAVAILABLE' })
  expect(await previews.of('ask', 0)).toBe(preview)
  previewBuild.mockReturnValueOnce(new Promise(() => {}))
  const late = expect(previews.of('ask', 2)).rejects.toMatchObject({ code: 'SYSTEM.TIMEOUT' })
  await vi.waitFor(() => expect(previewBuild).toHaveBeenCalledTimes(3))
  await clock.advance(60_000)
  await late
})

it('refuses a request that is closed', () => {
  expect(() => scene().previews.of('other', 0)).toThrow(expect.objectContaining({ code: 'RISK.APPROVAL_CLOSED' }))
})

it('shows where things are as points of the picture, and no place beside it', () => {
  const view = viewOf(preview, (block) => (block === 'minecraft:bricks' ? '#aa0000' : '#000000'))
  expect(view.size).toEqual({ width: 24, height: 20, depth: 9 })
  expect(view.colours).toEqual(['#000000', '#000000', '#aa0000', '#000000', '#000000', '#000000'])
  // 22 blocks east and 18 south of the corner: to the right by the difference, down by half of the sum.
  expect(view.frame.outline[0]).toEqual({ left: 90 + (22 - 18) * 2, top: 60 + (22 + 18) - 2 * 2 })
  const raised = viewOf({ ...preview, ground: 64 }, () => '#000000')
  expect(raised.frame.outline[0]).toEqual({ left: 90 + (22 - 18) * 2, top: 60 + (22 + 18) - 4 * 2 })
  expect(view.frame.players).toHaveLength(1)
  expect(imagesOf(preview.picture)).toEqual({ width: 200, height: 100, before: 'YmVmb3Jl', after: 'YWZ0ZXI=' })
})

it('hides coordinates and names on a stream, and neither the size nor what lies over the picture', () => {
  const view = viewOf(preview, () => '#123456')
  const shown = createStreamMask({ language: 'en', names: ['Mia'] }).value(view)
  expect([shown.size, shown.colours, shown.frame]).toEqual([view.size, view.colours, view.frame])
  expect(JSON.stringify(shown)).not.toMatch(/Mia|-62|134/u)
})
