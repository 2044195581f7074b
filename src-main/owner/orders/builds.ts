/**
 * Orders about builds: what a requested one would change, those that run, and where AI may build.
 *
 * Guards invariant 6: to see a build, or to stop one, approves nothing. An area can be added by the owner alone.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { imagesOf, viewOf } from '@shared/build/build-view.js'
import { areaLimits, type BuildArea } from '@shared/servers/added-server.js'
import type { ServerBuilds } from '../../gateway/ports/provider.js'
import type { SettingsStore } from '../../storage/settings-store.js'
import type { BuildPreviews } from '../build-previews.js'
import type { Builds } from '../builds.js'
import type { OrdersAbout, Payload } from '../table/table.js'

export interface BuildOrdersDependencies {
  readonly previews: Pick<BuildPreviews, 'of'>
  readonly builds: Pick<Builds, 'list' | 'of'>
  /** Of a block in a picture, as `#rrggbb`. */
  readonly colourOf?: (block: string) => string
}

export function buildOrders({ previews, builds, colourOf }: BuildOrdersDependencies): OrdersAbout<'builds'> {
  const known = (id: string): ServerBuilds => {
    const found = builds.of(id)
    if (!found) throw new GatewayError('PROTOCOL.INVALID_REQUEST', { message: 'This build is not known any more.' })
    return found
  }
  return {
    'builds:preview': async ({ approval, turn }) => viewOf(await previews.of(approval, turn), colourOf),
    'builds:images': async ({ approval, turn }) => imagesOf((await previews.of(approval, turn)).picture),
    'builds:list': () => builds.list(),
    'builds:pause': ({ id }) => known(id).pause(id),
    'builds:resume': ({ id }) => known(id).resume(id),
    'builds:stop': ({ id }) => known(id).stop(id),
    'builds:picture': async ({ id }) => {
      const picture = await builds.of(id)?.picture(id)
      return picture ? imagesOf(picture) : null
    },
  }
}

const sorted = (one: number, other: number): readonly [number, number] => [Math.min(one, other), Math.max(one, other)]

function areaOf({ name, world, from, to }: Payload<'areas:add'>): BuildArea {
  const [x, y, z] = [sorted(from.x, to.x), sorted(from.y, to.y), sorted(from.z, to.z)]
  return {
    name: name.trim(),
    world: world.trim(),
    from: { x: x[0], y: y[0], z: z[0] },
    to: { x: x[1], y: y[1], z: z[1] },
  }
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

export function areaOrders(settings: Pick<SettingsStore, 'get' | 'change'>): OrdersAbout<'areas'> {
  const areasOf = (server: string): readonly BuildArea[] => settings.get().buildAreas[server] ?? []
  const save = (server: string, areas: readonly BuildArea[]): void => {
    const { [server]: _before, ...others } = settings.get().buildAreas
    const buildAreas = areas.length > 0 ? { ...others, [server]: areas } : others
    if (!settings.change({ buildAreas })) throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
  }
  return {
    'areas:list': ({ server }) => areasOf(server),
    'areas:add': (given) => {
      const area = areaOf(given)
      const areas = areasOf(given.server)
      if (area.name === '' || area.world === '') throw new GatewayError('PROTOCOL.INVALID_REQUEST')
      if (areas.some(({ name }) => isSameName(name, area.name))) throw nameTaken()
      if (areas.length >= areaLimits.areas) throw tooMany()
      save(given.server, [...areas, area])
    },
    'areas:remove': ({ server, name }) =>
      save(
        server,
        areasOf(server).filter((area) => area.name !== name),
      ),
  }
}

const nameTaken = () =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'An area with this name already exists.',
    suggestion: 'Choose another name.',
  })

const tooMany = () =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: `A server has at most ${areaLimits.areas} areas.`,
    suggestion: 'Remove one first.',
  })
