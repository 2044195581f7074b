/** Build view: a preview as the owner sees it, without places: coordinates may be hidden, pictures are not. */

import type { PhoneBuild } from '../clients/phone.js'
import type { BuildImages, BuildPicture, BuildPreview, BuildView } from './build-preview.js'
import { pixelOf } from './pixel-of.js'

/** Without the places that it shows. */
export const imagesOf = ({ projection: _places, ...images }: BuildPicture): BuildImages => images

/** Without the pictures, which have an order of their own. */
export function viewOf(
  { facts, picture, ground = facts.from.y }: BuildPreview,
  colourOf: (block: string) => string,
): BuildView {
  const { from, to, size } = facts
  const point = (x: number, y: number, z: number) => {
    const pixel = pixelOf(picture.projection, { x, y, z })
    return { left: pixel.x, top: pixel.y }
  }
  return {
    facts,
    size: { width: size.x, height: size.y, depth: size.z },
    colours: facts.kinds.map(({ block }) => colourOf(block)),
    frame: {
      outline: [
        point(from.x, ground, from.z),
        point(to.x + 1, ground, from.z),
        point(to.x + 1, ground, to.z + 1),
        point(from.x, ground, to.z + 1),
      ],
      players: facts.players.map(({ x, y, z }) => point(x, y, z)),
    },
  }
}

/** Without lists and places, for a small screen. */
export const phoneBuildOf = ({ facts, picture }: BuildPreview): PhoneBuild => ({
  ...imagesOf(picture),
  blocks: facts.blocks,
  replaced: facts.replaced.reduce((sum, { count }) => sum + count, 0),
  containers: facts.containerCount,
  players: facts.players.map(({ name }) => name),
  isAllKnown: facts.unknown.length === 0,
})
