/** Arguments: what stands behind a verb. */
import { parseArgs } from 'node:util'
import { UsageError } from './verb.js'

export interface Arguments {
  readonly paths: readonly string[]
  readonly json: boolean
}

/** @throws UsageError for another number of paths, or an option there is not */
export function readArguments(args: readonly string[], names: readonly string[]): Arguments {
  const { paths, json } = parse(args)
  if (paths.length !== names.length || paths.includes('')) {
    throw new UsageError(
      `It takes ${names.join(' and ')}, and got ${paths.length === 0 ? 'nothing' : paths.join(' ')}.`,
    )
  }
  if (paths.filter((path) => path === '-').length > 1) throw new UsageError('Standard input can be read only once.')
  return { paths, json }
}

function parse(args: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    return { paths: positionals, json: values.json }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
