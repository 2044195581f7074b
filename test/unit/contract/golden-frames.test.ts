/** Golden frames: the agent in Java reads and writes the same bytes. */

import { type FrameOf, frameText } from '@contract/frames.js'
import type { MessageFrame } from '@contract/generated/message-frame.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createContractAjv } from '../../../src-main/validation/ajv.js'
import { createFrameReader } from '../../../src-main/validation/frame-reader.js'
import frames from '../../fixtures/agents/frames.json' with { type: 'json' }

const read = createFrameReader(createContractAjv())

describe('golden frames', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each(frames)('are written byte for byte: $name', ({ text }) => {
    const { id, type, timestamp, ...body } = JSON.parse(text) as MessageFrame
    vi.setSystemTime(timestamp)
    expect(frameText(type, body as Omit<FrameOf<typeof type>, 'id' | 'type' | 'timestamp'>, id)).toBe(text)
  })

  it.each(frames)('are read byte for byte: $name', ({ text }) => {
    expect(read(text)).toEqual({ ok: true, frame: JSON.parse(text) })
  })
})
