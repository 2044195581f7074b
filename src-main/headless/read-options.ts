/** Read options: the options of this process, with secrets from its first line of stdin when the command line says so. */
import { escapedText } from '@contract/text/escaped-text.js'
import { firstLine } from './first-line.js'
import { type HeadlessOptions, parseOptions } from './options.js'

/** @throws Error with the usage when the command line is invalid */
export async function readOptions({ argv, env, stdin }: NodeJS.Process): Promise<HeadlessOptions> {
  const args = argv.slice(2)
  return parseOptions(args, {
    environment: env,
    warn: (line) => console.error(escapedText(line)),
    ...(args.includes('--secrets-stdin') && { line: await firstLine(stdin) }),
  })
}
