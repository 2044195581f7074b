/** `gatehouse clients`: who has a key to a profile, also while the program runs. */
import { type Client, clientLimits, type NewKey } from '../contract/client.js'
import { GatewayError } from '../contract/gateway-error.js'
import { ClientStore } from '../storage/client-store.js'
import { cameByOAuth } from '../storage/oauth-store.js'
import { knock } from '../storage/single-instance.js'
import { mustBe, readOptions, wholeNumber } from './arguments.js'
import { reportClients, reportKey, reportRevoked } from './clients/report.js'
import { existingProfile, usableProfile } from './profile-argument.js'
import { type ExitCode, exitCodes, type Surroundings, UsageError, type Verb } from './verb.js'

const help = [
  'Usage: gatehouse clients add NAME [--grant PATTERN]... [--rate N] [--profile DIR] [--json]',
  '       gatehouse clients list [--profile DIR] [--json]',
  '       gatehouse clients revoke NAME|ID [--profile DIR] [--json]',
  '',
  'The programs that may ask over HTTP, each with a key of its own. Nothing of this needs a restart: a running program',
  'knows a new key at once, and hangs up on whom a key is taken away from.',
  '',
  '  add     makes a key and prints it, once: only its hash is kept',
  '  list    who has a key, what they may do, and when they were last there',
  '  revoke  takes a key away; open sessions, streams and questions of that client end',
  '',
  '  --grant PATTERN  what it may do, for example mcp.context.** (only read) or mcp.action.world.time.set; may be given',
  '                   more than once; everything when left out: what is risky is asked anyway',
  `  --rate N         calls a minute, of all kinds together; ${clientLimits.callsPerMinute.normal} when left out`,
  '  --profile DIR    the data folder; that of the desktop program when left out',
  '  --json           one JSON value. add: { client, token, running }, list: { clients }, revoke: { client, running }',
  '',
  'Exit codes: 0 it is done, 1 it was refused, 2 the command line, the profile or the client that is named cannot be used.',
].join('\n')

interface Given {
  readonly positionals: readonly string[]
  readonly grants: readonly string[]
  readonly rate: string | undefined
  readonly profile: string | undefined
  readonly json: boolean
}

const doings = { add, list, revoke } as const

export const clients: Verb = {
  name: 'clients',
  summary: 'add, list and revoke the clients that have a key',
  help,
  async run(args, surroundings): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, {
      grant: { type: 'string', multiple: true, default: [] },
      rate: { type: 'string' },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    const [doing, ...rest] = positionals
    if (doing === undefined || !Object.hasOwn(doings, doing)) {
      throw new UsageError(`It takes add, list or revoke, and got ${doing ?? 'nothing'}.`)
    }
    const { grant: grants, rate, profile, json } = values
    if (doing !== 'add' && (grants.length > 0 || rate !== undefined)) {
      throw new UsageError('--grant and --rate belong to add.')
    }
    return doings[doing as keyof typeof doings]({ positionals: rest, grants, rate, profile, json }, surroundings)
  },
}

async function add({ positionals, grants, rate, profile, json }: Given, surroundings: Surroundings): Promise<ExitCode> {
  mustBe(positionals, ['NAME'])
  const [name = ''] = positionals
  const { least, most } = clientLimits.callsPerMinute
  const callsPerMinute = rate === undefined ? undefined : wholeNumber('rate', rate, least, most)
  const folder = usableProfile(profile)
  let key: NewKey
  try {
    key = inStore(folder, (store) =>
      store.add({ name, grants, ...(callsPerMinute !== undefined && { callsPerMinute }) }, new Date()),
    )
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    surroundings.err(`${error.message} ${error.suggestion}`)
    return exitCodes.bad
  }
  const running = await isTold(folder)
  if (json) surroundings.out(JSON.stringify({ ...key, running }))
  else reportKey(key, running, surroundings)
  return exitCodes.good
}

async function list({ positionals, profile, json }: Given, surroundings: Surroundings): Promise<ExitCode> {
  mustBe(positionals, [])
  const folder = existingProfile(profile, 'add a client')
  const byOAuth = cameByOAuth(folder)
  const known = inStore(folder, live).map((client) =>
    byOAuth.has(client.id) ? { ...client, cameBy: 'oauth' as const } : client,
  )
  if (json) surroundings.out(JSON.stringify({ clients: known }))
  else reportClients(known, surroundings)
  return exitCodes.good
}

async function revoke({ positionals, profile, json }: Given, surroundings: Surroundings): Promise<ExitCode> {
  mustBe(positionals, ['NAME or ID'])
  const [text = ''] = positionals
  const folder = existingProfile(profile, 'add a client')
  const client = inStore(folder, (store) => {
    const meant = live(store).find(({ id, name }) => id === text || name === text)
    if (!meant || !store.revoke(meant.id, new Date())) throw unknownClient(text, live(store))
    return meant
  })
  const running = await isTold(folder)
  if (json) surroundings.out(JSON.stringify({ client, running }))
  else reportRevoked(client, running, surroundings)
  return exitCodes.good
}

const live = (store: ClientStore): Client[] => store.all().flatMap(({ client, revoked }) => (revoked ? [] : [client]))

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

function unknownClient(text: string, known: readonly Client[]): UsageError {
  const names = known.map(({ name, id }) => `"${name}" (${id})`)
  return new UsageError(
    `No client with a key is called "${text}". ${names.length > 0 ? `There are ${names.join(', ')}.` : 'There is none.'}`,
  )
}
