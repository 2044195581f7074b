/** `gatehouse clients`: clients of a profile, their keys and rights. Works while the program runs. */

import { GatewayError } from '@contract/gateway-error.js'
import {
  type BridgeClient,
  bridge,
  type Client,
  clientLimits,
  type KnownClients,
  type NewKey,
} from '@shared/clients/client.js'
import { ClientKeyFiles } from '../storage/client-key-files.js'
import { ClientStore } from '../storage/client-store.js'
import { oauthClientIds } from '../storage/oauth-store.js'
import { notifyProgram } from '../storage/single-instance.js'
import { StateDatabase } from '../storage/state-database.js'
import { expectNames, readOptions } from './arguments.js'
import {
  type AccessOptionValues,
  accessOptions,
  changeFrom,
  isEmptyAccess,
  readAccess,
  rightsFrom,
} from './clients/access.js'
import { reportClient, reportClients, reportEdited, reportKey, reportKeyFile, reportRevoked } from './clients/report.js'
import { existingProfile, usableProfile } from './profile-argument.js'
import { jsonLine, terminalText } from './text.js'
import { type CliCommand, type CliEnvironment, type ExitCode, exitCodes, UsageError } from './verb.js'

const help = [
  'Usage: gatehouse clients add NAME [--key-file FILE] [--role ROLE] [--allow P]... [--ask P]... [--deny P]...',
  '                              [--server ID] [--rate N] [--wait SECONDS]',
  '       gatehouse clients edit NAME|ID [--role ROLE] [--allow P]... [--ask P]... [--deny P]... [--forget P]...',
  '                              [--server ID] [--rate N] [--wait SECONDS]',
  '       gatehouse clients list | show NAME|ID | revoke NAME|ID',
  '',
  'Manages the AI clients that have their own key, and the shared entry "bridge" for those without one.',
  'Changes apply immediately, without a restart: new keys work, open sessions get the new permissions,',
  'and a client whose key is revoked is disconnected.',
  '',
  '  add     creates a key and prints it once; only its hash is stored',
  '  edit    changes the permissions of a client; use "bridge" for clients without a key',
  '  list    lists clients, their permissions and when they were last active',
  '  show    shows one client in detail',
  '  revoke  revokes a key and deletes its key file; closes the sessions and requests of the client',
  '',
  '  --key-file FILE  with add: saves the key in the profile for the stdio bridge and does not print it; the AI client',
  '                 starts the bridge with --client FILE. Lower-case letters, digits and hyphens.',
  '  --role ROLE    what the client may do (default: admin):',
  '                   none         only what the options below allow',
  '                   viewer       read, and listen to events',
  '                   operator     also actions of low and medium risk',
  '                   admin        all actions; critical ones and system.* always need approval',
  '                   super_admin  everything',
  '                 Risky actions need approval with every role. With --server, "default" removes the role there.',
  '  --allow P      a permission, for example mcp.context.** or mcp.action.player.teleport; can be repeated',
  '  --ask P        always needs approval',
  '  --deny P       always denied. Order: deny, ask, allow; everything else is denied',
  '  --grant P      short for --role none --allow P',
  '  --forget P     removes the entry for this permission',
  '  --server ID    id, name or address: role and permissions apply to this server only; with add, no access to others',
  `  --rate N       maximum calls per minute (default: ${clientLimits.callsPerMinute.normal})`,
  `  --wait SECONDS answers a call that waits for approval after this time, from ${clientLimits.waitSeconds.least} to ${clientLimits.waitSeconds.most} (default): for a client`,
  '                 that ends a tool call sooner. Gatehouse also learns the time of a client that gave up twice.',
  '  --profile DIR  the data folder (default: that of the desktop app)',
  '  --json         one JSON value. add: { client, token, running }, for a key file without the token,',
  '                 list: { clients, bridge }, show: { client }, edit and revoke: { client, running }',
  '',
  'Exit codes: 0 done, 1 refused, 2 invalid command line, profile or client.',
].join('\n')

interface ClientArguments {
  readonly positionals: readonly string[]
  readonly access: AccessOptionValues
  readonly keyName: string | undefined
  readonly profile: string | undefined
  readonly json: boolean
}

const doings = { add, edit, list, show, revoke } as const

export const clients: CliCommand = {
  name: 'clients',
  summary: 'add, edit, list and revoke clients and their keys',
  help,
  async run(args, cli): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, {
      ...accessOptions,
      'key-file': { type: 'string' },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    const [doing, ...rest] = positionals
    if (doing === undefined || !Object.hasOwn(doings, doing)) {
      throw new UsageError(`Expected ${Object.keys(doings).join(', ')}, got ${doing ?? 'nothing'}.`)
    }
    const { profile, json, 'key-file': keyName, ...access } = values
    const misplaced = misplacedOption(doing, access)
    if (misplaced) throw new UsageError(misplaced)
    if (keyName !== undefined && doing !== 'add') throw new UsageError('--key-file works only with add.')
    return doings[doing as keyof typeof doings]({ positionals: rest, access, keyName, profile, json }, cli)
  },
}

function misplacedOption(doing: string, access: AccessOptionValues): string | undefined {
  const given = Object.entries(access).flatMap(([name, value]) =>
    value === undefined || value.length === 0 ? [] : name,
  )
  if (doing === 'add') return given.includes('forget') ? '--forget works only with edit.' : undefined
  if (doing === 'edit' || given.length === 0) return undefined
  return `${given.map((name) => `--${name}`).join(' and ')} ${given.length === 1 ? 'works' : 'work'} only with add and edit.`
}

async function add(
  { positionals, access, keyName, profile, json }: ClientArguments,
  cli: CliEnvironment,
): Promise<ExitCode> {
  expectNames(positionals, ['NAME'])
  const [name = ''] = positionals
  const folder = usableProfile(profile)
  const said = await readAccess(folder, access)
  return unlessRefused(cli, async () => {
    const wanted = { name, ...rightsFrom(said), ...(keyName !== undefined && { keyName }) }
    const key = inStore(folder, (store) => {
      const made = store.add(wanted, new Date(), 'command-line')
      if (keyName !== undefined) writeKeyFile(folder, store, made, keyName)
      return made
    })
    const running = await isNotified(folder)
    if (keyName !== undefined) {
      if (json) cli.out(jsonLine({ client: key.client, running }))
      else reportKeyFile(key.client, keyName, running, cli)
    } else if (json) cli.out(jsonLine({ ...key, running }))
    else reportKey(key, running, cli)
  })
}

async function edit({ positionals, access, profile, json }: ClientArguments, cli: CliEnvironment): Promise<ExitCode> {
  expectNames(positionals, ['NAME or ID'])
  const [text = ''] = positionals
  const folder = existingProfile(profile, 'add a client')
  const said = await readAccess(folder, access)
  if (isEmptyAccess(said))
    throw new UsageError('Nothing to change: add --role, --allow, --ask, --deny, --forget or --rate.')
  return unlessRefused(cli, async () => {
    const client = inStore(folder, (store) => {
      const known = knownIn(store)
      const { id } = clientNamed(text, known)
      const edited = store.edit(id, (now) => changeFrom(now, said), new Date(), 'command-line')
      if (!edited) throw unknownClient(text, known)
      return edited
    })
    const running = await isNotified(folder)
    if (json) cli.out(jsonLine({ client, running }))
    else reportEdited(client, running, cli)
  })
}

async function list({ positionals, profile, json }: ClientArguments, cli: CliEnvironment): Promise<ExitCode> {
  expectNames(positionals, [])
  const folder = existingProfile(profile, 'add a client')
  const byOAuth = oauthClientIds(folder)
  const { clients, ...more } = inStore(folder, knownIn)
  const known = {
    ...more,
    clients: clients.map((client) => (byOAuth.has(client.id) ? { ...client, cameBy: 'oauth' as const } : client)),
  }
  if (json) cli.out(jsonLine(known))
  else reportClients(known, cli)
  return exitCodes.good
}

async function show({ positionals, profile, json }: ClientArguments, cli: CliEnvironment): Promise<ExitCode> {
  expectNames(positionals, ['NAME or ID'])
  const [text = ''] = positionals
  const client = clientNamed(text, inStore(existingProfile(profile, 'add a client'), knownIn))
  if (json) cli.out(jsonLine({ client }))
  else reportClient(client, cli)
  return exitCodes.good
}

async function revoke({ positionals, profile, json }: ClientArguments, cli: CliEnvironment): Promise<ExitCode> {
  expectNames(positionals, ['NAME or ID'])
  const [text = ''] = positionals
  const folder = existingProfile(profile, 'add a client')
  const client = inStore(folder, (store) => {
    const known = knownIn(store)
    const client = known.clients.find(({ id, name }) => id === text || name === text)
    if (!client || !store.revoke(client.id, new Date(), 'command-line')) throw unknownClient(text, known)
    if (client.keyName !== undefined) new ClientKeyFiles(folder).remove(client.keyName)
    return client
  })
  const running = await isNotified(folder)
  if (json) cli.out(jsonLine({ client, running }))
  else reportRevoked(client, running, cli)
  return exitCodes.good
}

/** A client whose key cannot be shown or stored is useless. @throws UsageError when it could not be written */
function writeKeyFile(profile: string, store: ClientStore, { client, token }: NewKey, keyName: string): void {
  try {
    new ClientKeyFiles(profile).write(keyName, token)
  } catch (error) {
    store.revoke(client.id, new Date(), 'command-line')
    throw new UsageError(`Cannot write the key file (${error instanceof Error ? error.message : error}).`)
  }
}

async function unlessRefused({ err }: CliEnvironment, act: () => Promise<void>): Promise<ExitCode> {
  try {
    await act()
    return exitCodes.good
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    err(terminalText`${error.message} ${error.suggestion}`)
    return exitCodes.bad
  }
}

const knownIn = (store: ClientStore): KnownClients => ({
  clients: store.all().flatMap(({ client, revoked }) => (revoked ? [] : [client])),
  bridge: store.bridge(),
})

/** @throws UsageError */
function clientNamed(text: string, known: KnownClients): Client | BridgeClient {
  if (text === bridge.id) return known.bridge
  const client = known.clients.find(({ id, name }) => id === text || name === text)
  if (client) return client
  throw unknownClient(text, known)
}

/** Whether the program runs, and has read the change. */
const isNotified = async (profile: string): Promise<boolean> => (await notifyProgram(profile)) !== undefined

/** @throws UsageError when the keys cannot be read or written */
function inStore<T>(profile: string, use: (store: ClientStore) => T): T {
  let state: StateDatabase | undefined
  try {
    state = StateDatabase.open(profile)
    return use(new ClientStore(state))
  } catch (error) {
    if (error instanceof GatewayError || error instanceof UsageError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`Cannot read the keys of the profile ${profile} (${reason}).`)
  } finally {
    state?.close()
  }
}

function unknownClient(text: string, { clients: known }: KnownClients): UsageError {
  const names = known.map(({ name, id }) => `"${name}" (${id})`)
  return new UsageError(
    `No client "${text}". ${names.length > 0 ? `Known clients: ${names.join(', ')}.` : 'No client has a key.'}`,
  )
}
