/** Arguments: what stands behind a verb. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './verb.js'

export interface Arguments {
  readonly paths: readonly string[]
  readonly json: boolean
}

type Options = NonNullable<ParseArgsConfig['options']>

type Parsed<Known extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Known; allowPositionals: true }>
>

/** The options of a verb and what else stands there. @throws UsageError for an option there is not, or without its value */
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

/** @throws UsageError unless exactly what is named stands there */
export function mustBe(given: readonly string[], names: readonly string[]): void {
  if (given.length === names.length && !given.includes('')) return
  throw new UsageError(`Expected ${names.join(' and ')}, got ${given.length === 0 ? 'nothing' : given.join(' ')}.`)
}

/** @throws UsageError for another number of paths, or an option there is not */
export function readArguments(args: readonly string[], names: readonly string[]): Arguments {
  const { values, positionals: paths } = readOptions(args, { json: { type: 'boolean', default: false } })
  mustBe(paths, names)
  if (paths.filter((path) => path === '-').length > 1) throw new UsageError('Standard input can be read only once.')
  return { paths, json: values.json }
}
