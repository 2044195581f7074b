/**
 * Styles: screens are loaded when they are first shown, and their style sheets with them. So a component must import
 * the sheet that defines its classes, or its page must have loaded it before, whatever the order of screens.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../src-renderer')
const nameOf = (file: string): string => path.relative(root, file)

interface Source {
  readonly text: string
  /** Static imports. */
  readonly imports: readonly string[]
  /** Dynamic imports. */
  readonly screens: readonly string[]
}

const sources = new Map<string, Source>()

function resolved(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const file = path.resolve(path.dirname(from), specifier)
  return [file, file.replace(/\.js$/u, '.ts'), file.replace(/\.js$/u, '.tsx')].find((one) => existsSync(one))
}

function sourceOf(file: string): Source {
  const known = sources.get(file)
  if (known) return known
  const text = readFileSync(file, 'utf8')
  const found = (pattern: RegExp) =>
    [...text.matchAll(pattern)].flatMap(([, specifier = '']) => resolved(file, specifier) ?? [])
  const source = {
    text,
    imports: found(/(?:from|^import) '([^']+)'/gmu),
    screens: found(/\bimport\('([^']+)'\)/gu),
  }
  sources.set(file, source)
  return source
}

/** All modules that are loaded with a file, including itself. */
function loadedWith(file: string): ReadonlySet<string> {
  const loaded = new Set<string>()
  const open = [file]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (loaded.has(next)) continue
    loaded.add(next)
    open.push(...sourceOf(next).imports)
  }
  return loaded
}

/** Class → style sheets with a rule that begins with it. Other rules only change it inside something else. */
const sheetsByClass = new Map<string, Set<string>>()
for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.css')) continue
  const sheet = path.join(root, file)
  for (const [, name = ''] of readFileSync(sheet, 'utf8').matchAll(/^\.([a-z][\w-]*)/gmu)) {
    sheetsByClass.set(name, (sheetsByClass.get(name) ?? new Set()).add(sheet))
  }
}

const classesIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/className=(?:"([^"]+)"|\{([^}]+)\})/gu)].flatMap(([, plain, computed]) =>
      [...(plain ?? computed ?? '').matchAll(/[a-z]\w*(?:-\w+)+/gu)].map(([name]) => name),
    ),
  )

/** Classes that a part uses and no sheet loaded by then defines. */
const unstyled = (parts: ReadonlySet<string>, loaded: ReadonlySet<string>): string[] =>
  [...parts].flatMap((part) =>
    part.endsWith('.tsx')
      ? [...classesIn(sourceOf(part).text)]
          .filter((name) => [...(sheetsByClass.get(name) ?? loaded)].every((sheet) => !loaded.has(sheet)))
          .map((name) => `${nameOf(part)}: ${name}`)
      : [],
  )

describe.each(['window.tsx', 'approval.tsx'])('the styles of %s', (page) => {
  const first = loadedWith(path.join(root, page))

  it('are loaded with its first screen', () => {
    expect(first.size).toBeGreaterThan(20)
    expect(unstyled(first, first)).toEqual([])
  })

  it('are loaded with each screen that is loaded later', () => {
    const later = [...first].flatMap((file) => sourceOf(file).screens).map(loadedWith)
    for (const screen of later) expect(unstyled(screen, new Set([...first, ...screen]))).toEqual([])
  })
})
