/**
 * Service keys: which texts of a service's configuration are secrets (invariant 8): one rule for arguments, variables,
 * headers, addresses and the configuration of modules. Prefers false positives.
 */

import { isDeeperThan } from '@contract/json/json-depth.js'
import { isObject } from '@contract/json/json-object.js'
import { containsGenerated, isGenerated } from './generated-text.js'
import { looksLikeKey, namesKey } from './key-names.js'
import { withoutUrlKeys } from './url-keys.js'

/** Maximum depth of a JSON text that is searched. */
const deepest = 32

/** Whether a text contains a secret, whatever its name is: it is one, or an address, JSON or a command line with one. */
export function isKeyText(text: string): boolean {
  if (looksLikeKey(text) || isGenerated(text) || withoutUrlKeys(text) !== text) return true
  if (/^\s*[[{]/u.test(text)) return isJsonWithKey(text)
  return /[\s"'`]/u.test(text) && isLineWithKey(text)
}

/** Whether a variable or option contains a secret, by its name or its value. */
export const isKeyVariable = (name: string, text: string): boolean => namesKey(name) || isKeyText(text)

/** Whether the literal part of a text with references contains a secret. */
export const containsKey = (text: string): boolean =>
  containsGenerated(text) || withoutUrlKeys(text) !== text || text.split(/[^\w.~+-]+/u).some(looksLikeKey)

function isJsonWithKey(text: string): boolean {
  if (isDeeperThan(deepest, text)) return true
  try {
    return hasKey('', JSON.parse(text))
  } catch {
    return false
  }
}

function hasKey(name: string, value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && isKeyVariable(name, value)
  if (Array.isArray(value)) return value.some((one) => hasKey(name, one))
  return isObject(value) && Object.entries(value).some(([inner, one]) => hasKey(inner, one))
}

/** A command line in one text: `TOKEN=x run --api-key y`. */
function isLineWithKey(text: string): boolean {
  if (/(?:^|[\s"'`:])(?:Bearer|Basic) +[^\s"'`]{8}/iu.test(text)) return true
  const words = text.split(/[\s"'`]+/u)
  return words.some((word, index) => {
    const before = words[index - 1] ?? ''
    const [option, value] = splitAt(word, '=')
    if (value !== undefined && value !== '' && isOption(option) && namesKey(option)) return true
    if (/^--?\w/u.test(before) && !before.includes('=') && namesKey(before) && word !== '' && !word.startsWith('-'))
      return true
    return [word, value ?? ''].some((one) => looksLikeKey(one) || isGenerated(one) || withoutUrlKeys(one) !== one)
  })
}

/** An argument: the readable part, followed by the secret part. */
export interface ArgumentParts {
  readonly plain: string
  readonly key?: string
}

/**
 * Recognizes `--api-key VALUE`, `--token=VALUE`, `-e TOKEN=VALUE`, `--header "Name: VALUE"`, and values that look like
 * a key.
 */
export const argumentParts = (args: readonly string[]): readonly ArgumentParts[] =>
  args.map((arg, index): ArgumentParts => {
    const before = args[index - 1] ?? ''
    if (isHeaderOption(before)) return headerParts('', arg)
    if (/^-H[\w-]+:/u.test(arg)) return headerParts('-H', arg.slice(2))
    const [option, inline] = splitAt(arg, '=')
    if (inline !== undefined && isHeaderOption(option)) return headerParts(`${option}=`, inline)
    if (inline !== undefined && isOption(option)) {
      return isKeyVariable(option, inline) ? { plain: `${option}=`, key: inline } : { plain: arg }
    }
    const isValue = before.startsWith('-') && !before.includes('=') && namesKey(before) && !arg.startsWith('-')
    return isValue || isKeyText(arg) ? { plain: '', key: arg } : { plain: arg }
  })

const isHeaderOption = (option: string): boolean => option === '--header' || option === '-H' || option === '--headers'

/** The name of an option or a variable. */
export const isOption = (text: string): boolean => /^-{0,2}[A-Za-z_][\w.-]*$/u.test(text)

function headerParts(before: string, header: string): ArgumentParts {
  const [name, text] = splitAt(header, ':')
  if (text === undefined || !/^[\w-]+\s*$/u.test(name)) return { plain: before, key: header }
  return isKeyHeader(name) ? { plain: `${before}${name}:`, key: text } : { plain: before + header }
}

function splitAt(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)]
}

/** Headers that never contain a secret. */
const plainHeaders = new Set(['accept', 'content-type', 'user-agent', 'mcp-protocol-version'])

/** Whether a header may contain a secret. */
export const isKeyHeader = (name: string): boolean => !plainHeaders.has(name.trim().toLowerCase())
