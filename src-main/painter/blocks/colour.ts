/** Colour: packed as the bytes of a pixel in memory, `0xAABBGGRR`, and what is computed from one. */

/** An opaque colour unless its highest byte says otherwise. */
export type Colour = number

/** @param hex as in a style sheet: `0xRRGGBB` */
export const colourOf = (hex: number): Colour =>
  (0xff000000 | ((hex & 0xff) << 16) | (hex & 0xff00) | (hex >> 16)) >>> 0

const channels = (colour: Colour) => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255] as const

const packed = (red: number, green: number, blue: number): Colour =>
  (0xff000000 | (byte(blue) << 16) | (byte(green) << 8) | byte(red)) >>> 0

const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)))

/** @param share of the second, from 0 to 1 */
export function mixed(first: Colour, second: Colour, share: number): Colour {
  const [a, b] = [channels(first), channels(second)]
  return packed(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share)
}

/** Shade keeps a little of the sky: blue loses least. */
export function shaded(colour: Colour, light: number): Colour {
  const [red, green, blue] = channels(colour)
  const dark = 1 - light
  return packed(red * (1 - dark), green * (1 - dark * 0.97), blue * (1 - dark * 0.86))
}

/** Of a line on a face: darker, or lighter where the face is nearly black. */
export function outlined(colour: Colour): Colour {
  const [red, green, blue] = channels(colour)
  const brightness = red * 0.3 + green * 0.59 + blue * 0.11
  return brightness < 52 ? mixed(colour, colourOf(0xffffff), 0.2) : shaded(colour, 0.72)
}

/** A colour of its own for every name, the same each time: calm, and neither very bright nor very dark. */
export function colourOfName(name: string): Colour {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  const hue = ((hash >>> 0) % 360) / 60
  const [saturation, lightness] = [0.22 + ((hash >>> 9) & 7) * 0.03, 0.48 + ((hash >>> 13) & 7) * 0.03]
  const chroma = (1 - Math.abs(2 * lightness - 1)) * saturation
  const channel = (shift: number) => {
    const at = (hue + shift) % 6
    return 255 * (lightness + chroma * (Math.max(0, Math.min(1, Math.abs(at - 3) - 1)) - 0.5))
  }
  return packed(channel(0), channel(4), channel(2))
}
