/** Arguments: what stands behind a verb. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './verb.js'

export interface Arguments {
  readonly paths: readonly string[]
  readonly json: boolean
}

/** @throws UsageError for another number of paths, or an option there is not */
export function readArguments(args: readonly string[], names: readonly string[]): Arguments {
  const { values, positionals: paths } = parse(args, { json: { type: 'boolean', default: false } })
  if (paths.length !== names.length || paths.includes('')) {
    throw new UsageError(
      `It takes ${names.join(' and ')}, and got ${paths.length === 0 ? 'nothing' : paths.join(' ')}.`,
    )
  }
  if (paths.filter((path) => path === '-').length > 1) throw new UsageError('Standard input can be read only once.')
  return { paths, json: values.json }
}

/** Options and paths of a command line, as `parseArgs` of Node reads them. @throws UsageError */
export function parse<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
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
  throw new UsageError(`--${name} takes a whole number from ${least} to ${most}, and got "${given}".`)
}
