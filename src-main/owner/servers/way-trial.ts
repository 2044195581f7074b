/**
 * Way trial: connects each part of the way to a server once, and reports what works. It changes nothing: it runs `list`,
 * and reads `server.properties` and the log.
 *
 * Guards invariant 8: secrets go only to the address that they were entered for. Only a few trials run at once: a
 * compromised window cannot scan the network.
 */
import { isErrorCode } from '@contract/error-catalogue.js'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import { isJavaAddress } from '@contract/java-address.js'
import type { AddedServer, GivenServer, ServerSecrets } from '@shared/servers/added-server.js'
import { normalizedAddress } from '@shared/servers/address-id.js'
import type { ListedPlace, PlaceToList, WayPart, WayPartReport } from '@shared/servers/server-way.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { isMissing } from '../../providers/java/folder/folder-problem.js'
import { latestLog } from '../../providers/java/log/log-reader.js'
import { operationProblem } from '../../providers/java/operation-problem.js'
import type { ConsoleConnection, ServerFiles, ServerWay } from '../../providers/java/ports.js'
import { propertiesFile } from '../../providers/java/setup/rcon-settings.js'

/** Maximum concurrent trials. */
const maxAtOnce = 2
/** Milliseconds for one part. */
const partTimeoutMs = 30_000

export interface WayTrialDependencies {
  readonly open: (server: AddedServer, secrets: ServerSecrets) => ServerWay
  readonly list: (place: PlaceToList) => Promise<readonly ListedPlace[]>
  readonly serverOf: (id: string) => AddedServer | undefined
  readonly secretsOf: (server: AddedServer) => ServerSecrets
  readonly clock: Clock
}

export interface WayTrial {
  /** Each rejects with a GatewayError when there is nothing to try. */
  tryNew(given: GivenServer): Promise<readonly WayPartReport[]>
  check(id: string): Promise<readonly WayPartReport[]>
  list(place: PlaceToList): Promise<readonly ListedPlace[]>
}

export function createWayTrial({ open, list, serverOf, secretsOf, clock }: WayTrialDependencies): WayTrial {
  let running = 0
  const bounded = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= maxAtOnce) throw new GatewayError('SYSTEM.RATE_LIMITED')
    running += 1
    try {
      return await task()
    } finally {
      running -= 1
    }
  }
  const report = (server: AddedServer, secrets: ServerSecrets, more = noMore) =>
    bounded(async () => {
      if (!isJavaAddress(server.address)) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
      const way = open(server, secrets)
      try {
        if (way.problem) throw way.problem
        return [...(await partsOf(way, clock)), ...(await more(way, clock))]
      } finally {
        way.console?.stop()
        await way.stop()
      }
    })
  return {
    tryNew: ({ server, secrets }) =>
      report({ ...server, id: 'trial', address: normalizedAddress(server.address) }, secrets),
    check: async (id) => {
      const server = serverOf(id)
      if (!server) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
      return report(server, secretsOf(server), keyUseOf)
    },
    list: (place) => bounded(() => within(clock, list(place))),
  }
}

/** A server that is not added yet was not used with the key. */
const noMore = async (_way: ServerWay, _clock: Clock): Promise<readonly WayPartReport[]> => []

async function keyUseOf({ checkKeyUse }: ServerWay, clock: Clock): Promise<readonly WayPartReport[]> {
  if (!checkKeyUse) return []
  try {
    return [{ part: 'key', state: (await within(clock, checkKeyUse())) ? 'works' : 'missing' }]
  } catch (error) {
    return [{ part: 'key', state: 'failed', problem: asGatewayError(error).toContract() }]
  }
}

async function partsOf(way: ServerWay, clock: Clock): Promise<readonly WayPartReport[]> {
  const { console, openFiles, openLog, power } = way
  const files = openFiles && within(clock, openFiles())
  const commands = console && within(clock, answersList(console))
  const results = await Promise.allSettled([
    commands,
    // Where lines come with the console, they come where it connects.
    openLog ? commands : files?.then((opened) => within(clock, mustHave(opened, latestLog))),
    files?.then((opened) => within(clock, mustBeServer(opened))),
    power && within(clock, power.state()),
  ])
  const has = [console, openLog ?? openFiles, openFiles, power]
  const parts: readonly WayPart[] = ['console', 'log', 'files', 'power']
  return parts.map((part, index): WayPartReport => {
    const result = results[index]
    if (has[index] === undefined) return { part, state: 'missing' }
    if (result?.status !== 'rejected') return { part, state: 'works' }
    return { part, state: 'failed', problem: asGatewayError(result.reason).toContract() }
  })
}

async function mustBeServer(files: ServerFiles): Promise<void> {
  await mustHave(files, propertiesFile).catch((error: unknown) => {
    throw isMissing(error) ? notServer : error
  })
}

export const notServer = operationProblem(
  'folder-not-server',
  'There is no server.properties in this folder, so it is no server.',
  'Enter the folder in which server.properties is. Or start the server once, which makes the file.',
)

async function mustHave(files: ServerFiles, path: string): Promise<void> {
  await files.withFile(path, async () => undefined)
}

/** Rejects with what the connection reports, when it does not connect. */
async function answersList(console: ConsoleConnection): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = console.onDidChangeState((state) => {
      if (state.kind === 'connecting') return
      stop()
      if (state.kind !== 'offline') return resolve()
      const { code, ...rest } = state.problem
      reject(new GatewayError(isErrorCode(code) ? code : 'SYSTEM.SERVICE_UNAVAILABLE', rest))
    })
    console.start()
  })
  await console.run('list')
}

/** @throws GatewayError when it takes too long */
function within<Value>(clock: Clock, task: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(partTimeoutMs, () => reject(new GatewayError('SYSTEM.TIMEOUT')))
    task.then(resolve, reject).finally(cancel)
  })
}
