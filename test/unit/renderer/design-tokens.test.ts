import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const renderer = fileURLToPath(new URL('../../../src-renderer', import.meta.url))
const filesOf = (ending: RegExp) =>
  readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => ending.test(file))
    .map((file) => ({ file, text: readFileSync(join(renderer, file), 'utf8') }))

const sheets = filesOf(/\.css$/).map(({ file, text }) => ({ file, text: text.replace(/\/\*.*?\*\//gs, '') }))
const tokens = sheets.find(({ file }) => file === 'ui/theme/tokens.css')?.text ?? ''
const others = sheets.filter(({ file }) => file !== 'ui/theme/tokens.css')
const found = (pattern: RegExp) =>
  others.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([match]) => `${file}: ${match.trim()}`))

/** The colours of a theme, by their tokens. */
const theme = (name: 'light' | 'dark'): ReadonlyMap<string, string> => {
  const block = new RegExp(`\\[data-theme="${name}"\\]\\s*\\{([^}]*)\\}`).exec(tokens)?.[1] ?? ''
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, token = '', colour = '']) => [token, colour]),
  )
}

const channel = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** Of WCAG 2.2, from 1 to 21. */
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['bg', 'surface', 'raised', 'sunken']
const meanings = ['go', 'info', 'gold', 'copper', 'redstone']
const written: readonly (readonly [ink: string, ground: string])[] = [
  ...['text', 'text-2', 'text-3', ...meanings].flatMap((ink) => grounds.map((ground) => [ink, ground] as const)),
  ...meanings.flatMap((ink) => [[ink, `${ink}-weak`] as const, ['text', `${ink}-weak`] as const]),
  ['go-ink', 'go'],
  ['redstone-ink', 'redstone'],
  ['amber-ink', 'amber'],
]

describe('the design tokens', () => {
  it.each(['light', 'dark'] as const)('have readable contrast in the %s theme', (name) => {
    const colours = theme(name)
    expect(colours.size).toBeGreaterThan(18)
    const faint = written
      .map(([ink, ground]) => ({ ink, ground, ratio: contrast(colours.get(ink) ?? '', colours.get(ground) ?? '') }))
      .filter(({ ratio }) => !(ratio >= 4.5))
    expect(faint).toEqual([])
  })

  it('are the same in both themes', () => expect([...theme('dark').keys()]).toEqual([...theme('light').keys()]))

  it('are the only definition of colours', () =>
    expect(found(/(?:#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|hwb)\()[^;]*/gi)).toEqual([]))

  it('are the only definition of font sizes, radii, layers and durations', () => {
    expect(
      found(/font(?:-size)?:[^;]*\d(?:px|rem)\s*[^;/]*;/g).filter((match) => !/\/ [\d.]+(?:px)? var|16px/.test(match)),
    ).toEqual([])
    expect(found(/border-radius:[^;]*\d(?:px|rem)[^;]*/g)).toEqual([])
    expect(found(/z-index:\s*\d[^;]*/g).filter((match) => !match.endsWith('z-index: 1'))).toEqual([])
    expect(found(/(?:animation|transition):[^;]*\d+m?s\b[^;]*/g)).toEqual([])
  })

  it('are all defined', () => {
    const declared = new Set([...tokens.matchAll(/^\s*--([\w-]+):/gm)].map((match) => match[1]))
    const used = new Set(sheets.flatMap(({ text }) => [...text.matchAll(/var\(--([\w-]+)/g)].map((match) => match[1])))
    const local = new Set(
      others.flatMap(({ text }) => [...text.matchAll(/^\s*--([\w-]+):/gm)].map((match) => match[1])),
    )
    expect(
      [...used].filter((token) => !declared.has(token) && !local.has(token) && !token?.startsWith('radix-')),
    ).toEqual([])
  })

  it('are used in style sheets: no component has an inline style', () => {
    const inline = filesOf(/\.(tsx|html)$/).filter(({ text }) => /\sstyle=|dangerouslySetInnerHTML|<style/.test(text))
    expect(inline.map(({ file }) => file)).toEqual([])
  })
})
