/** Java options: adds a Java server from the command line. Its secrets are never printed (invariant 8). */
import path from 'node:path'
import { asGatewayError } from '@contract/gateway-error.js'
import {
  managementAddressOf,
  parseJavaAddress,
  parseRconAddress,
  rconAddressText,
  sshLoginOf,
} from '@contract/java-address.js'
import { hostKeyPattern, type NewServer, type ServerSecrets } from '@shared/servers/added-server.js'
import { settingsOf } from '../../providers/java/setup/server-setup.js'
import { givenCertificate } from '../certificate.js'
import { type CliEnvironment, UsageError } from '../verb.js'
import { readIn } from './token.js'

export const passwordVariable = 'GATEHOUSE_RCON_PASSWORD'
export const managementVariable = 'GATEHOUSE_MANAGEMENT_SECRET'
export const panelVariable = 'GATEHOUSE_PANEL_KEY'
export const loginVariable = 'GATEHOUSE_SSH_PASSWORD'

/** For `parseArgs`. */
export const javaOptions = {
  'password-file': { type: 'string' },
  'password-stdin': { type: 'boolean' },
  'management-secret-file': { type: 'string' },
  management: { type: 'string' },
  folder: { type: 'string' },
  'confirm-public': { type: 'boolean' },
  'key-file': { type: 'string' },
  'login-file': { type: 'string' },
  'host-key': { type: 'string' },
  node: { type: 'string' },
  'node-fingerprint': { type: 'string' },
  rcon: { type: 'string' },
} as const

export interface JavaOptions {
  readonly 'password-file'?: string | undefined
  readonly 'password-stdin'?: boolean | undefined
  readonly 'management-secret-file'?: string | undefined
  readonly management?: string | undefined
  readonly folder?: string | undefined
  readonly 'confirm-public'?: boolean | undefined
  /** Holds the key of a panel, or is the private key for SSH. */
  readonly 'key-file'?: string | undefined
  readonly 'login-file'?: string | undefined
  readonly 'host-key'?: string | undefined
  readonly node?: string | undefined
  readonly 'node-fingerprint'?: string | undefined
  readonly rcon?: string | undefined
}

const longest = 1_024

/** What a server at this address needs. @throws UsageError when one is missing or invalid */
export async function givenJavaSecrets(
  address: string,
  options: JavaOptions,
  cli: CliEnvironment,
): Promise<ServerSecrets> {
  const parsed = parseJavaAddress(address)
  const { kind } = parsed
  const { 'key-file': keyFile, 'login-file': loginFile } = options
  switch (kind) {
    case 'rcon':
      return rconSecrets(options, cli)
    case 'pterodactyl':
    case 'mcsmanager': {
      const key =
        (keyFile === undefined ? undefined : await lineIn(keyFile, cli)) ??
        cli.environment[panelVariable] ??
        (await cli.promptSecret('Key of the panel (not shown): '))
      if (!key) throw new UsageError(`The key of the panel is missing: use --key-file or ${panelVariable}.`)
      return { token: checked(key) }
    }
    case 'docker':
    case 'ssh':
    case 'sftp': {
      if (!sshLoginOf(parsed)) return {}
      const login = loginFile === undefined ? cli.environment[loginVariable] : await lineIn(loginFile, cli)
      return {
        ...(options.rcon !== undefined && (await rconSecrets(options, cli))),
        ...(login && { login: checked(login) }),
      }
    }
  }
}

async function rconSecrets(options: JavaOptions, cli: CliEnvironment): Promise<ServerSecrets> {
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

/** Other settings of the command. @throws UsageError when one is invalid, or works with another kind of address */
export function javaWaysOf(address: string, options: JavaOptions): Omit<NewServer, 'name' | 'address'> {
  const parsed = parseJavaAddress(address)
  const { kind } = parsed
  const login = sshLoginOf(parsed)
  // A container over SSH takes what signs in there.
  const works = login && kind === 'docker' ? [kind, dockerOverSsh] : [kind]
  const stray = Object.entries(kindsOf).find(
    ([name, kinds]) => options[name as keyof JavaOptions] !== undefined && !works.some((one) => kinds.includes(one)),
  )
  if (stray) throw new UsageError(`--${stray[0]} works only with ${stray[1].map((one) => `${one}://`).join(', ')}.`)
  const {
    management,
    folder,
    'confirm-public': confirmed,
    'key-file': keyFile,
    'host-key': hostKey,
    node,
    'node-fingerprint': nodeFingerprint,
    rcon,
  } = options
  const { certificate: nodeCertificate } = givenCertificate(nodeFingerprint)
  if (hostKey !== undefined && !new RegExp(hostKeyPattern, 'u').test(hostKey))
    throw new UsageError('--host-key takes the fingerprint as ssh shows it: SHA256: and 43 characters.')
  return {
    ...(hostKey !== undefined && { hostKey }),
    ...(keyFile !== undefined && login && { keyFile: path.resolve(keyFile) }),
    ...(node !== undefined && { node }),
    ...(nodeCertificate !== undefined && { nodeCertificate }),
    ...(rcon !== undefined && { rcon: rconAddressText(parseRconAddress(rcon)) }),
    ...(management !== undefined && { management: { address: checkedAddress(management) } }),
    ...(folder !== undefined && { folder: path.resolve(folder) }),
    ...(confirmed && { plainTextConfirmed: true as const }),
  }
}

const dockerOverSsh = 'docker://NAME?engine=ssh'

/** The kinds of address with which an option works; all others work with RCON. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  'key-file': ['pterodactyl', 'mcsmanager', 'ssh', 'sftp', dockerOverSsh],
  'login-file': ['ssh', 'sftp', dockerOverSsh],
  'host-key': ['ssh', 'sftp', dockerOverSsh],
  node: ['pterodactyl', 'mcsmanager'],
  'node-fingerprint': ['pterodactyl', 'mcsmanager'],
  rcon: ['sftp'],
  'password-file': ['rcon', 'sftp'],
  'password-stdin': ['rcon', 'sftp'],
  management: ['rcon'],
  'management-secret-file': ['rcon'],
  folder: ['rcon'],
}

/** @throws UsageError when an option of a Java server is used with the address of an agent */
export function mustHaveNoJavaOptions(options: JavaOptions): void {
  const given = Object.keys(javaOptions).find((name) => options[name as keyof JavaOptions] !== undefined)
  if (given !== undefined)
    throw new UsageError(`--${given} works only with a Java server, for example rcon://HOST[:PORT].`)
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
