/** `gatehouse clients`: clients of a profile, their keys and rights. Works while the program runs. */

import { type BridgeClient, bridge, type Client, clientLimits, type KnownClients } from '@shared/clients/client.js'
import { expectNames, readOptions } from './arguments.js'
import {
  type AccessArguments,
  type AccessOptionValues,
  accessOptions,
  changeFrom,
  isEmptyAccess,
  readAccess,
  rightsFrom,
} from './clients/access.js'
import { reportClient, reportClients, reportEdited, reportKey, reportKeyFile, reportRevoked } from './clients/report.js'
import { existingProfile, usableProfile } from './profile-argument.js'
import { type Program, withProgram } from './program.js'
import { jsonLine } from './text.js'
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

function add({ positionals, access, keyName, profile, json }: ClientArguments, cli: CliEnvironment): Promise<ExitCode> {
  expectNames(positionals, ['NAME'])
  const [name = ''] = positionals
  return withProgram(usableProfile(profile), { need: 'any', cli }, async (program) => {
    const running = program.kind !== 'brief'
    const wanted = { name, ...rightsFrom(await givenAccess(program, access)) }
    if (keyName !== undefined) {
      const client = await program.give('clients:add-for-bridge', { ...wanted, keyName })
      if (json) cli.out(jsonLine({ client, running }))
      else reportKeyFile(client, keyName, running, cli)
    } else {
      const key = await program.give('clients:add', wanted)
      if (json) cli.out(jsonLine({ ...key, running }))
      else reportKey(key, running, cli)
    }
    return exitCodes.good
  })
}

function edit({ positionals, access, profile, json }: ClientArguments, cli: CliEnvironment): Promise<ExitCode> {
  expectNames(positionals, ['NAME or ID'])
  const [text = ''] = positionals
  return withClients(profile, cli, async (known, program) => {
    const change = await givenAccess(program, access)
    if (isEmptyAccess(change))
      throw new UsageError('Nothing to change: add --role, --allow, --ask, --deny, --forget or --rate.')
    const before = clientNamed(text, known)
    const client = await program.give('clients:edit', { id: before.id, ...changeFrom(before, change) })
    const running = program.kind !== 'brief'
    if (json) cli.out(jsonLine({ client, running }))
    else reportEdited(client, running, cli)
  })
}

function list({ positionals, profile, json }: ClientArguments, cli: CliEnvironment): Promise<ExitCode> {
  expectNames(positionals, [])
  return withClients(profile, cli, (known) => {
    if (json) cli.out(jsonLine(known))
    else reportClients(known, cli)
  })
}

function show({ positionals, profile, json }: ClientArguments, cli: CliEnvironment): Promise<ExitCode> {
  expectNames(positionals, ['NAME or ID'])
  const [text = ''] = positionals
  return withClients(profile, cli, (known) => {
    const client = clientNamed(text, known)
    if (json) cli.out(jsonLine({ client }))
    else reportClient(client, cli)
  })
}

function revoke({ positionals, profile, json }: ClientArguments, cli: CliEnvironment): Promise<ExitCode> {
  expectNames(positionals, ['NAME or ID'])
  const [text = ''] = positionals
  return withClients(profile, cli, async (known, program) => {
    const client = known.clients.find(({ id, name }) => id === text || name === text)
    if (!client) throw unknownClient(text, known)
    await program.give('clients:revoke', { id: client.id })
    const running = program.kind !== 'brief'
    if (json) cli.out(jsonLine({ client, running }))
    else reportRevoked(client, running, cli)
  })
}

const givenAccess = async (program: Program, given: AccessOptionValues): Promise<AccessArguments> =>
  readAccess(given.server === undefined ? [] : await program.give('servers:listed', undefined), given)

/** @throws UsageError when there is no profile */
function withClients(
  profile: string | undefined,
  cli: CliEnvironment,
  use: (known: KnownClients, program: Program) => Promise<void> | void,
): Promise<ExitCode> {
  return withProgram(existingProfile(profile, 'add a client'), { need: 'any', cli }, async (program) => {
    await use(await program.give('clients:list', undefined), program)
    return exitCodes.good
  })
}

/** @throws UsageError */
function clientNamed(text: string, known: KnownClients): Client | BridgeClient {
  if (text === bridge.id) return known.bridge
  const client = known.clients.find(({ id, name }) => id === text || name === text)
  if (client) return client
  throw unknownClient(text, known)
}

function unknownClient(text: string, { clients: known }: KnownClients): UsageError {
  const names = known.map(({ name, id }) => `"${name}" (${id})`)
  return new UsageError(
    `No client "${text}". ${names.length > 0 ? `Known clients: ${names.join(', ')}.` : 'No client has a key.'}`,
  )
}
