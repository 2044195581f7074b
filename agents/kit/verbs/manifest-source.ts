/**
 * Manifest source: the values in a file, and their positions.
 *
 * A file is one manifest, a list of them, or JSON lines. Enforces invariant 7: size and depth are limited before
 * parsing.
 */
import { isDeeperThan, maxMessageDepth } from '@contract/json/json-depth.js'
import { type CliEnvironment, UsageError } from '../../../src-main/cli/verb.js'
import { type JsonPosition, positionsIn, scan, startOf } from './json-positions.js'

export interface Source {
  /** As given on the command line. */
  readonly name: string
  readonly manifests: readonly LocatedManifest[]
  /** Errors, when values are missing. */
  readonly problems: readonly SourceProblem[]
}

export interface LocatedManifest {
  readonly value: unknown
  /** Position of a JSON pointer; for a missing value, of its nearest parent. */
  place(path: string): JsonPosition
}

export interface SourceProblem {
  readonly problem: string
  readonly place: JsonPosition
}

const maxCharacters = 16 * 1024 * 1024
const isLines = /\.(?:jsonl|ndjson)$/iu
const isJson = /\.(?:json|jsonl|ndjson)$/iu

/** @throws UsageError when the path cannot be read */
export async function openSources(path: string, { list, read }: CliEnvironment): Promise<Source[]> {
  const files = path === '-' ? undefined : await list(path)
  if (!files) return [await open(path, read)]
  const named = files.filter((file) => isJson.test(file)).sort()
  if (named.length === 0) throw new UsageError(`${path}: the folder has no .json, .jsonl or .ndjson file`)
  return Promise.all(named.map((file) => open(file, read)))
}

async function open(path: string, read: CliEnvironment['read']): Promise<Source> {
  const text = await read(path).catch((error: Error) => {
    throw new UsageError(`${path}: ${error.message}`)
  })
  return { name: path === '-' ? 'standard input' : path, ...sourceOf(text, isLines.test(path)) }
}

type ManifestContents = Omit<Source, 'name'>

/** @param inLines whether the text must be JSON lines; otherwise it may be */
export function sourceOf(given: string, inLines = false): ManifestContents {
  const text = given.replace(/^\uFEFF/u, '')
  const place = positionsIn(text)
  if (text.length > maxCharacters) return broken(place(0), `it is longer than ${maxCharacters} characters`)
  if (text.trim() === '') return broken(place(0), 'it is empty')
  return inLines || beginsWithALine(text) ? ofLines(text, place) : ofValue(text, place)
}

/** Whether the first non-empty line is JSON by itself and others follow. */
function beginsWithALine(text: string): boolean {
  const [first = '', ...others] = text.split('\n').filter((line) => line.trim() !== '')
  return others.length > 0 && !isDeeperThan(maxMessageDepth, first) && scan(first).ok
}

type PositionOf = (at: number) => JsonPosition

function ofLines(text: string, place: PositionOf): ManifestContents {
  const contents: ManifestContents[] = []
  let offset = 0
  for (const line of text.split('\n')) {
    const start = offset
    if (line.trim() !== '') contents.push(ofValue(line, (at) => place(start + at)))
    offset += line.length + 1
  }
  return {
    manifests: contents.flatMap(({ manifests }) => manifests),
    problems: contents.flatMap(({ problems }) => problems),
  }
}

function ofValue(json: string, place: PositionOf): ManifestContents {
  if (isDeeperThan(maxMessageDepth, json)) return broken(place(0), `it nests deeper than ${maxMessageDepth} levels`)
  const scanned = scan(json)
  if (!scanned.ok) return broken(place(scanned.at), `it is not JSON: ${scanned.problem}`)
  const value: unknown = JSON.parse(json)
  const found = (one: unknown, pointer: string): LocatedManifest => ({
    value: one,
    place: (path) => place(startOf(scanned.starts, pointer + path)),
  })
  const problems = scanned.repeated.map(({ path, at }) => ({
    problem: `${path} appears twice`,
    place: place(at),
  }))
  if (!Array.isArray(value)) return { manifests: [found(value, '')], problems }
  if (value.length === 0) return broken(place(0), 'the list has no manifest')
  return { manifests: value.map((one, index) => found(one, `/${index}`)), problems }
}

const broken = (place: JsonPosition, problem: string): ManifestContents => ({
  manifests: [],
  problems: [{ problem, place }],
})
