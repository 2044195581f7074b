/** Model picture: a scene as a picture that a model gets, as large as the gateway lets through. */
import type { ResultPicture } from '@contract/result-picture.js'
import type { Turn } from '@shared/build/build-preview.js'
import type { Painter, Scene } from '../../../painter/painter.js'

/** Pixels of a picture for a model, and for people. */
const forModels = { maxWidth: 960, maxHeight: 720 }
export const forPeople = { maxWidth: 1_280, maxHeight: 960 }
/** Bytes of a picture for a model; see the gateway's limit. */
const maxModelBytes = 512 * 1024
/** Where the viewer of each turn is. */
const corners = ['south-east', 'south-west', 'north-west', 'north-east'] as const

export interface ModelScene {
  readonly scene: Scene
  readonly turn: Turn
  /** What it shows, in a few words. */
  readonly what: string
}

export async function modelPicture(
  painter: Painter,
  { scene, turn, what }: ModelScene,
  signal: AbortSignal,
): Promise<ResultPicture> {
  const alt = `${what}, seen from above and from the ${corners[turn]}.`
  for (let { maxWidth, maxHeight } = forModels; ; maxWidth = Math.ceil(maxWidth / 2)) {
    const { png } = await painter.paint(scene, { turn, maxWidth, maxHeight }, signal)
    if (png.length <= maxModelBytes) return { mediaType: 'image/png', data: base64Of(png), alt }
    maxHeight = Math.ceil(maxHeight / 2)
  }
}

export const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
