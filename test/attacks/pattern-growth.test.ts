/**
 * Growth of every registered expression on texts made from the expression itself (invariant 7).
 *
 * It finds wrong decisions of the checker in `linear-patterns.json`.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const registry = path.resolve(import.meta.dirname, '../fixtures/linear-patterns.json')
const known = JSON.parse(readFileSync(registry, 'utf8')) as Record<string, string>
/** The registry says why the others are harmless: they read no external text. */
const proven = Object.keys(known).filter((literal) => known[literal] === 'recheck')

/** In steps, so that what grows exponentially is found before it would never end. */
const sizes = [20, 23, 26, 29, 32, 36, 40, 50, 120, 500, 2_000, 16_000] as const
/** Milliseconds that no linear expression takes for the longest text, and a quadratic one does. */
const suspiciousMs = 40
/** Growth of the time while the text doubles: 2 is linear, 4 quadratic. */
const superLinear = 3.2
const seed = 15
/** Suffixes that make the match fail or succeed. */
const tails = ['\u0000', '']

function expressionOf(literal: string): RegExp {
  const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/su.exec(literal) ?? []
  return new RegExp(source, flags)
}

const examples: Readonly<Record<string, string>> = { d: '1', w: 'a', s: ' ', D: 'a', W: '-', S: 'a' }

/** Characters that an expression names, and one of each class. */
function lettersOf(source: string): readonly string[] {
  const found = new Set<string>()
  const named = /\\u\{?([0-9a-fA-F]{4,6})\}?|\\(.)|([^\\()[\]{}|?*+^$.])/gsu
  for (const [, code, escaped, plain] of source.matchAll(named)) {
    if (code !== undefined) found.add(String.fromCodePoint(Number.parseInt(code, 16)))
    else found.add(plain ?? examples[escaped ?? ''] ?? escaped ?? '')
  }
  return [...found].slice(0, 12)
}

/** Syntax that the generator does not support, or would search endlessly. */
const cannotBeMade = ['\\p', '\\P', '[^', '(?=', '(?!', '(?<']

/** Texts that match, where they can be made. */
function matchesOf({ source, flags }: RegExp): readonly string[] {
  if (cannotBeMade.some((part) => source.includes(part))) return []
  try {
    const plain = new RegExp(source, flags.replace(/[gyi]/gu, ''))
    return fc.sample(fc.stringMatching(plain), { seed, numRuns: 3 }).map((text) => text.slice(0, 100))
  } catch {
    return []
  }
}

/** Pieces to repeat: letters, pairs of them, texts that match and their halves. */
function pumpsOf(expression: RegExp): readonly string[] {
  const letters = lettersOf(expression.source)
  const pairs = letters.slice(0, 3).flatMap((one) => letters.slice(0, 3).map((other) => one + other))
  const parts = matchesOf(expression).flatMap((text) => [text, text.slice(0, Math.ceil(text.length / 2))])
  return [...new Set(['a', ...parts, ...letters, ...pairs])].filter((one) => one !== '').slice(0, 24)
}

/** Milliseconds of the processor; the least of a few, since other work of this process counts too. */
function costOf(expression: RegExp, text: string, times: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let at = 0; at < times; at++) {
    expression.lastIndex = 0
    const from = process.cpuUsage()
    expression.exec(text)
    const { user, system } = process.cpuUsage(from)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

/** The size from which the time grows faster than the text. */
function growthOf(expression: RegExp, attack: (size: number) => string): number | undefined {
  const size = sizes.find(
    (one) => costOf(expression, attack(one), 1) > suspiciousMs && costOf(expression, attack(one), 3) > suspiciousMs,
  )
  if (size === undefined) return undefined
  const half = costOf(expression, attack(size / 2), 3)
  return costOf(expression, attack(size), 3) / Math.max(0.05, half) > superLinear ? size : undefined
}

/** The attack under which an expression grows faster than the text; undefined when none was found. */
function attackOn(literal: string): string | undefined {
  const expression = expressionOf(literal)
  for (const pump of pumpsOf(expression)) {
    for (const tail of tails) {
      const size = growthOf(expression, (long) => pump.repeat(Math.ceil(long / pump.length)) + tail)
      if (size !== undefined) return JSON.stringify({ pump, tail, size })
    }
  }
  return undefined
}

describe('registered expressions', () => {
  it('take time linear in texts made from themselves', () => {
    expect(proven.length).toBeGreaterThan(300)
    const slow = proven.flatMap((literal) => {
      const attack = attackOn(literal)
      return attack === undefined ? [] : [`${literal} under ${attack}`]
    })
    expect(slow).toEqual([])
  })

  it.each([['/^(a+)+$/u'], ['/(?:x|xx)+y/u'], ['/\\s+$/u'], ['/a.*b.*c/su']])(
    'are distinguished from one that is not linear: %s',
    (literal) => expect(attackOn(literal)).toBeDefined(),
  )
})
