/** Options of the headless program, from its command line. */
import { isIP } from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { serverIdOf } from '@contract/server-address.js'
import { choosePosture, postures } from '@shared/approvals/built-in-rule.js'
import { otherClientsChoices } from '@shared/clients/keyless.js'
import { checkNeuroAddress } from '@shared/features/neuro.js'
import { xiaozhiLimits } from '@shared/features/xiaozhi.js'
import { checkAddress } from '@shared/features/xiaozhi-address.js'
import type { Settings } from '@shared/program/settings.js'
import { checkEndpoint, headerOf } from '@shared/program/telemetry.js'
import type { GivenServer } from '@shared/servers/added-server.js'
import { fingerprintOf } from '../network/certificate-check.js'
import { type ChatValues, chatOptionsOf, chatUsage, type HeadlessChat } from './chat-options.js'
import { type OwnersOptions, ownersOptions, ownersOptionsOf, ownersUsage } from './owners-options.js'
import { givenSecret, readSecretFile, type SecretSources, Secrets } from './secrets.js'
import { type SecretsKey, secretsKeyOf } from './secrets-key.js'
import { addressedServerOf, serverOptions, serverUsage } from './server-options.js'

export const usage = [
  'Usage: headless [--profile DIR] [--secrets-key-file FILE] [--http-port N] [--simulator] [--control stdin|--quiet]',
  '                [--posture careful|balanced|specification] [--critical-quorum N] [--other-clients ask|allow|refuse]',
  '                [--agent ws://HOST:PORT [--agent-token-file FILE] [--agent-certificate FINGERPRINT]]...',
  ...serverUsage,
  '                [--bedrock-port N [--bedrock-host ADDRESS] [--bedrock-key-file FILE]] [--secrets-stdin]',
  '                [--services FILE] [--xiaozhi-file FILE]... [--phone-network INTERFACE|none]...',
  '                [--neuro ws://HOST:PORT] [--otlp-endpoint http[s]://HOST:PORT [--otlp-header-file FILE]]',
  ...ownersUsage,
  ...chatUsage,
  'Secrets come from a file that holds one line, from the environment (GATEHOUSE_TOKEN, GATEHOUSE_RCON_PASSWORD,',
  'GATEHOUSE_MANAGEMENT_SECRET, GATEHOUSE_PANEL_KEY, GATEHOUSE_SSH_PASSWORD, GATEHOUSE_BEDROCK_KEY, GATEHOUSE_CHAT_KEY, GATEHOUSE_XIAOZHI, GATEHOUSE_OTLP_HEADER, GATEHOUSE_SECRETS_KEY), or with --secrets-stdin from the first line',
  'of standard input: {"agent-token":["TOKEN"],"java-password":"PASSWORD","java-management-secret":"SECRET",',
  '"bedrock-key":"KEY","chat-key":"KEY"}. --agent-token TOKEN, --java-password PASSWORD, --java-management-secret SECRET',
  'and --bedrock-key KEY work too, but other users of this computer can see them. RCON and ws: are not encrypted: an',
  'address on the internet needs --java-confirm-public.',
].join('\n')

export interface HeadlessOptions extends OwnersOptions {
  readonly profile: string | undefined
  /** Encrypts the secrets in the profile; without it they are in memory. */
  readonly secretsKey: SecretsKey | undefined
  readonly httpPort: number
  readonly simulator: boolean
  readonly controlledByStdin: boolean
  /** It runs as a service: standard output, which is kept in a log there, gets neither events nor the key of the run. */
  readonly isQuiet: boolean
  /** It runs only for a command of the command line: it connects to nothing. Not in the usage, as no person gives it. */
  readonly isBrief: boolean
  /** Choices of the command line; saved in the profile's settings, like a choice in the window. */
  readonly chosen: Partial<Pick<Settings, 'posture' | 'builtInRules' | 'criticalQuorum' | 'otherClients' | 'telemetry'>>
  /** Agents and a Java server, until the program ends. */
  readonly servers: readonly GivenServer[]
  /** Bedrock games connect here. */
  readonly bedrock: { readonly port: number; readonly host?: string } | undefined
  /** The login key for players; default: a new one at each start. */
  readonly bedrockKey: string | undefined
  readonly chat: HeadlessChat | undefined
  /** Interfaces in whose networks phones may connect; empty for none, undefined where the settings decide. */
  readonly phoneInterfaces: readonly string[] | undefined
  /** Addresses of endpoints of voice devices. */
  readonly xiaozhi: readonly string[]
  /** Address of an AI VTuber. */
  readonly neuro: string | undefined
  /** Header for the collector of telemetry, `NAME: VALUE`. */
  readonly otlpHeader: string | undefined
  /** Absolute path of a configuration of services. */
  readonly services: string | undefined
}

/** @throws Error when the command line is invalid */
export function parseOptions(args: readonly string[], sources: Partial<SecretSources> = {}): HeadlessOptions {
  const secrets = new Secrets({ environment: {}, readFile: readSecretFile, warn: () => {}, ...sources })
  const { values, tokens: all } = parseArgs({
    tokens: true,
    args: [...args],
    options: {
      profile: { type: 'string' },
      'secrets-key-file': { type: 'string' },
      'http-port': { type: 'string', default: '0' },
      simulator: { type: 'boolean', default: false },
      control: { type: 'string' },
      quiet: { type: 'boolean', default: false },
      posture: { type: 'string' },
      'critical-quorum': { type: 'string' },
      'other-clients': { type: 'string' },
      agent: { type: 'string', multiple: true, default: [] },
      'agent-token': { type: 'string', multiple: true, default: [] },
      'agent-token-file': { type: 'string', multiple: true, default: [] },
      'agent-certificate': { type: 'string', multiple: true, default: [] },
      ...serverOptions,
      ...ownersOptions,
      'chat-base-url': { type: 'string' },
      'chat-model': { type: 'string' },
      'chat-provider': { type: 'string' },
      'chat-players': { type: 'string' },
      'bedrock-port': { type: 'string' },
      'bedrock-host': { type: 'string' },
      'bedrock-key': { type: 'string' },
      'bedrock-key-file': { type: 'string' },
      'chat-key-file': { type: 'string' },
      'secrets-stdin': { type: 'boolean', default: false },
      services: { type: 'string' },
      'phone-network': { type: 'string', multiple: true },
      neuro: { type: 'string' },
      'otlp-endpoint': { type: 'string' },
      'otlp-header-file': { type: 'string' },
      xiaozhi: { type: 'string', multiple: true, default: [] },
      'xiaozhi-file': { type: 'string', multiple: true, default: [] },
    },
  })
  const httpPort = Number(values['http-port'])
  const { agent: addresses, 'agent-token': plain, 'agent-token-file': files, control } = values
  if (values['http-port'].trim() === '' || !Number.isInteger(httpPort) || httpPort < 0 || httpPort > 65_535)
    throw new Error('--http-port: 0 to 65535')
  if (control !== undefined && control !== 'stdin' && control !== 'command-line')
    throw new Error('--control takes only stdin')
  if (values.quiet && control !== undefined) throw new Error('--quiet and --control exclude each other')
  if (addresses.length === 0 && plain.length + files.length > 0) throw new Error('--agent-token needs --agent')
  const tokens = tokensFor(addresses, secrets.all('agent-token', { plain, files }))
  const certificates = certificatesOf(all)
  return {
    profile: values.profile,
    secretsKey: secretsKeyOf(values['secrets-key-file'], secrets, sources.environment ?? {}),
    httpPort,
    simulator: values.simulator,
    controlledByStdin: control === 'stdin',
    isQuiet: values.quiet,
    isBrief: control === 'command-line',
    chosen: {
      ...postureOf(values.posture),
      ...quorumOf(values['critical-quorum']),
      ...othersOf(values['other-clients']),
      ...telemetryOf(values['otlp-endpoint']),
    },
    servers: [
      ...addresses.map((address, index) => {
        serverIdOf(address)
        const certificate = certificates.get(index)
        return { server: { address, ...(certificate && { certificate }) }, secrets: { token: tokens[index] ?? '' } }
      }),
      ...addressedServerOf(values, secrets),
    ],
    ...bedrockOf(values, secrets),
    chat: chatOf(values, secrets),
    ...ownersOptionsOf(values),
    phoneInterfaces: phoneInterfacesOf(values['phone-network']),
    xiaozhi: xiaozhiOf(secrets.all('xiaozhi', { plain: values.xiaozhi, files: values['xiaozhi-file'] })),
    neuro: neuroOf(values.neuro),
    otlpHeader: otlpHeaderOf(secrets.one('otlp-header', givenSecret(undefined, values['otlp-header-file']))),
    services: values.services === undefined ? undefined : path.resolve(values.services),
  }
}

/** @throws Error when one is invalid */
function othersOf(given: string | undefined): Pick<HeadlessOptions['chosen'], 'otherClients'> {
  if (given === undefined) return {}
  const otherClients = otherClientsChoices.find((one) => one === given)
  if (!otherClients) throw new Error(`--other-clients: ${otherClientsChoices.join(', ')}`)
  return { otherClients }
}

/** @throws Error when `none` is one of several */
function phoneInterfacesOf(names: readonly string[] | undefined): readonly string[] | undefined {
  if (!names?.includes('none')) return names
  if (names.length > 1) throw new Error('--phone-network: interfaces, or none')
  return []
}

/** @throws Error that does not repeat the value, which may hold a password */
function telemetryOf(address: string | undefined): Pick<HeadlessOptions['chosen'], 'telemetry'> {
  if (address === undefined) return {}
  const checked = checkEndpoint(address)
  if (!checked.ok) throw new Error(`--otlp-endpoint: an address such as http://127.0.0.1:4318 (${checked.problem})`)
  return { telemetry: { enabled: true, endpoint: checked.endpoint } }
}

/** @throws Error that does not repeat the value */
function otlpHeaderOf(header: string | undefined): string | undefined {
  if (header !== undefined && !headerOf(header)) throw new Error('--otlp-header-file: NAME: VALUE')
  return header
}

/** @throws Error that does not repeat the value, which may hold a password */
function neuroOf(address: string | undefined): string | undefined {
  const checked = address === undefined ? undefined : checkNeuroAddress(address)
  if (checked && !checked.ok) throw new Error(`--neuro: an address such as ws://localhost:8000 (${checked.problem})`)
  return checked?.address
}

/** @throws Error that does not repeat the value */
function xiaozhiOf(addresses: readonly string[]): readonly string[] {
  if (addresses.length > xiaozhiLimits.endpoints) throw new Error(`--xiaozhi: ${xiaozhiLimits.endpoints} at most`)
  for (const address of addresses) {
    const checked = checkAddress(address)
    if (!checked.ok)
      throw new Error(`--xiaozhi: an address such as wss://api.xiaozhi.me/mcp/?token=… (${checked.problem})`)
  }
  return addresses
}

/** @throws Error when one is invalid */
function chatOf(values: ChatValues, secrets: Secrets): HeadlessChat | undefined {
  return chatOptionsOf(values, secrets.one('chat-key', givenSecret(undefined, values['chat-key-file'])))
}

interface BedrockValues {
  readonly 'bedrock-port'?: string
  readonly 'bedrock-host'?: string
  readonly 'bedrock-key'?: string
  readonly 'bedrock-key-file'?: string
}

/** Letters and digits that a player can type in chat; shorter ones could be guessed. */
const keyPattern = /^[A-Za-z0-9-]{6,64}$/u

/** @throws Error when the port or the key is invalid */
function bedrockOf(values: BedrockValues, secrets: Secrets): Pick<HeadlessOptions, 'bedrock' | 'bedrockKey'> {
  const { 'bedrock-port': port, 'bedrock-host': host, 'bedrock-key': plain, 'bedrock-key-file': file } = values
  const key = secrets.one('bedrock-key', givenSecret(plain, file))
  if (key !== undefined && !keyPattern.test(key)) throw new Error('--bedrock-key: 6 to 64 letters, digits and hyphens')
  if (port === undefined) {
    if (host !== undefined) throw new Error('--bedrock-host needs --bedrock-port')
    return { bedrock: undefined, bedrockKey: key }
  }
  if (!/^\d{1,5}$/u.test(port) || Number(port) > 65_535) throw new Error('--bedrock-port: 0 to 65535')
  if (host !== undefined && isIP(host) === 0) throw new Error('--bedrock-host: an IP address')
  return { bedrock: { port: Number(port), ...(host !== undefined && { host }) }, bedrockKey: key }
}

/** One token for all agents, or one for each in order. @throws Error when there are too few or too many */
function tokensFor(addresses: readonly string[], tokens: readonly string[]): readonly string[] {
  const [first] = tokens
  if (addresses.length === 0) return []
  if (first !== undefined && tokens.length === 1) return addresses.map(() => first)
  if (tokens.length === addresses.length) return tokens
  throw new Error('Each --agent needs an --agent-token-file, in the same order')
}

/** @throws Error when there is no such posture */
function postureOf(given: string | undefined): HeadlessOptions['chosen'] {
  if (given === undefined) return {}
  const posture = postures.find((one) => one === given)
  if (!posture) throw new Error(`--posture: ${postures.join(', ')}`)
  return choosePosture(posture)
}

/** @throws Error when the number of people is invalid */
function quorumOf(given: string | undefined): HeadlessOptions['chosen'] {
  if (given === undefined) return {}
  if (!/^(?:[1-9]|10)$/u.test(given)) throw new Error('--critical-quorum: 1 to 10')
  return { criticalQuorum: Number(given) }
}

/** Index of the agent → its certificate: it belongs to the last agent before it. */
function certificatesOf(
  given: readonly { readonly kind: string; readonly name?: string; readonly value?: string | undefined }[],
) {
  const certificates = new Map<number, string>()
  let agent = -1
  for (const { kind, name, value } of given) {
    if (kind === 'option' && name === 'agent') agent += 1
    if (kind !== 'option' || name !== 'agent-certificate') continue
    const certificate = fingerprintOf(value ?? '')
    if (!certificate) throw new Error('--agent-certificate: 64 hexadecimal digits of SHA-256')
    if (agent < 0 || certificates.has(agent)) throw new Error('Each --agent-certificate follows its --agent')
    certificates.set(agent, certificate)
  }
  return certificates
}
