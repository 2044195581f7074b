/** `gatehouse servers`: the Minecraft servers of a profile, also while the program runs. Specification 1, section 12.3. */
import { existsSync } from 'node:fs'
import { agentPort } from '../contract/frames.js'
import { asGatewayError } from '../contract/gateway-error.js'
import { isRconAddress, placeIdOf, rememberedAddress } from '../contract/server-place.js'
import { takeBack } from '../storage/inbox.js'
import { profileFolder } from '../storage/profile.js'
import { readOptions } from './arguments.js'
import { givenCertificate } from './certificate.js'
import { existingProfile, usableProfile } from './profile-argument.js'
import { dial } from './servers/dial.js'
import { type Delivery, deliver } from './servers/hand-over.js'
import {
  givenJavaSecrets,
  type JavaOptions,
  javaOptions,
  javaWaysOf,
  mustHaveNoJavaOptions,
} from './servers/java-options.js'
import { type KnownServer, knownServers, meant, unknownServer } from './servers/known-servers.js'
import { type Delivered, reportDelivery, reportDialled, reportServers } from './servers/report.js'
import { setup } from './servers/setup.js'
import { givenToken, tokenOptions, tokenVariable } from './servers/token.js'
import { jsonLine, printable } from './text.js'
import { type ExitCode, exitCodes, type Surroundings, UsageError, type Verb } from './verb.js'

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
  'The servers of a profile. What is added or removed is handed over to the program, which does it at once when it runs,',
  'else when it starts. What a server offers is accepted by a person, in the window, or with {"accept":"ID"} by whoever',
  'started the program without a desktop with --control stdin.',
  '',
  '  add     hands over a server and its token, which the program puts into the store of the operating system',
  '  list    the servers, and how they are when the program runs',
  '  test    dials an agent, registers, and tells what it offers and which capabilities would be refused',
  '  remove  takes a server out of the profile, and its token out of the store',
  '  setup   shows the lines of server.properties in the folder of a Java server that turn RCON on; --yes writes them',
  '          and saves a copy beside the file, --undo takes them back',
  '',
  `  ADDRESS         for example ${exampleAddress}`,
  '  --token-file FILE  the token is the one line of a file',
  `  --token-stdin   the token is read from standard input; else from ${tokenVariable}, else it is asked for`,
  'A Java server without a plugin is added by the address of its RCON. It is reached in the background.',
  '  --password-file FILE, --management-secret-file FILE  each secret is the one line of a file',
  '  --password-stdin  the RCON password is read from standard input; else from GATEHOUSE_RCON_PASSWORD, else it is asked',
  '                  for. With --management its secret is the second line; else GATEHOUSE_MANAGEMENT_SECRET',
  '  --folder DIR    the folder of the server on this computer',
  '  --confirm-public  the RCON password may cross the internet as plain text',
  '  --token TOKEN   other users of this computer can see it: only for trials',
  '  --fingerprint SHA256  test: the only certificate of wss: that will do; the one a person trusted when left out',
  '  --profile DIR   the data folder; that of the desktop program when left out',
  '  --json          one JSON value. add and remove: { id, outcome, replaced } and, where the outcome is "done", remembered',
  '                  and withoutWindow, "waits", running, "refused", error. list: { running, servers: [{ id, name, address,',
  '                  origin, state, software, unaccepted, handedOver }] }. test: { ok, name, version, software,',
  '                  capabilities, refused, registrationMs, latencyMs } or { ok, error }',
  '',
  'Exit codes: 0 it is done or handed over, 1 it was refused or the agent does not answer, 2 the command line, the profile',
  'or the server that is named cannot be used.',
].join('\n')

interface Given {
  readonly positionals: readonly string[]
  readonly json: boolean
  readonly profile: string | undefined
  token(): Promise<string | undefined>
  /** Whether a token stands on the command line, or on standard input. */
  readonly isTokenGiven: boolean
  readonly certificate?: string
  readonly yes: boolean
  readonly undo: boolean
  readonly java: JavaOptions
}

const doings = { add, list, test, remove, setup: setUp } as const

export const servers: Verb = {
  name: 'servers',
  summary: 'add, list, test and remove the servers of a profile',
  help,
  async run(args, surroundings): Promise<ExitCode> {
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
      throw new UsageError(`It takes add, list, test, remove or setup, and got ${doing ?? 'nothing'}.`)
    }
    const token = () => givenToken(values, surroundings)
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
    return doings[doing as keyof typeof doings](given, surroundings)
  },
}

async function add({ positionals, profile, token, json, java }: Given, surroundings: Surroundings): Promise<ExitCode> {
  const [name = '', address = ''] = exactly(positionals, ['NAME', 'ADDRESS']).map((text) => text.trim())
  if (name === '' || name.length > 64) throw new UsageError('A name has 1 to 64 characters.')
  if (isRconAddress(address)) return addJava({ name, address, profile, json, java }, surroundings)
  mustHaveNoJavaOptions(java)
  const id = idOf(address)
  const secret = (await token()) ?? noToken()
  const folder = usableProfile(profile)
  const replaced = await nameOf(id, folder)
  const delivery = await deliver(folder, { kind: 'add', name, address, token: secret })
  return tell(delivery, { id, name, done: 'added', ...(replaced !== undefined && { replaced }) }, json, surroundings)
}

interface NewJava extends Pick<Given, 'profile' | 'json' | 'java'> {
  readonly name: string
  readonly address: string
}

async function addJava({ name, address, profile, json, java }: NewJava, surroundings: Surroundings): Promise<ExitCode> {
  const id = idOf(address)
  const secrets = await givenJavaSecrets(java, surroundings)
  const folder = usableProfile(profile)
  const replaced = await nameOf(id, folder)
  const order = { kind: 'add', name, address: rememberedAddress(address), token: secrets.password } as const
  const ways = javaWaysOf(java, secrets)
  const delivery = await deliver(folder, { ...order, ...ways })
  return tell(delivery, { id, name, done: 'added', ...(replaced !== undefined && { replaced }) }, json, surroundings)
}

/** Undefined also where the settings cannot be read: handing over needs them not. */
async function nameOf(id: string, folder: string): Promise<string | undefined> {
  const known = await knownServers(folder).catch(() => undefined)
  return known?.servers.find((one) => one.id === id)?.name
}

async function remove({ positionals, profile, json }: Given, surroundings: Surroundings): Promise<ExitCode> {
  const [text = ''] = exactly(positionals, ['NAME'])
  const folder = existingProfile(profile, 'add a server')
  const known = await knownServers(folder)
  const server = meant(known.servers, text)
  if (!server) throw unknownServer(text, known.servers)
  const { id, name, origin, waiting } = server
  for (const { file } of waiting) takeBack(folder, file)
  const isOnlyWaiting = origin === 'handed-over' && known.running.kind === 'absent'
  const delivery: Delivery = isOnlyWaiting
    ? { kind: 'done', remembered: true }
    : await deliver(folder, { kind: 'remove', id })
  return tell(delivery, { id, name, done: 'removed' }, json, surroundings)
}

function setUp({ positionals, profile, json, yes, undo }: Given, surroundings: Surroundings): Promise<ExitCode> {
  const [directory = ''] = exactly(positionals, ['DIR'])
  return setup({ directory, profile, json, yes, undo }, surroundings)
}

async function list({ positionals, profile, json }: Given, surroundings: Surroundings): Promise<ExitCode> {
  exactly(positionals, [])
  const { servers: all, running } = await knownServers(existingProfile(profile, 'add a server'))
  if (running.kind === 'unknown') surroundings.err(printable(running.why))
  const shown = all.map(({ waiting, ...server }) => ({ ...server, handedOver: waiting.map(({ order }) => order.kind) }))
  if (json) surroundings.out(jsonLine({ running: running.kind === 'running', servers: shown }))
  else reportServers(shown, running.kind === 'running', surroundings)
  return exitCodes.good
}

async function test(
  { positionals, profile, token, isTokenGiven, certificate, json }: Given,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const [text = ''] = exactly(positionals, ['NAME or ADDRESS'])
  const server = await serverMeant(text, profile)
  const address = server?.address ?? (server ? `ws://${server.id}` : text)
  idOf(address)
  const waiting = server?.waiting.findLast(({ order }) => order.kind === 'add')?.order
  const secret = (waiting?.kind === 'add' && !isTokenGiven ? waiting.token : await token()) ?? noToken()
  const schemas = surroundings.schemaThread()
  const pinned = certificate ?? server?.certificate
  const dialled = await dial({ address, token: secret, schemas, ...(pinned && { certificate: pinned }) }).finally(() =>
    schemas.stop(),
  )
  if (json) surroundings.out(jsonLine(dialled))
  else reportDialled(address, dialled, surroundings)
  return dialled.ok ? exitCodes.good : exitCodes.bad
}

/** @returns undefined for the address of nobody known, which needs no profile. @throws UsageError when a name means nobody */
async function serverMeant(text: string, profile: string | undefined): Promise<KnownServer | undefined> {
  if (text.includes('://')) {
    if (!existsSync(profileFolder(profile))) return undefined
    return meant((await knownServers(existingProfile(profile, 'add a server'))).servers, text)
  }
  const { servers: all } = await knownServers(existingProfile(profile, 'add a server'))
  const server = meant(all, text)
  if (!server) throw unknownServer(text, all)
  return server
}

function tell(delivery: Delivery, server: Delivered, json: boolean, surroundings: Surroundings): ExitCode {
  const { kind, ...rest } = delivery
  const { id, replaced } = server
  if (json) surroundings.out(jsonLine({ id, outcome: kind, ...(replaced !== undefined && { replaced }), ...rest }))
  else reportDelivery(delivery, server, surroundings)
  return kind === 'refused' ? exitCodes.bad : exitCodes.good
}

function exactly(positionals: readonly string[], names: readonly string[]): readonly string[] {
  if (positionals.length === names.length && !positionals.includes('')) return positionals
  const wanted = names.length > 0 ? names.join(' and ') : 'nothing more'
  throw new UsageError(`It takes ${wanted}, and got ${positionals.join(' ') || 'nothing'}.`)
}

function idOf(address: string): string {
  try {
    return placeIdOf(address)
  } catch (thrown) {
    const { message, suggestion } = asGatewayError(thrown)
    if (isRconAddress(address)) throw new UsageError(`${message} ${suggestion}`)
    throw new UsageError(`${message} Write it as ws://HOST:PORT, for example ${exampleAddress}.`)
  }
}

function noToken(): never {
  throw new UsageError(
    `It needs the token of the agent: --token-file, --token-stdin, or the variable ${tokenVariable}. What the program keeps is in the store of the operating system, and this command cannot open it.`,
  )
}
