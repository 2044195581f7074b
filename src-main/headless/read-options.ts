/** Read options: the options of this process, with secrets from its first line of stdin when the command line says so. */
import { escapedText } from '@contract/text/escaped-text.js'
import { firstLine } from './first-line.js'
import { type HeadlessOptions, parseOptions } from './options.js'

export type OptionsSource = Pick<NodeJS.Process, 'argv' | 'env' | 'stdin'>

/**
 * Opens stdin only to read it, because opening it makes a pipe non-blocking for everybody who shares it.
 *
 * @throws Error when the command line is invalid
 */
export async function readOptions(source: OptionsSource): Promise<HeadlessOptions> {
  const args = source.argv.slice(2)
  return parseOptions(args, {
    environment: source.env,
    warn: (line) => console.error(escapedText(line)),
    ...(args.includes('--secrets-stdin') && { line: await firstLine(source.stdin) }),
  })
}
