/**
 * Canvas: pixels with a colour and the plane that each shows. From the planes it finds where something stands in front of
 * something lower or farther away, and draws a thin darker line there.
 */
import { outlined } from './blocks/colour.js'
import type { Camera } from './camera.js'
import { faces } from './sprite.js'

export class Canvas {
  readonly width: number
  readonly height: number
  readonly pixels: Uint32Array
  /** Kind of the face, and four times where its plane is in sixteenths of a block; 0 is the sky. */
  readonly #planes: Uint16Array

  constructor(width: number, height: number, background: number) {
    this.width = width
    this.height = height
    this.pixels = new Uint32Array(width * height).fill(background)
    this.#planes = new Uint16Array(width * height)
  }

  /** @param spans row, first column, end; from the pixel `x`, `y` */
  fill(spans: Int16Array, x: number, y: number, colour: number, plane: number): void {
    const { pixels, width } = this
    const planes = this.#planes
    for (let span = 0; span < spans.length; span += 3) {
      const row = (y + (spans[span] as number)) * width + x
      const end = row + (spans[span + 2] as number)
      for (let at = row + (spans[span + 1] as number); at < end; at++) {
        pixels[at] = colour
        planes[at] = plane
      }
    }
  }

  /** As `fill`, for what gets no line and for marks on what is there. */
  tint(spans: Int16Array, x: number, y: number, colour: number): void {
    for (let span = 0; span < spans.length; span += 3) {
      const row = (y + (spans[span] as number)) * this.width + x
      this.pixels.fill(colour, row + (spans[span + 1] as number), row + (spans[span + 2] as number))
    }
  }

  /** As `fill`; what is behind shines through. */
  blend(spans: Int16Array, x: number, y: number, colour: number, plane: number, opacity: number): void {
    const { pixels, width } = this
    let [behind, result] = [-1, 0]
    for (let span = 0; span < spans.length; span += 3) {
      const row = (y + (spans[span] as number)) * width + x
      const end = row + (spans[span + 2] as number)
      for (let at = row + (spans[span + 1] as number); at < end; at++) {
        const there = pixels[at] as number
        if (there !== behind) {
          behind = there
          result = blended(there, colour, opacity)
        }
        pixels[at] = result
        this.#planes[at] = plane
      }
    }
  }

  /** Draws the lines, on what is in front. */
  outline(camera: Camera): void {
    const { width, height, pixels } = this
    const planes = this.#planes
    const lined = new Uint8Array(pixels.length)
    const depth = depthOf(camera)
    const [least, leastOfCrease] = camera.half >= 3 ? [0.45, 0.3 + 2.5 / camera.half] : [2.6, 4]
    const compare = (at: number, next: number, x: number, y: number): void => {
      const [one, other] = [planes[at] as number, planes[next] as number]
      if (one === other) return
      if (one === 0 || other === 0) lined[one === 0 ? next : at] = 1
      else {
        const difference = depth(one, x, y) - depth(other, x, y)
        const needed = (one & 3) === (other & 3) ? least : leastOfCrease
        if (difference > needed) lined[at] = 1
        else if (-difference > needed) lined[next] = 1
      }
    }
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        if (x + 1 < width) compare(at, at + 1, x, y)
        if (y + 1 < height) compare(at, at + width, x, y)
      }
    }
    const darker = new Map<number, number>()
    for (let at = 0; at < pixels.length; at++) {
      if (lined[at] === 0) continue
      const colour = pixels[at] as number
      const line = darker.get(colour) ?? outlined(colour)
      darker.set(colour, line)
      pixels[at] = line
    }
  }
}

/** Whole numbers: this is done for every pixel of every pane. */
function blended(behind: number, colour: number, opacity: number): number {
  if (behind >>> 24 < 255) return blendedWithNothing(behind, colour, opacity)
  const over = Math.round(opacity * 256)
  const under = 256 - over
  const redBlue = ((colour & 0xff00ff) * over + (behind & 0xff00ff) * under) / 256
  const green = ((colour & 0xff00) * over + (behind & 0xff00) * under) >>> 8
  return ((255 << 24) | (Math.floor(redBlue) & 0xff00ff) | (green & 0xff00)) >>> 0
}

function blendedWithNothing(behind: number, colour: number, opacity: number): number {
  const [over, under] = [opacity * 255, (behind >>> 24) * (1 - opacity)]
  const channel = (shift: number) =>
    Math.round((((colour >>> shift) & 255) * over + ((behind >>> shift) & 255) * under) / (over + under))
  return ((Math.round(over + under) << 24) | (channel(16) << 16) | (channel(8) << 8) | channel(0)) >>> 0
}

/** How near to the viewer a plane is at a pixel, in blocks on the ground. */
const depthOf =
  ({ half, rise, left, top }: Camera) =>
  (plane: number, x: number, y: number): number => {
    const [face, at] = [plane & 3, (plane >> 2) / 16]
    if (face === faces.top) return (2 * (y + 0.5 - top + at * rise)) / half
    const across = (x + 0.5 - left) / half
    return face === faces.right ? 2 * at - across : 2 * at + across
  }
