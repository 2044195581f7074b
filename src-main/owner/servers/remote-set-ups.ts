/**
 * Remote set-ups: changes `server.properties` of a server that runs elsewhere: preview, copy, check, revert.
 *
 * Guards invariant 4: only the lines that the owner saw are written, and only while the file is unchanged. The image of
 * itzg writes the file again at each start, so for a container the lines for `compose.yaml` are shown instead.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { isJavaAddress } from '@contract/java-address.js'
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import type { RemoteSetup, RevertedRemoteSetup } from '@shared/servers/java-server.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { ServerFiles, ServerWay } from '../../providers/java/ports.js'
import type { ServerSetup } from '../../providers/java/setup/server-setup.js'
import { placeElsewhere, type SetupPlace } from '../../providers/java/setup/setup-place.js'

export interface RemoteSetUpsDependencies {
  readonly setup: Pick<ServerSetup, 'plan' | 'planOf' | 'apply' | 'check' | 'revert'>
  readonly open: (server: AddedServer, secrets: ServerSecrets) => ServerWay
  readonly serverOf: (id: string) => AddedServer | undefined
  readonly secretsOf: (server: AddedServer) => ServerSecrets
  readonly clock: Clock
}

/** For one look or change. MCSManager allows one file in three seconds, so a change takes half a minute there. */
const timeLimitMs = 300_000

export interface RemoteSetUps {
  /** Writes nothing. Each rejects with a GatewayError. */
  plan(id: string): Promise<RemoteSetup>
  /** @returns what the file holds then, as a plan without changes */
  apply(id: string, planId: string): Promise<RemoteSetup>
  revert(id: string): Promise<RevertedRemoteSetup>
}

export function createRemoteSetUps({
  setup,
  open,
  serverOf,
  secretsOf,
  clock,
}: RemoteSetUpsDependencies): RemoteSetUps {
  const last = new Map<string, Promise<void>>()

  /** One at a time for each server: a look repairs what was cut off, which another may be writing. */
  function withWay<Result>(id: string, use: (way: ServerWay) => Promise<Result>): Promise<Result> {
    const turn = (last.get(id) ?? Promise.resolve()).then(() => useWay(id, use))
    const ended = turn.then(
      () => {},
      () => {},
    )
    last.set(id, ended)
    void ended.then(() => last.get(id) === ended && last.delete(id))
    return turn
  }

  /** The way is opened for this alone: what it needs is closed again. */
  async function useWay<Result>(id: string, use: (way: ServerWay) => Promise<Result>): Promise<Result> {
    const server = serverOf(id)
    if (!server || !isJavaAddress(server.address)) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    const way = open(server, secretsOf(server))
    let cancel = () => {}
    const limit = new Promise<never>((_, reject) => {
      cancel = clock.after(timeLimitMs, () => reject(tooLate()))
    })
    try {
      if (way.problem) throw way.problem
      return await Promise.race([use(way), limit])
    } finally {
      cancel()
      await way.stop()
    }
  }

  const withPlace = <Result>(id: string, use: (place: SetupPlace) => Promise<Result>): Promise<Result> =>
    withWay(id, async (way) => use(await placeElsewhere(await filesOf(way), way.power)))

  async function planned(place: SetupPlace): Promise<RemoteSetup> {
    const check = await setup.check(place)
    const plan = await setup.plan(place)
    return {
      kind: 'file',
      plan,
      ...(check && { written: { at: check.at, lost: check.lost, backup: check.backup } }),
    }
  }

  return {
    plan: (id) =>
      withWay(id, async (way) => {
        if (way.composeLines) return { kind: 'compose', lines: await way.composeLines() }
        return planned(await placeElsewhere(await filesOf(way), way.power))
      }),
    apply: (id, planId) =>
      withPlace(id, async (place) => {
        const plan = setup.planOf(planId)
        await setup.apply(planId, place)
        return planned(place).catch((error: unknown) => {
          if (!plan) throw error
          // It was read back when it was written.
          return { kind: 'file', plan: { ...plan, changes: [] } }
        })
      }),
    revert: (id) => withPlace(id, (place) => setup.revert(place)),
  }
}

const tooLate = () =>
  new GatewayError('SYSTEM.TIMEOUT', {
    message: 'The host of the server did not finish in time.',
    suggestion: 'Look at server.properties again before you repeat it.',
    details: { why: 'setup-too-late', mayHaveRun: true },
  })

/** @throws GatewayError */
async function filesOf({ openFiles }: ServerWay): Promise<ServerFiles> {
  if (openFiles) return openFiles()
  throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'Gatehouse reaches no files of this server.',
    suggestion: 'Add it with SSH, SFTP or its panel. On this computer, choose its folder.',
    details: { why: 'setup-no-files' },
  })
}
