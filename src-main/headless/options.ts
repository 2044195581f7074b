/** Options of the headless program, from its command line. */
import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import { choosePosture, postures } from '../contract/built-in-rule.js'
import { javaServerIdOf, managementAddressOf, rconPlaceOf } from '../contract/java-address.js'
import { serverIdOf } from '../contract/server-address.js'
import type { Settings } from '../contract/settings.js'
import { fingerprintOf } from '../network/certificate-check.js'
import { type ChatValues, chatOptionsOf, chatUsage, type HeadlessChat } from './chat-options.js'

export const usage = [
  'Usage: headless [--profile DIR] [--http-port N] [--simulator] [--control stdin]',
  '                [--posture careful|balanced|specification] [--critical-quorum N]',
  '                [--agent ws://HOST:PORT --agent-token TOKEN [--agent-certificate FINGERPRINT]]...',
  '                [--java rcon://HOST[:PORT] [--java-password PASSWORD] [--java-folder DIR]',
  '                 [--java-management ws[s]://HOST:PORT --java-management-secret SECRET]]',
  '                [--bedrock-port N [--bedrock-host ADDRESS] [--bedrock-key KEY]]',
  ...chatUsage,
  'The RCON password is read from GATEHOUSE_RCON_PASSWORD where --java-password is left out.',
].join('\n')

export interface HeadlessAgent {
  readonly id: string
  readonly address: string
  readonly token: string
  /** SHA-256 fingerprint of the only certificate that will do. */
  readonly certificate?: string
}

/** A Java server without a plugin. */
export interface HeadlessJavaServer {
  readonly id: string
  readonly rcon: { readonly host: string; readonly port: number; readonly plainTextConfirmed: true }
  readonly password: string
  readonly folder?: string
  readonly management?: { readonly address: string }
  readonly managementSecret?: string
}

export interface HeadlessOptions {
  readonly profile: string | undefined
  readonly httpPort: number
  readonly simulator: boolean
  readonly controlledByStdin: boolean
  /** What the command line chooses; it is kept in the settings of the profile, like a choice in the window. */
  readonly chosen: Partial<Pick<Settings, 'posture' | 'builtInRules' | 'criticalQuorum'>>
  readonly agents: readonly HeadlessAgent[]
  readonly java: HeadlessJavaServer | undefined
  /** Bedrock games connect here. */
  readonly bedrock: { readonly port: number; readonly host?: string } | undefined
  /** The key that players log in with; a new one at each start when left out. */
  readonly bedrockKey: string | undefined
  readonly chat: HeadlessChat | undefined
}

/** @throws Error with the usage when the command line is not one */
export function parseOptions(args: readonly string[], environment: NodeJS.ProcessEnv = {}): HeadlessOptions {
  const { values, tokens: given } = parseArgs({
    tokens: true,
    args: [...args],
    options: {
      profile: { type: 'string' },
      'http-port': { type: 'string', default: '0' },
      simulator: { type: 'boolean', default: false },
      control: { type: 'string' },
      posture: { type: 'string' },
      'critical-quorum': { type: 'string' },
      agent: { type: 'string', multiple: true, default: [] },
      'agent-token': { type: 'string', multiple: true, default: [] },
      'agent-certificate': { type: 'string', multiple: true, default: [] },
      java: { type: 'string' },
      'chat-base-url': { type: 'string' },
      'chat-model': { type: 'string' },
      'chat-provider': { type: 'string' },
      'chat-players': { type: 'string' },
      'java-password': { type: 'string' },
      'java-folder': { type: 'string' },
      'java-management': { type: 'string' },
      'java-management-secret': { type: 'string' },
      'bedrock-port': { type: 'string' },
      'bedrock-host': { type: 'string' },
      'bedrock-key': { type: 'string' },
    },
  })
  const httpPort = Number(values['http-port'])
  const { agent: addresses, 'agent-token': tokens, control } = values
  if (values['http-port'].trim() === '' || !Number.isInteger(httpPort) || httpPort < 0 || httpPort > 65_535)
    throw new Error(`--http-port: 0 to 65535\n${usage}`)
  if (control !== undefined && control !== 'stdin') throw new Error(`--control takes only stdin\n${usage}`)
  if (tokens.length !== addresses.length || tokens.includes(''))
    throw new Error(`Each --agent needs an --agent-token\n${usage}`)
  const certificates = certificatesOf(given)
  return {
    profile: values.profile,
    httpPort,
    simulator: values.simulator,
    controlledByStdin: control === 'stdin',
    chosen: { ...postureOf(values.posture), ...quorumOf(values['critical-quorum']) },
    agents: addresses.map((address, index) => {
      const certificate = certificates.get(index)
      return { id: serverIdOf(address), address, token: tokens[index] ?? '', ...(certificate && { certificate }) }
    }),
    java: javaServerOf(values, environment),
    ...bedrockOf(values),
    chat: chatOf(values, environment),
  }
}

/** @throws Error with the usage */
function chatOf(values: ChatValues, environment: NodeJS.ProcessEnv): HeadlessChat | undefined {
  try {
    return chatOptionsOf(values, environment)
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`)
  }
}

interface BedrockValues {
  readonly 'bedrock-port'?: string
  readonly 'bedrock-host'?: string
  readonly 'bedrock-key'?: string
}

/** Letters and digits that a player can type in chat; shorter ones are guessed. */
const keyPattern = /^[A-Za-z0-9-]{6,64}$/u

/** @throws Error when it is no port, or no key */
function bedrockOf(values: BedrockValues): Pick<HeadlessOptions, 'bedrock' | 'bedrockKey'> {
  const { 'bedrock-port': port, 'bedrock-host': host, 'bedrock-key': key } = values
  if (key !== undefined && !keyPattern.test(key))
    throw new Error(`--bedrock-key: 6 to 64 letters, digits and hyphens\n${usage}`)
  if (port === undefined) {
    if (host !== undefined) throw new Error(`--bedrock-host needs --bedrock-port\n${usage}`)
    return { bedrock: undefined, bedrockKey: key }
  }
  if (!/^\d{1,5}$/u.test(port) || Number(port) > 65_535) throw new Error(`--bedrock-port: 0 to 65535\n${usage}`)
  if (host !== undefined && isIP(host) === 0) throw new Error(`--bedrock-host: an IP address\n${usage}`)
  return { bedrock: { port: Number(port), ...(host !== undefined && { host }) }, bedrockKey: key }
}

interface JavaValues {
  readonly java?: string
  readonly 'java-password'?: string
  readonly 'java-folder'?: string
  readonly 'java-management'?: string
  readonly 'java-management-secret'?: string
}

/** Whoever writes an address of the internet on the command line confirms that RCON is not encrypted. */
function javaServerOf(values: JavaValues, environment: NodeJS.ProcessEnv): HeadlessJavaServer | undefined {
  const { java, 'java-folder': folder, 'java-management': management, 'java-management-secret': secret } = values
  const password = values['java-password'] ?? environment.GATEHOUSE_RCON_PASSWORD
  if (java === undefined) {
    const stray = Object.entries(values).find(([name, value]) => name.startsWith('java-') && value !== undefined)
    if (stray) throw new Error(`--${stray[0]} needs --java\n${usage}`)
    return undefined
  }
  if (!password) throw new Error(`--java needs --java-password or GATEHOUSE_RCON_PASSWORD\n${usage}`)
  if ((management === undefined) !== (secret === undefined))
    throw new Error(`--java-management and --java-management-secret belong together\n${usage}`)
  const place = rconPlaceOf(java)
  return {
    id: javaServerIdOf(place),
    rcon: { ...place, plainTextConfirmed: true },
    password,
    ...(folder !== undefined && { folder }),
    ...(management !== undefined &&
      secret !== undefined && { management: { address: managementAddressOf(management) }, managementSecret: secret }),
  }
}

/** @throws Error when there is no such posture */
function postureOf(given: string | undefined): HeadlessOptions['chosen'] {
  if (given === undefined) return {}
  const posture = postures.find((one) => one === given)
  if (!posture) throw new Error(`--posture: ${postures.join(', ')}\n${usage}`)
  return choosePosture(posture)
}

/** @throws Error when it is no number of people */
function quorumOf(given: string | undefined): HeadlessOptions['chosen'] {
  if (given === undefined) return {}
  if (!/^(?:[1-9]|10)$/u.test(given)) throw new Error(`--critical-quorum: 1 to 10\n${usage}`)
  return { criticalQuorum: Number(given) }
}

/** Which of the agents, counted from 0 → its certificate: it belongs to the agent that was named last before it. */
function certificatesOf(
  given: readonly { readonly kind: string; readonly name?: string; readonly value?: string | undefined }[],
) {
  const certificates = new Map<number, string>()
  let agent = -1
  for (const { kind, name, value } of given) {
    if (kind === 'option' && name === 'agent') agent += 1
    if (kind !== 'option' || name !== 'agent-certificate') continue
    const certificate = fingerprintOf(value ?? '')
    if (!certificate) throw new Error(`--agent-certificate: 64 hexadecimal digits of SHA-256\n${usage}`)
    if (agent < 0 || certificates.has(agent)) throw new Error(`Each --agent-certificate follows its --agent\n${usage}`)
    certificates.set(agent, certificate)
  }
  return certificates
}
