/**
 * Sounds: plays two soft notes when a request waits. They are synthesized: nothing is loaded.
 *
 * Without an audio device nothing is played, and no error is shown.
 */
import type { SoundToPlay } from '../../src-main/owner/table/shapes.js'
import { subscribe } from '../bridge.js'

export interface Note {
  /** Hertz. */
  readonly pitch: number
  /** Seconds from the beginning. */
  readonly at: number
}

/** A fifth upwards; for what is critical, falling and twice. */
export const notesOf: Readonly<Record<SoundToPlay['sound'], readonly Note[]>> = {
  calm: [
    { pitch: 523.25, at: 0 },
    { pitch: 783.99, at: 0.14 },
  ],
  urgent: [
    { pitch: 659.25, at: 0 },
    { pitch: 493.88, at: 0.16 },
    { pitch: 659.25, at: 0.42 },
    { pitch: 493.88, at: 0.58 },
  ],
}

/** Seconds in which a note dies away. */
const ringing = 0.6
/** Fraction of full scale, at full volume. */
const loudest = 0.35

let context: AudioContext | undefined

export async function playSound({ sound, volume }: SoundToPlay): Promise<void> {
  const gain = (Math.min(Math.max(volume, 0), 100) / 100) * loudest
  if (gain === 0) return
  try {
    context ??= new AudioContext()
    await context.resume()
    for (const note of notesOf[sound]) ring(context, note, gain)
  } catch {
    context = undefined
  }
}

/** A bell: it begins at once and dies away by itself. */
function ring(on: AudioContext, { pitch, at }: Note, gain: number): void {
  const [tone, bell] = [on.createOscillator(), on.createGain()]
  const begin = on.currentTime + at
  tone.type = 'sine'
  tone.frequency.value = pitch
  bell.gain.setValueAtTime(0, begin)
  bell.gain.linearRampToValueAtTime(gain, begin + 0.012)
  bell.gain.exponentialRampToValueAtTime(0.0001, begin + ringing)
  tone.connect(bell).connect(on.destination)
  tone.start(begin)
  tone.stop(begin + ringing)
}

/** Plays the sounds that main requests. Returns the function that ends it. */
export const startSounds = (): (() => void) =>
  subscribe('sound:play', (wanted) => {
    if (Object.hasOwn(notesOf, wanted.sound)) void playSound(wanted)
  })
