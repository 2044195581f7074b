/** Token: where the secret of a server comes from. It is never printed (invariant 8). */
import { type Surroundings, UsageError } from '../verb.js'

export const tokenVariable = 'GATEHOUSE_TOKEN'

export interface TokenOptions {
  readonly token?: string | undefined
  readonly 'token-stdin'?: boolean | undefined
}

/** For `parseArgs`. */
export const tokenOptions = { token: { type: 'string' }, 'token-stdin': { type: 'boolean' } } as const

const longest = 4_096

/** @returns undefined when nobody gives one. @throws UsageError when what is given is no token */
export async function givenToken(options: TokenOptions, surroundings: Surroundings): Promise<string | undefined> {
  const { token, 'token-stdin': fromStdin } = options
  if (token !== undefined && fromStdin) throw new UsageError('Give the token once: --token or --token-stdin.')
  if (token !== undefined) {
    surroundings.err(
      `Other users of this computer can see the token on the command line. Use --token-stdin or ${tokenVariable}.`,
    )
    return checked(token)
  }
  if (fromStdin) return checked((await surroundings.read('-')).replace(/\r?\n$/u, ''))
  const variable = surroundings.environment[tokenVariable]
  if (variable) return checked(variable)
  const typed = await surroundings.askSecretly('Token of the agent (it is not shown): ')
  return typed === undefined ? undefined : checked(typed)
}

function checked(token: string): string {
  if (token.trim() === '') throw new UsageError('The token is empty.')
  if (/[\r\n\u2028\u2029]/u.test(token)) throw new UsageError('A token has no line break: give it alone, on one line.')
  if (token.length > longest) throw new UsageError(`A token has ${longest} characters at most.`)
  return token
}
