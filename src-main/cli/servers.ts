/**
 * `gatehouse servers`: the Minecraft servers of a profile. Works while the program runs. See
 * docs/protocol.md#agents-tools.
 */
import { existsSync } from 'node:fs'
import { agentPort } from '@contract/frames.js'
import { asGatewayError } from '@contract/gateway-error.js'
import { isJavaAddress, parseJavaAddress, sshLoginOf } from '@contract/java-address.js'
import { pairingCodeIn } from '@contract/pairing-code.js'
import type { GivenServer } from '@shared/servers/added-server.js'
import { normalizedAddress, serverIdOfAddress } from '@shared/servers/address-id.js'
import { anyPlayers, type PowerOrder, secretNameOf } from '@shared/servers/server-way.js'
import { dial } from '../owner/servers/dial.js'
import type { ListedServer } from '../owner/table/shapes.js'
import { profileFolder } from '../storage/profile.js'
import { readOptions } from './arguments.js'
import { givenCertificate } from './certificate.js'
import { existingProfile, usableProfile } from './profile-argument.js'
import { type Need, type Program, RefusedError, withProgram } from './program.js'
import {
  givenJavaSecrets,
  type JavaOptions,
  javaOptions,
  javaWaysOf,
  mustHaveNoJavaOptions,
} from './servers/java-options.js'
import {
  type Delivery,
  type PowerReport,
  reportDelivery,
  reportDialResult,
  reportPower,
  reportServers,
  reportWay,
} from './servers/report.js'
import { serverMatching, serverNamed } from './servers/server-named.js'
import { setup, setupElsewhere } from './servers/setup.js'
import { givenToken, tokenOptions, tokenVariable } from './servers/token.js'
import { jsonLine } from './text.js'
import { type CliCommand, type CliEnvironment, type ExitCode, exitCodes, UsageError } from './verb.js'

const exampleAddress = `ws://192.168.1.20:${agentPort}`

const help = [
  'Usage: gatehouse servers add NAME ADDRESS [--token-file FILE] [--profile DIR] [--json]',
  '       gatehouse servers add NAME rcon://HOST[:PORT] [--password-file FILE] [--management ws[s]://HOST:PORT]',
  '                             [--management-secret-file FILE] [--folder DIR] [--confirm-public]',
  '                             [--profile DIR] [--json]',
  '       gatehouse servers add NAME pterodactyl://PANEL/SERVER --key-file FILE [--node HOST:PORT] [--fingerprint SHA256]',
  '       gatehouse servers add NAME ssh://USER@HOST[:PORT]/FOLDER [--key-file FILE] [--login-file FILE]',
  '                             [--host-key SHA256:…]',
  '       gatehouse servers add NAME sftp://USER@HOST[:PORT][/FOLDER] [--login-file FILE] [--rcon rcon://HOST[:PORT]]',
  '       gatehouse servers add NAME docker://CONTAINER',
  '       gatehouse servers add NAME mcsmanager://PANEL[:PORT]/DAEMON/INSTANCE --key-file FILE [--node HOST:PORT]',
  '       gatehouse servers list [--profile DIR] [--json]',
  '       gatehouse servers test NAME|ADDRESS [--token-file FILE] [--fingerprint SHA256] [--profile DIR] [--json]',
  '       gatehouse servers start|stop|restart NAME [--yes] [--profile DIR] [--json]',
  '       gatehouse servers remove NAME [--profile DIR] [--json]',
  '       gatehouse servers setup DIR|NAME [--yes|--undo] [--profile DIR] [--json]',
  '',
  'Manages the servers of a profile. If Gatehouse is not running, add starts it, hidden. A Java server starts with',
  'the defaults. A person accepts the actions of an agent in the window, or with {"accept":"ID"} on the standard',
  'input of the headless program (--control stdin).',
  '',
  '  add     adds a server; the program stores its token in the keychain of the system',
  '  list    lists the servers, with their status while the program runs',
  '  test    connects to an agent and lists its capabilities and those that would be refused; for a Java server, what',
  '          works: its console, log, files, and power',
  '  start, stop, restart  at a panel, at MCSManager or in Docker; waits until it is seen. --yes: disconnects who is',
  '          online. No AI client can do this, except one with a shell, which acts as you',
  '  remove  removes a server and its token',
  '  setup   shows the lines of server.properties that turn on RCON for a Java server in DIR, and from 1.21.9 the',
  '          management protocol; --yes writes them and saves a copy of the file, --undo restores it. With the NAME of a',
  '          server elsewhere: RCON, over SSH, SFTP or its panel; for a container the lines for compose.yaml',
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
  '  --key-file FILE  the file that holds the key of the panel; with SSH, the private key. Otherwise from',
  '                  GATEHOUSE_PANEL_KEY, or the SSH agent signs in',
  '  --login-file FILE  a file with the password for SSH, or the passphrase of its key; otherwise from',
  '                  GATEHOUSE_SSH_PASSWORD',
  '  --host-key SHA256:…  the only accepted host key (default: that of known_hosts)',
  '  --node HOST:PORT, --node-fingerprint SHA256  the machine behind the panel, and its certificate where no authority',
  '                  certifies it, which you accept with these',
  '  --confirm-public  allows RCON to an internet address, where the password is sent unencrypted',
  '  --token TOKEN   for tests only: other users of this computer can see it',
  '  --fingerprint SHA256  test: the only accepted wss: certificate (default: the trusted one)',
  '  --profile DIR   the data folder (default: that of the desktop app)',
  '  --json          one JSON value. add and remove: { id, outcome, replaced } and, where the outcome is "done", remembered',
  '                  and withoutWindow, "refused", error. list: { running, servers: [{ id, name, address, origin, state,',
  '                  software, unaccepted }] }. test: { ok, name, version, software, capabilities, refused,',
  '                  registrationMs, latencyMs } or { ok, error }; for a Java server { ok, parts: [{ part, state, problem }] }.',
  '                  start, stop, restart: { ok, outcome, state } or { ok, error }',
  '',
  'Exit codes: 0 done, 1 refused, or the agent does not respond, 2 invalid command line, profile',
  'or server.',
].join('\n')

interface ServerArguments {
  readonly positionals: readonly string[]
  readonly json: boolean
  readonly profile: string | undefined
  token(): Promise<string | undefined>
  readonly certificate?: string
  readonly yes: boolean
  readonly undo: boolean
  readonly java: JavaOptions
}

const doings = {
  add,
  list,
  test,
  start: orderTo('start'),
  stop: orderTo('stop'),
  restart: orderTo('restart'),
  remove,
  setup: setUp,
} as const

export const servers: CliCommand = {
  name: 'servers',
  summary: 'add, list, test, start, stop and remove the servers of a profile',
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
      throw new UsageError(
        `Expected add, list, test, start, stop, restart, remove or setup, got ${doing ?? 'nothing'}.`,
      )
    }
    const token = () => givenToken(values, cli)
    const given = {
      positionals: rest,
      json: values.json,
      profile: values.profile,
      token,
      yes: values.yes,
      undo: values.undo,
      java: values,
      ...givenCertificate(values.fingerprint),
    }
    return doings[doing as keyof typeof doings](given, cli)
  },
}

async function add(
  { positionals, profile, token, json, java, certificate }: ServerArguments,
  cli: CliEnvironment,
): Promise<ExitCode> {
  const [name = '', address = ''] = exactly(positionals, ['NAME', 'ADDRESS']).map((text) => text.trim())
  if (name === '' || name.length > 64) throw new UsageError('A name has 1 to 64 characters.')
  if (isJavaAddress(address)) {
    const pin = certificate === undefined ? {} : { certificate }
    return addJava({ name, address, profile, json, java, ...pin }, cli)
  }
  mustHaveNoJavaOptions(java)
  idOf(address)
  const secret = (await token()) ?? noToken()
  return addTo(usableProfile(profile), { server: { name, address }, secrets: { token: secret } }, json, cli)
}

interface NewJava extends Pick<ServerArguments, 'profile' | 'json' | 'java' | 'certificate'> {
  readonly name: string
  readonly address: string
}

async function addJava(
  { name, address, profile, json, java, certificate }: NewJava,
  cli: CliEnvironment,
): Promise<ExitCode> {
  idOf(address)
  const ways = javaWaysOf(address, java)
  const secrets = await givenJavaSecrets(address, java, cli)
  const server = { name, address: normalizedAddress(address), ...(certificate && { certificate }), ...ways }
  return addTo(usableProfile(profile), { server, secrets }, json, cli)
}

function addTo(profile: string, given: NamedServer, json: boolean, cli: CliEnvironment): Promise<ExitCode> {
  const { name, address } = given.server
  return withProgram(profile, { need: 'whole', cli }, async (program) => {
    const key = serverIdOfAddress(address)
    const before = (await program.give('servers:listed', undefined)).find(
      (one) => one.address !== undefined && serverIdOfAddress(one.address) === key,
    )
    const parsed = isJavaAddress(address) ? parseJavaAddress(address) : undefined
    const secret = secretNameOf(parsed?.kind, parsed && sshLoginOf(parsed) !== undefined)
    const about = {
      id: before?.id ?? key,
      name,
      done: 'added',
      secret,
      ...(before && { replaced: before.name }),
    } as const
    return delivered(about, json, cli, async () => {
      const { id } = await program.give('servers:add', given)
      const remembered = await program.give('servers:is-remembered', { id })
      return { id, remembered, ...(program.kind !== 'window' && { withoutWindow: true as const }) }
    })
  })
}

type NamedServer = GivenServer & { readonly server: { readonly name: string } }

async function remove({ positionals, profile, json }: ServerArguments, cli: CliEnvironment): Promise<ExitCode> {
  const [text = ''] = exactly(positionals, ['NAME'])
  return withServers(profile, { need: 'any', cli }, (servers, program) => {
    const { id, name } = serverNamed(servers, text)
    return delivered({ id, name, done: 'removed' }, json, cli, async () => {
      await program.give('servers:remove', { id })
      return { id, remembered: true }
    })
  })
}

function orderTo(order: PowerOrder) {
  return ({ positionals, profile, json, yes }: ServerArguments, cli: CliEnvironment): Promise<ExitCode> => {
    const [text = ''] = exactly(positionals, ['NAME'])
    return withServers(profile, { need: 'whole', cli }, async (servers, program) => {
      const { id, name } = serverNamed(servers, text)
      const given = await program.give('servers:power', { id, order, ...(yes && { players: anyPlayers }) }).then(
        (result): PowerReport => ({ ok: true, ...result }),
        (thrown: unknown): PowerReport => {
          if (!(thrown instanceof RefusedError)) throw thrown
          return { ok: false, error: thrown.error }
        },
      )
      if (json) cli.out(jsonLine(given))
      else reportPower(name, order, given, cli)
      return given.ok && given.outcome !== 'sent' ? exitCodes.good : exitCodes.bad
    })
  }
}

/** @throws UsageError when there is no profile */
function withServers<T>(
  profile: string | undefined,
  { need, cli }: { readonly need: Need; readonly cli: CliEnvironment },
  use: (servers: readonly ListedServer[], program: Program) => Promise<T> | T,
): Promise<T> {
  const folder = existingProfile(profile, 'add a server')
  return withProgram(folder, { need, cli }, async (program) =>
    use(await program.give('servers:listed', undefined), program),
  )
}

function setUp({ positionals, profile, json, yes, undo }: ServerArguments, cli: CliEnvironment): Promise<ExitCode> {
  const [directory = ''] = exactly(positionals, ['DIR or NAME'])
  if (yes && undo) throw new UsageError('Use either --yes or --undo, not both.')
  if (existsSync(directory) || !existsSync(profileFolder(profile))) {
    return setup({ directory, profile, json, yes, undo }, cli)
  }
  return withServers(profile, { need: 'whole', cli }, (servers, program) => {
    const server = serverMatching(servers, directory)
    if (!server) return setup({ directory, profile, json, yes, undo }, cli)
    return setupElsewhere(program, { ...server, yes, undo, json }, cli)
  })
}

async function list({ positionals, profile, json }: ServerArguments, cli: CliEnvironment): Promise<ExitCode> {
  exactly(positionals, [])
  return withServers(profile, { need: 'any', cli }, (servers, { kind }) => {
    const running = kind !== 'brief'
    if (json) cli.out(jsonLine({ running, servers }))
    else reportServers(servers, running, cli)
    return exitCodes.good
  })
}

async function test(
  { positionals, profile, token, certificate, json }: ServerArguments,
  cli: CliEnvironment,
): Promise<ExitCode> {
  const [text = ''] = exactly(positionals, ['NAME or ADDRESS'])
  const server = await serverFor(text, profile, cli)
  const address = server?.address ?? (server ? `ws://${server.id}` : text)
  idOf(address)
  if (isJavaAddress(address)) return testWay(server, profile, json, cli)
  const secret = (await token()) ?? noToken()
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

/** The program that runs has the secrets of its servers. */
function testWay(
  server: ListedServer | undefined,
  profile: string | undefined,
  json: boolean,
  cli: CliEnvironment,
): Promise<ExitCode> {
  if (!server) throw new UsageError('Add this server first: gatehouse servers add NAME ADDRESS.')
  return withProgram(existingProfile(profile, 'add a server'), { need: 'whole', cli }, async (program) => {
    const parts = await program.give('servers:check-way', { id: server.id })
    if (json) cli.out(jsonLine({ ok: parts.every(({ state }) => state !== 'failed'), parts }))
    else reportWay(server.name, parts, cli)
    return parts.some(({ state }) => state === 'failed') ? exitCodes.bad : exitCodes.good
  })
}

/** @returns undefined for an unknown address, which needs no profile. @throws UsageError for an unknown name */
async function serverFor(
  text: string,
  profile: string | undefined,
  cli: CliEnvironment,
): Promise<ListedServer | undefined> {
  const isAddress = text.includes('://')
  if (isAddress && !existsSync(profileFolder(profile))) return undefined
  return withServers(profile, { need: 'any', cli }, (servers) =>
    isAddress ? serverMatching(servers, text) : serverNamed(servers, text),
  )
}

/** Does it, and prints what came of it. */
async function delivered(
  about: Parameters<typeof reportDelivery>[1],
  json: boolean,
  cli: CliEnvironment,
  act: () => Promise<Omit<Extract<Delivery, { kind: 'done' }>, 'kind'> & { readonly id: string }>,
): Promise<ExitCode> {
  const { id, delivery } = await act().then(
    ({ id, ...rest }): { id: string; delivery: Delivery } => ({ id, delivery: { kind: 'done', ...rest } }),
    (thrown: unknown) => {
      if (!(thrown instanceof RefusedError)) throw thrown
      return { id: about.id, delivery: { kind: 'refused', error: thrown.error } as const }
    },
  )
  const { kind, ...rest } = delivery
  const { replaced } = about
  if (json) cli.out(jsonLine({ id, outcome: kind, ...(replaced !== undefined && { replaced }), ...rest }))
  else reportDelivery(delivery, { ...about, id }, cli)
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
    if (isJavaAddress(address)) throw new UsageError(`${message} ${suggestion}`)
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
