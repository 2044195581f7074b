/** `gatehouse clients`: who has a key to a profile and what they may do, also while the program runs. */
import { type Bridge, bridge, type Client, clientLimits, type KnownClients, type NewKey } from '../contract/client.js'
import { GatewayError } from '../contract/gateway-error.js'
import { ClientKeyFiles } from '../storage/client-key-files.js'
import { ClientStore } from '../storage/client-store.js'
import { cameByOAuth } from '../storage/oauth-store.js'
import { knock } from '../storage/single-instance.js'
import { mustBe, readOptions } from './arguments.js'
import { type AccessGiven, accessOptions, changeFrom, readAccess, rightsFrom, saysNothing } from './clients/access.js'
import { reportClient, reportClients, reportEdited, reportKey, reportKeyFile, reportRevoked } from './clients/report.js'
import { existingProfile, usableProfile } from './profile-argument.js'
import { jsonLine, terminalText } from './text.js'
import { type ExitCode, exitCodes, type Surroundings, UsageError, type Verb } from './verb.js'

const help = [
  'Usage: gatehouse clients add NAME [--key-file FILE] [--role ROLE] [--allow P]... [--ask P]... [--deny P]...',
  '                              [--server ID] [--rate N]',
  '       gatehouse clients edit NAME|ID [--role ROLE] [--allow P]... [--ask P]... [--deny P]... [--forget P]...',
  '                              [--server ID] [--rate N]',
  '       gatehouse clients list | show NAME|ID | revoke NAME|ID',
  '',
  'The programs that have a key and rights of their own, and the group of those that come through the bridge without one.',
  'Nothing of this needs a restart: a running program knows a new key at once, holds open sessions to what was edited,',
  'and disconnects the client whose key is revoked.',
  '',
  '  add     makes a key and prints it, once: only its hash is kept',
  '  edit    changes what a client may do; the id of the programs without a key is "bridge"',
  '  list    who has a key, what they may do, and when they were last there',
  '  show    one of them, line by line',
  '  revoke  takes a key away, and its key file; open sessions, streams and questions of that client end',
  '',
  '  --key-file FILE  with add: puts the key into the profile for the stdio bridge and prints nothing secret; the AI client',
  '                 starts the bridge with --client FILE. Lower-case letters, digits and hyphens.',
  '  --role ROLE    what it may do by itself; admin when left out:',
  '                   none         nothing but what is allowed below',
  '                   viewer       read, and listen to events',
  '                   operator     actions of low and medium risk as well',
  '                   admin        all actions; a person is asked each time for critical ones and those of system.*',
  '                   super_admin  everything',
  '                 What a risk demands is asked whatever the role. With --server, "default" takes the role there back.',
  '  --allow P      a permission, for example mcp.context.** or mcp.action.player.teleport; may be given more than once',
  '  --ask P        a person is asked each time, whatever the risk',
  '  --deny P       never; deny beats ask beats allow, and what nothing is said about is refused',
  '  --grant P      only this and what else is granted: --role none --allow P',
  '  --forget P     takes back what was said of this permission',
  '  --server ID    id, name or address of the one server that role and permissions are for; with add it may nothing on others',
  `  --rate N       calls a minute, of all kinds together; ${clientLimits.callsPerMinute.normal} when left out`,
  '  --profile DIR  the data folder; that of the desktop program when left out',
  '  --json         one JSON value. add: { client, token, running }, for a key file without the token,',
  '                 list: { clients, bridge }, show: { client }, edit and revoke: { client, running }',
  '',
  'Exit codes: 0 it is done, 1 it was refused, 2 the command line, the profile or the client that is named cannot be used.',
].join('\n')

interface Given {
  readonly positionals: readonly string[]
  readonly access: AccessGiven
  readonly keyName: string | undefined
  readonly profile: string | undefined
  readonly json: boolean
}

const doings = { add, edit, list, show, revoke } as const

export const clients: Verb = {
  name: 'clients',
  summary: 'add, edit, list and revoke the clients that have a key',
  help,
  async run(args, surroundings): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, {
      ...accessOptions,
      'key-file': { type: 'string' },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    const [doing, ...rest] = positionals
    if (doing === undefined || !Object.hasOwn(doings, doing)) {
      throw new UsageError(`It takes ${Object.keys(doings).join(', ')}, and got ${doing ?? 'nothing'}.`)
    }
    const { profile, json, 'key-file': keyName, ...access } = values
    const misplaced = optionOutOfPlace(doing, access)
    if (misplaced) throw new UsageError(misplaced)
    if (keyName !== undefined && doing !== 'add') throw new UsageError('--key-file belongs to add.')
    return doings[doing as keyof typeof doings]({ positionals: rest, access, keyName, profile, json }, surroundings)
  },
}

function optionOutOfPlace(doing: string, access: AccessGiven): string | undefined {
  const given = Object.entries(access).flatMap(([name, value]) =>
    value === undefined || value.length === 0 ? [] : name,
  )
  if (doing === 'add') return given.includes('forget') ? '--forget belongs to edit.' : undefined
  if (doing === 'edit' || given.length === 0) return undefined
  return `${given.map((name) => `--${name}`).join(' and ')} ${given.length === 1 ? 'belongs' : 'belong'} to add and edit.`
}

async function add(
  { positionals, access, keyName, profile, json }: Given,
  surroundings: Surroundings,
): Promise<ExitCode> {
  mustBe(positionals, ['NAME'])
  const [name = ''] = positionals
  const folder = usableProfile(profile)
  const said = await readAccess(folder, access)
  return unlessRefused(surroundings, async () => {
    const wanted = { name, ...rightsFrom(said), ...(keyName !== undefined && { keyName }) }
    const key = inStore(folder, (store) => {
      const made = store.add(wanted, new Date(), 'command-line')
      if (keyName !== undefined) writeKeyFile(folder, store, made, keyName)
      return made
    })
    const running = await isTold(folder)
    if (keyName !== undefined) {
      if (json) surroundings.out(jsonLine({ client: key.client, running }))
      else reportKeyFile(key.client, keyName, running, surroundings)
    } else if (json) surroundings.out(jsonLine({ ...key, running }))
    else reportKey(key, running, surroundings)
  })
}

async function edit({ positionals, access, profile, json }: Given, surroundings: Surroundings): Promise<ExitCode> {
  mustBe(positionals, ['NAME or ID'])
  const [text = ''] = positionals
  const folder = existingProfile(profile, 'add a client')
  const said = await readAccess(folder, access)
  if (saysNothing(said)) throw new UsageError('Say what to change: --role, --allow, --ask, --deny, --forget or --rate.')
  return unlessRefused(surroundings, async () => {
    const client = inStore(folder, (store) => {
      const known = knownIn(store)
      const { id } = meantBy(text, known)
      const edited = store.edit(id, (now) => changeFrom(now, said), new Date(), 'command-line')
      if (!edited) throw unknownClient(text, known)
      return edited
    })
    const running = await isTold(folder)
    if (json) surroundings.out(jsonLine({ client, running }))
    else reportEdited(client, running, surroundings)
  })
}

async function list({ positionals, profile, json }: Given, surroundings: Surroundings): Promise<ExitCode> {
  mustBe(positionals, [])
  const folder = existingProfile(profile, 'add a client')
  const byOAuth = cameByOAuth(folder)
  const { clients, ...more } = inStore(folder, knownIn)
  const known = {
    ...more,
    clients: clients.map((client) => (byOAuth.has(client.id) ? { ...client, cameBy: 'oauth' as const } : client)),
  }
  if (json) surroundings.out(jsonLine(known))
  else reportClients(known, surroundings)
  return exitCodes.good
}

async function show({ positionals, profile, json }: Given, surroundings: Surroundings): Promise<ExitCode> {
  mustBe(positionals, ['NAME or ID'])
  const [text = ''] = positionals
  const client = meantBy(text, inStore(existingProfile(profile, 'add a client'), knownIn))
  if (json) surroundings.out(jsonLine({ client }))
  else reportClient(client, surroundings)
  return exitCodes.good
}

async function revoke({ positionals, profile, json }: Given, surroundings: Surroundings): Promise<ExitCode> {
  mustBe(positionals, ['NAME or ID'])
  const [text = ''] = positionals
  const folder = existingProfile(profile, 'add a client')
  const client = inStore(folder, (store) => {
    const known = knownIn(store)
    const meant = known.clients.find(({ id, name }) => id === text || name === text)
    if (!meant || !store.revoke(meant.id, new Date(), 'command-line')) throw unknownClient(text, known)
    if (meant.keyName !== undefined) new ClientKeyFiles(folder).remove(meant.keyName)
    return meant
  })
  const running = await isTold(folder)
  if (json) surroundings.out(jsonLine({ client, running }))
  else reportRevoked(client, running, surroundings)
  return exitCodes.good
}

/** A client whose key is nowhere is no use to anybody. @throws UsageError when it could not be written */
function writeKeyFile(profile: string, store: ClientStore, { client, token }: NewKey, keyName: string): void {
  try {
    new ClientKeyFiles(profile).write(keyName, token)
  } catch (error) {
    store.revoke(client.id, new Date(), 'command-line')
    throw new UsageError(`The key file could not be written (${error instanceof Error ? error.message : error}).`)
  }
}

async function unlessRefused({ err }: Surroundings, act: () => Promise<void>): Promise<ExitCode> {
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
function meantBy(text: string, known: KnownClients): Client | Bridge {
  if (text === bridge.id) return known.bridge
  const meant = known.clients.find(({ id, name }) => id === text || name === text)
  if (meant) return meant
  throw unknownClient(text, known)
}

/** Whether the program runs, and has taken in what was written. */
const isTold = async (profile: string): Promise<boolean> => (await knock(profile)) !== undefined

/** @throws UsageError when the keys cannot be read or written */
function inStore<T>(profile: string, use: (store: ClientStore) => T): T {
  let store: ClientStore | undefined
  try {
    store = ClientStore.open(profile)
    return use(store)
  } catch (error) {
    if (error instanceof GatewayError || error instanceof UsageError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`The keys of the profile ${profile} cannot be used (${reason}).`)
  } finally {
    store?.close()
  }
}

function unknownClient(text: string, { clients: known }: KnownClients): UsageError {
  const names = known.map(({ name, id }) => `"${name}" (${id})`)
  return new UsageError(
    `No client with a key is called "${text}". ${names.length > 0 ? `There are ${names.join(', ')}.` : 'There is none.'}`,
  )
}
