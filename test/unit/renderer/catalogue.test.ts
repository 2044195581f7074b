import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../src-renderer/i18n/catalogue.js'

const { en, zh } = catalogue

type Tree = { readonly [key: string]: string | Tree }

const leaves = (tree: Tree, path = ''): readonly (readonly [key: string, text: string])[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : leaves(value, `${path}${key}.`),
  )

const plural = /_(zero|one|two|few|many|other)$/
const baseKeys = (tree: Tree): string[] => [...new Set(leaves(tree).map(([key]) => key.replace(plural, '')))].sort()
const placeholders = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort()

const renderer = fileURLToPath(new URL('../../../src-renderer', import.meta.url))
const overlay = fileURLToPath(new URL('../../../src-overlay', import.meta.url))
/** Names of built-in features are shared by the window and the shell. */
const shared = fileURLToPath(new URL('../../../src-main/shared', import.meta.url))
const sources = [renderer, overlay, shared].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') })),
)

const known = new Set(baseKeys(en))
const roots = Object.keys(en).join('|')
/** Every string of the source that has the form of a catalogue key. */
const keyLike = new RegExp(`(['"\`])((?:${roots})\\.[\\w.-]*(?:\\$\\{[^}]+\\}[\\w.-]*)*)\\1`, 'g')

/** A file of a Minecraft server whose name looks like a key. */
const notKeys: ReadonlySet<string> = new Set(['server.properties'])
const used = sources
  .flatMap(({ file, text }) => [...text.matchAll(keyLike)].map((match) => ({ file, key: match[2] ?? '' })))
  .filter(({ key }) => !notKeys.has(key))
const patternOf = (key: string): RegExp =>
  new RegExp(
    `^${key
      .split(/\$\{[^}]+\}/)
      .map((part) => part.replaceAll('.', '\\.'))
      .join('[\\w-]+')}$`,
  )

describe('the catalogue of strings', () => {
  it('has the same keys in both languages', () => expect(baseKeys(zh)).toEqual(baseKeys(en)))

  it('fills the same placeholders in both languages', () => {
    const chinese = new Map(leaves(zh).map(([key, text]) => [key.replace(plural, ''), text]))
    for (const [key, text] of leaves(en)) {
      if (key.endsWith('_one')) continue
      const base = key.replace(plural, '')
      expect([base, placeholders(chinese.get(base) ?? '')]).toEqual([base, placeholders(text)])
    }
  })

  it.each([
    ['en', en],
    ['zh', zh],
  ])('has every plural form that %s needs', (language, tree) => {
    const keys = new Set(leaves(tree).map(([key]) => key))
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    const counted = [...keys].filter((key) => plural.test(key)).map((key) => key.replace(plural, ''))
    for (const base of counted) for (const form of pluralCategories) expect(keys).toContain(`${base}_${form}`)
  })

  it('has no empty text', () => {
    for (const tree of [en, zh])
      for (const [key, text] of leaves(tree)) expect([key, text.trim()]).not.toEqual([key, ''])
  })

  it('has every key that the source uses', () => {
    expect(used.length).toBeGreaterThan(100)
    const isKnown = (key: string) => {
      const pattern = patternOf(key)
      return known.has(key) || [...known].some((each) => pattern.test(each))
    }
    expect(used.filter(({ key }) => !isKnown(key))).toEqual([])
  })

  it('has no unused key', () => {
    const named = new Set(used.map(({ key }) => key))
    const patterns = [...named].filter((key) => key.includes('${')).map(patternOf)
    expect([...known].filter((key) => !named.has(key) && !patterns.some((pattern) => pattern.test(key)))).toEqual([])
  })

  it('is the only source of texts for the screens', () => {
    const written = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/>\s*([A-Z][a-z]+(?: [a-z]+)+)\s*</g)].map((match) => `${file}: ${match[1]}`),
    )
    expect(written).toEqual([])
  })
})
