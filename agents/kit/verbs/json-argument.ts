/** JSON argument: a JSON value on the command line, in a file (`@FILE`) or on standard input (`-`). */
import { isDeeperThan, maxMessageDepth } from '@contract/json/json-depth.js'
import { type CliEnvironment, UsageError } from '../../../src-main/cli/verb.js'
import { positionsIn, scan } from './json-positions.js'

/** @param name of the argument. @throws UsageError when it is no JSON object, or cannot be read */
export async function jsonObject(
  name: string,
  given: string,
  { read }: Pick<CliEnvironment, 'read'>,
): Promise<Record<string, unknown>> {
  const file = given === '-' ? '-' : given.startsWith('@') ? given.slice(1) : undefined
  const text =
    file === undefined ? given : await read(file).catch((error: Error) => refuse(name, `${file}: ${error.message}`))
  if (isDeeperThan(maxMessageDepth, text)) return refuse(name, `it nests deeper than ${maxMessageDepth} levels`)
  const scanned = scan(text)
  if (!scanned.ok) {
    const { line, column } = positionsIn(text)(scanned.at)
    return refuse(name, `it is not JSON at ${line}:${column}: ${scanned.problem}`)
  }
  const value: unknown = JSON.parse(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  return refuse(name, 'it is not a JSON object; write it as {"name": "value"}')
}

function refuse(name: string, why: string): never {
  throw new UsageError(`${name}: ${why}`)
}
