/**
 * `gatehouse servers`: the Minecraft servers of a profile. Works while the program runs. See
 * docs/protocol.md#agents-tools.
 */
import { existsSync } from 'node:fs'
import { agentPort } from '@contract/frames.js'
import { asGatewayError } from '@contract/gateway-error.js'
import { pairingCodeIn } from '@contract/pairing-code.js'
import { isRconAddress, normalizedAddress, serverIdOfAddress } from '@shared/servers/address-id.js'
import { dial } from '../owner/servers/dial.js'
import { withdraw } from '../storage/command-queue.js'
import { profileFolder } from '../storage/profile.js'
import { readOptions } from './arguments.js'
import { givenCertificate } from './certificate.js'
import { existingProfile, usableProfile } from './profile-argument.js'
import { type Delivery, deliver } from './servers/hand-over.js'
import {
  givenJavaSecrets,
  type JavaOptions,
  javaOptions,
  javaWaysOf,
  mustHaveNoJavaOptions,
} from './servers/java-options.js'
import { type CliServerRow, knownServers, serverMatching, unknownServer } from './servers/known-servers.js'
import { type DeliveryReport, reportDelivery, reportDialResult, reportServers } from './servers/report.js'
import { setup } from './servers/setup.js'
import { givenToken, tokenOptions, tokenVariable } from './servers/token.js'
import { jsonLine, printable } from './text.js'
import { type CliCommand, type CliEnvironment, type ExitCode, exitCodes, UsageError } from './verb.js'

const exampleAddress = `ws://192.168.1.20:${agentPort}`

const help = [
  'Usage: gatehouse servers add NAME ADDRESS [--token-file FILE] [--profile DIR] [--json]',
  '       gatehouse servers add NAME rcon://HOST[:PORT] [--password-file FILE] [--management ws[s]://HOST:PORT]',
  '                             [--management-secret-file FILE] [--folder DIR] [--confirm-public]',
  '                             [--profile DIR] [--json]',
  '       gatehouse servers list [--profile DIR] [--json]',
  '       gatehouse servers test NAME|ADDRESS [--token-file FILE] [--fingerprint SHA256] [--profile DIR] [--json]',
  '       gatehouse servers remove NAME [--profile DIR] [--json]',
  '       gatehouse servers setup DIR [--yes|--undo] [--profile DIR] [--json]',
  '',
  'Manages the servers of a profile. The program applies changes immediately while it runs, or at its',
  'next start. A person accepts the actions of a new server in the window, or with {"accept":"ID"} on the standard',
  'input of the headless program (--control stdin).',
  '',
  '  add     adds a server; the program stores its token in the keychain of the system',
  '  list    lists the servers, with their status while the program runs',
  '  test    connects to an agent and lists its capabilities and those that would be refused',
  '  remove  removes a server and its token',
  '  setup   shows the lines of server.properties that turn on RCON for a Java server in DIR, and from 1.21.9 the',
  '          management protocol; --yes writes them and saves a copy of the file, --undo restores it',
  '',
  `  ADDRESS         for example ${exampleAddress}`,
  '  --token-file FILE  reads the token, or a pairing code of /gatehouse pair, from a file with one line',
  `  --token-stdin   reads the token from standard input; otherwise from ${tokenVariable}, or you are asked`,
  'For a Java server without a plugin, use its RCON address. Gatehouse connects in the background.',
  '  --password-file FILE, --management-secret-file FILE  files with one line each',
  '  --password-stdin  reads the RCON password from standard input; otherwise from GATEHOUSE_RCON_PASSWORD, or you are',
  '                  asked. With --management, its secret is the second line, or GATEHOUSE_MANAGEMENT_SECRET',
  '  --folder DIR    the folder of the server on this computer; secrets that are not given come from its',
  '                  server.properties',
  '  --confirm-public  allows RCON to an internet address, where the password is sent unencrypted',
  '  --token TOKEN   for tests only: other users of this computer can see it',
  '  --fingerprint SHA256  test: the only accepted wss: certificate (default: the trusted one)',
  '  --profile DIR   the data folder (default: that of the desktop app)',
  '  --json          one JSON value. add and remove: { id, outcome, replaced } and, where the outcome is "done", remembered',
  '                  and withoutWindow, "waits", running, "refused", error. list: { running, servers: [{ id, name, address,',
  '                  origin, state, software, unaccepted, handedOver }] }. test: { ok, name, version, software,',
  '                  capabilities, refused, registrationMs, latencyMs } or { ok, error }',
  '',
  'Exit codes: 0 done or queued, 1 refused, or the agent does not respond, 2 invalid command line, profile',
  'or server.',
].join('\n')

interface ServerArguments {
  readonly positionals: readonly string[]
  readonly json: boolean
  readonly profile: string | undefined
  token(): Promise<string | undefined>
  /** Whether a token is given on the command line, or on standard input. */
  readonly isTokenGiven: boolean
  readonly certificate?: string
  readonly yes: boolean
  readonly undo: boolean
  readonly java: JavaOptions
}

const doings = { add, list, test, remove, setup: setUp } as const

export const servers: CliCommand = {
  name: 'servers',
  summary: 'add, list, test and remove the servers of a profile',
  help,
  async run(args, cli): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, {
      ...tokenOptions,
      ...javaOptions,
      profile: { type: 'string' },
      fingerprint: { type: 'string' },
      json: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      undo: { type: 'boolean', default: false },
    })
    const [doing, ...rest] = positionals
    if (doing === undefined || !Object.hasOwn(doings, doing)) {
      throw new UsageError(`Expected add, list, test, remove or setup, got ${doing ?? 'nothing'}.`)
    }
    const token = () => givenToken(values, cli)
    const isTokenGiven =
      values.token !== undefined || values['token-file'] !== undefined || values['token-stdin'] === true
    const given = {
      positionals: rest,
      json: values.json,
      profile: values.profile,
      token,
      isTokenGiven,
      yes: values.yes,
      undo: values.undo,
      java: values,
      ...givenCertificate(values.fingerprint),
    }
    return doings[doing as keyof typeof doings](given, cli)
  },
}

async function add(
  { positionals, profile, token, json, java }: ServerArguments,
  cli: CliEnvironment,
): Promise<ExitCode> {
  const [name = '', address = ''] = exactly(positionals, ['NAME', 'ADDRESS']).map((text) => text.trim())
  if (name === '' || name.length > 64) throw new UsageError('A name has 1 to 64 characters.')
  if (isRconAddress(address)) return addJava({ name, address, profile, json, java }, cli)
  mustHaveNoJavaOptions(java)
  const id = idOf(address)
  const secret = (await token()) ?? noToken()
  const folder = usableProfile(profile)
  const replaced = await nameOf(id, folder)
  const delivery = await deliver(folder, { kind: 'add', server: { name, address }, secrets: { token: secret } })
  return printDelivery(delivery, { id, name, done: 'added', ...(replaced !== undefined && { replaced }) }, json, cli)
}

interface NewJava extends Pick<ServerArguments, 'profile' | 'json' | 'java'> {
  readonly name: string
  readonly address: string
}

async function addJava({ name, address, profile, json, java }: NewJava, cli: CliEnvironment): Promise<ExitCode> {
  const id = idOf(address)
  const secrets = await givenJavaSecrets(java, cli)
  const folder = usableProfile(profile)
  const replaced = await nameOf(id, folder)
  const server = { name, address: normalizedAddress(address), ...javaWaysOf(java) }
  const delivery = await deliver(folder, { kind: 'add', server, secrets })
  return printDelivery(delivery, { id, name, done: 'added', ...(replaced !== undefined && { replaced }) }, json, cli)
}

/** Undefined when the settings cannot be read: queueing a command does not need them. */
async function nameOf(id: string, folder: string): Promise<string | undefined> {
  const known = await knownServers(folder).catch(() => undefined)
  return known?.servers.find((one) => one.id === id)?.name
}

async function remove({ positionals, profile, json }: ServerArguments, cli: CliEnvironment): Promise<ExitCode> {
  const [text = ''] = exactly(positionals, ['NAME'])
  const folder = existingProfile(profile, 'add a server')
  const known = await knownServers(folder)
  const server = serverMatching(known.servers, text)
  if (!server) throw unknownServer(text, known.servers)
  const { id, name, origin, waiting } = server
  for (const { file } of waiting) withdraw(folder, file)
  const isOnlyWaiting = origin === 'handed-over' && known.running.kind === 'absent'
  const delivery: Delivery = isOnlyWaiting
    ? { kind: 'done', remembered: true }
    : await deliver(folder, { kind: 'remove', id })
  return printDelivery(delivery, { id, name, done: 'removed' }, json, cli)
}

function setUp({ positionals, profile, json, yes, undo }: ServerArguments, cli: CliEnvironment): Promise<ExitCode> {
  const [directory = ''] = exactly(positionals, ['DIR'])
  return setup({ directory, profile, json, yes, undo }, cli)
}

async function list({ positionals, profile, json }: ServerArguments, cli: CliEnvironment): Promise<ExitCode> {
  exactly(positionals, [])
  const { servers: all, running } = await knownServers(existingProfile(profile, 'add a server'))
  if (running.kind === 'unknown') cli.err(printable(running.why))
  const shown = all.map(({ waiting, ...server }) => ({ ...server, handedOver: waiting.map(({ order }) => order.kind) }))
  if (json) cli.out(jsonLine({ running: running.kind === 'running', servers: shown }))
  else reportServers(shown, running.kind === 'running', cli)
  return exitCodes.good
}

async function test(
  { positionals, profile, token, isTokenGiven, certificate, json }: ServerArguments,
  cli: CliEnvironment,
): Promise<ExitCode> {
  const [text = ''] = exactly(positionals, ['NAME or ADDRESS'])
  const server = await serverFor(text, profile)
  const address = server?.address ?? (server ? `ws://${server.id}` : text)
  idOf(address)
  const waiting = server?.waiting.findLast(({ order }) => order.kind === 'add')?.order
  const secret = (waiting?.kind === 'add' && !isTokenGiven ? waiting.secrets.token : await token()) ?? noToken()
  if (pairingCodeIn(secret) !== undefined) throw new UsageError(codeNotForTest)
  const schemas = cli.schemaThread()
  const pinned = certificate ?? server?.certificate
  const dialled = await dial({ address, token: secret, schemas, ...(pinned && { certificate: pinned }) }).finally(() =>
    schemas.stop(),
  )
  if (json) cli.out(jsonLine(dialled))
  else reportDialResult(address, dialled, cli)
  return dialled.ok ? exitCodes.good : exitCodes.bad
}

/** @returns undefined for an unknown address, which needs no profile. @throws UsageError for an unknown name */
async function serverFor(text: string, profile: string | undefined): Promise<CliServerRow | undefined> {
  if (text.includes('://')) {
    if (!existsSync(profileFolder(profile))) return undefined
    return serverMatching((await knownServers(existingProfile(profile, 'add a server'))).servers, text)
  }
  const { servers: all } = await knownServers(existingProfile(profile, 'add a server'))
  const server = serverMatching(all, text)
  if (!server) throw unknownServer(text, all)
  return server
}

function printDelivery(delivery: Delivery, server: DeliveryReport, json: boolean, cli: CliEnvironment): ExitCode {
  const { kind, ...rest } = delivery
  const { id, replaced } = server
  if (json) cli.out(jsonLine({ id, outcome: kind, ...(replaced !== undefined && { replaced }), ...rest }))
  else reportDelivery(delivery, server, cli)
  return kind === 'refused' ? exitCodes.bad : exitCodes.good
}

function exactly(positionals: readonly string[], names: readonly string[]): readonly string[] {
  if (positionals.length === names.length && !positionals.includes('')) return positionals
  const wanted = names.length > 0 ? names.join(' and ') : 'no more arguments'
  throw new UsageError(`Expected ${wanted}, got ${positionals.join(' ') || 'nothing'}.`)
}

function idOf(address: string): string {
  try {
    return serverIdOfAddress(address)
  } catch (thrown) {
    const { message, suggestion } = asGatewayError(thrown)
    if (isRconAddress(address)) throw new UsageError(`${message} ${suggestion}`)
    throw new UsageError(`${message} Write it as ws://HOST:PORT, for example ${exampleAddress}.`)
  }
}

const codeNotForTest =
  'A pairing code is valid once, and a test would use it up. Add the server with it: gatehouse servers add NAME ADDRESS.'

function noToken(): never {
  throw new UsageError(
    `The token of the agent is missing: use --token-file, --token-stdin or ${tokenVariable}. This command cannot read the keychain of the system.`,
  )
}
