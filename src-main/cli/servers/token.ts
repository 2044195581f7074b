/** Token: reads the secret of a server. It is never printed (invariant 8). */
import { terminalText } from '../text.js'
import { type CliEnvironment, UsageError } from '../verb.js'

export const tokenVariable = 'GATEHOUSE_TOKEN'

export interface TokenOptions {
  readonly token?: string | undefined
  readonly 'token-file'?: string | undefined
  readonly 'token-stdin'?: boolean | undefined
}

/** For `parseArgs`. */
export const tokenOptions = {
  token: { type: 'string' },
  'token-file': { type: 'string' },
  'token-stdin': { type: 'boolean' },
} as const

const longest = 4_096

/** @returns undefined when none is given. @throws UsageError when it is invalid */
export async function givenToken(options: TokenOptions, cli: CliEnvironment): Promise<string | undefined> {
  const { token, 'token-file': file, 'token-stdin': fromStdin } = options
  if ([token, file, fromStdin || undefined].filter((one) => one !== undefined).length > 1)
    throw new UsageError('Use only one of --token-file, --token-stdin and --token.')
  if (token !== undefined) {
    cli.err(
      terminalText`Other users of this computer can see the token on the command line. Use --token-file, --token-stdin or ${tokenVariable}.`,
    )
    return checked(token)
  }
  const source = fromStdin ? '-' : file
  if (source !== undefined) return checked((await readIn(source, cli)).replace(/\r?\n$/u, ''))
  const variable = cli.environment[tokenVariable]
  if (variable) return checked(variable)
  const typed = await cli.promptSecret('Token of the agent (not shown): ')
  return typed === undefined ? undefined : checked(typed)
}

/** Text of a file with a secret. @throws UsageError when it can't be read */
export async function readIn(file: string, cli: CliEnvironment): Promise<string> {
  try {
    return await cli.read(file)
  } catch (error) {
    throw new UsageError(`${file === '-' ? 'Standard input' : file}: ${error instanceof Error ? error.message : error}`)
  }
}

function checked(token: string): string {
  if (token.trim() === '') throw new UsageError('The token is empty.')
  if (/[\r\n\u2028\u2029]/u.test(token))
    throw new UsageError('A token cannot contain line breaks. Use a file with one line.')
  if (token.length > longest) throw new UsageError(`A token can have at most ${longest} characters.`)
  return token
}
