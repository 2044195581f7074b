import { afterEach, describe, expect, it, vi } from 'vitest'
import { notesOf } from '../../../src-renderer/state/sounds.js'

class FakeParameter {
  value = 0
  readonly peaks: number[] = []
  setValueAtTime = () => this
  linearRampToValueAtTime = (value: number) => {
    this.peaks.push(value)
    return this
  }
  exponentialRampToValueAtTime = () => this
}

/** An audio context that records the sounds it plays. */
function fakeAudio() {
  const played: { pitch: number; from: number; to: number }[] = []
  const gains: FakeParameter[] = []
  class FakeContext {
    currentTime = 10
    destination = {}
    resume = async () => {}
    createGain() {
      const gain = new FakeParameter()
      gains.push(gain)
      return { gain, connect: (next: unknown) => next }
    }
    createOscillator() {
      const tone = { pitch: 0, from: 0, to: 0 }
      played.push(tone)
      return {
        frequency: {
          set value(pitch: number) {
            tone.pitch = pitch
          },
        },
        connect: (next: unknown) => next,
        start: (at: number) => {
          tone.from = at
        },
        stop: (at: number) => {
          tone.to = at
        },
      }
    }
  }
  return { FakeContext, played, peaks: () => gains.flatMap(({ peaks }) => peaks) }
}

async function withAudio(context: unknown) {
  vi.resetModules()
  vi.stubGlobal('AudioContext', context)
  return import('../../../src-renderer/state/sounds.js')
}

describe('sounds', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('play each note once and end by themselves', async () => {
    const { FakeContext, played } = fakeAudio()
    const { playSound } = await withAudio(FakeContext)
    await playSound({ sound: 'calm', volume: 60 })
    expect(played.map(({ pitch }) => pitch)).toEqual(notesOf.calm.map(({ pitch }) => pitch))
    for (const { from, to } of played) {
      expect(from).toBeGreaterThanOrEqual(10)
      expect(to - from).toBeLessThan(1)
    }
  })

  it('are as loud as configured, never louder, and silent at zero', async () => {
    const { FakeContext, played, peaks } = fakeAudio()
    const { playSound } = await withAudio(FakeContext)
    await playSound({ sound: 'calm', volume: 0 })
    expect(played).toEqual([])
    await playSound({ sound: 'urgent', volume: 50 })
    await playSound({ sound: 'calm', volume: 5_000 })
    expect(Math.max(...peaks())).toBeLessThanOrEqual(0.35)
    expect(Math.min(...peaks())).toBeCloseTo(0.175)
  })

  it('do nothing where there is no audio device', async () => {
    const { playSound } = await withAudio(
      class {
        constructor() {
          throw new Error('no device')
        }
      },
    )
    await expect(playSound({ sound: 'calm', volume: 60 })).resolves.toBeUndefined()
  })

  it('differ for critical requests', () => {
    expect(notesOf.urgent.map(({ pitch }) => pitch)).not.toEqual(notesOf.calm.map(({ pitch }) => pitch))
  })
})
