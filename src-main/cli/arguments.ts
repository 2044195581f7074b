/** Arguments: parses what follows a verb. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './verb.js'

export interface CommandLineArguments {
  readonly paths: readonly string[]
  readonly json: boolean
}

type Options = NonNullable<ParseArgsConfig['options']>

type Parsed<Known extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Known; allowPositionals: true }>
>

/**
 * The options of a verb, and its other arguments. @throws UsageError for an unknown option, or one without its value
 */
export function readOptions<const Known extends Options>(args: readonly string[], options: Known): Parsed<Known> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** A whole number of an option. @throws UsageError */
export function wholeNumber(name: string, given: string, least: number, most: number): number {
  const number = Number(given)
  if (given.trim() !== '' && Number.isInteger(number) && number >= least && number <= most) return number
  throw new UsageError(`--${name} takes a whole number from ${least} to ${most}, not "${given}".`)
}

/** @throws UsageError unless exactly the named arguments are given */
export function expectNames(given: readonly string[], names: readonly string[]): void {
  if (given.length === names.length && !given.includes('')) return
  throw new UsageError(`Expected ${names.join(' and ')}, got ${given.length === 0 ? 'nothing' : given.join(' ')}.`)
}

/** @throws UsageError for another number of paths, or an unknown option */
export function readArguments(args: readonly string[], names: readonly string[]): CommandLineArguments {
  const { values, positionals: paths } = readOptions(args, { json: { type: 'boolean', default: false } })
  expectNames(paths, names)
  if (paths.filter((path) => path === '-').length > 1) throw new UsageError('Standard input can be read only once.')
  return { paths, json: values.json }
}
