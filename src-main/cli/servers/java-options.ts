/** Java options: adds a Java server from the command line. Its secrets are never printed (invariant 8). */
import path from 'node:path'
import { asGatewayError } from '@contract/gateway-error.js'
import { managementAddressOf } from '@contract/java-address.js'
import type { GivenServer, NewServer } from '@shared/servers/added-server.js'
import { settingsOf } from '../../providers/java/setup/server-setup.js'
import { type CliEnvironment, UsageError } from '../verb.js'
import { readIn } from './token.js'

export const passwordVariable = 'GATEHOUSE_RCON_PASSWORD'
export const managementVariable = 'GATEHOUSE_MANAGEMENT_SECRET'

/** For `parseArgs`. */
export const javaOptions = {
  'password-file': { type: 'string' },
  'password-stdin': { type: 'boolean' },
  'management-secret-file': { type: 'string' },
  management: { type: 'string' },
  folder: { type: 'string' },
  'confirm-public': { type: 'boolean' },
} as const

export interface JavaOptions {
  readonly 'password-file'?: string | undefined
  readonly 'password-stdin'?: boolean | undefined
  readonly 'management-secret-file'?: string | undefined
  readonly management?: string | undefined
  readonly folder?: string | undefined
  readonly 'confirm-public'?: boolean | undefined
}

const longest = 1_024

/** @throws UsageError when one is missing or invalid */
export async function givenJavaSecrets(options: JavaOptions, cli: CliEnvironment): Promise<GivenServer['secrets']> {
  const { environment } = cli
  const { 'password-file': file, 'password-stdin': isPiped, 'management-secret-file': secretFile } = options
  if (isPiped && file !== undefined) throw new UsageError('Use only one of --password-file and --password-stdin.')
  if (secretFile !== undefined && options.management === undefined)
    throw new UsageError('--management-secret-file needs --management.')
  const [first, second] = isPiped ? (await readIn('-', cli)).split(/\r?\n/u) : []
  const { folder } = options
  const inFolder = folder === undefined ? undefined : await settingsOf(folder).catch(() => undefined)
  const password =
    first ??
    (file === undefined ? undefined : await lineIn(file, cli)) ??
    environment[passwordVariable] ??
    (inFolder?.password || undefined) ??
    (await cli.promptSecret('RCON password (not shown): '))
  if (!password)
    throw new UsageError(`The RCON password is missing: use --password-file, --password-stdin or ${passwordVariable}.`)
  if (options.management === undefined) return { token: checked(password) }
  const isInFolder = inFolder?.management?.address === options.management
  const management =
    second ||
    (secretFile && (await lineIn(secretFile, cli))) ||
    environment[managementVariable] ||
    (isInFolder ? inFolder?.management?.secret : undefined)
  if (!management) {
    throw new UsageError(
      `The secret of the management protocol is missing: use --management-secret-file, the second line of --password-stdin, or ${managementVariable}.`,
    )
  }
  return { token: checked(password), management: checked(management) }
}

const lineIn = async (file: string, cli: CliEnvironment): Promise<string> =>
  (await readIn(file, cli)).replace(/\r?\n$/u, '')

/** Other settings of the command. @throws UsageError when the address is invalid */
export function javaWaysOf({
  management,
  folder,
  'confirm-public': confirmed,
}: JavaOptions): Pick<NewServer, 'management' | 'folder' | 'plainTextConfirmed'> {
  return {
    ...(management !== undefined && { management: { address: checkedAddress(management) } }),
    ...(folder !== undefined && { folder: path.resolve(folder) }),
    ...(confirmed && { plainTextConfirmed: true as const }),
  }
}

/** @throws UsageError when an option of a Java server is used with the address of an agent */
export function mustHaveNoJavaOptions(options: JavaOptions): void {
  const given = Object.keys(javaOptions).find((name) => options[name as keyof JavaOptions] !== undefined)
  if (given !== undefined) throw new UsageError(`--${given} works only with a Java server: rcon://HOST[:PORT].`)
}

function checked(secret: string): string {
  if (secret.length > longest) throw new UsageError(`A secret can have at most ${longest} characters.`)
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(secret))
    throw new UsageError('A secret cannot contain line breaks or control characters.')
  return secret
}

function checkedAddress(address: string): string {
  try {
    return managementAddressOf(address)
  } catch (thrown) {
    const { message, suggestion } = asGatewayError(thrown)
    throw new UsageError(`${message} ${suggestion}`)
  }
}
