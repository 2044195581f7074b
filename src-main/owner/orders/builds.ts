/**
 * Orders about builds: what a requested one would change, those that run, and where AI may build.
 *
 * Guards invariant 6: to see a build, or to stop one, approves nothing. An area can be added by the owner alone.
 */
import { open } from 'node:fs/promises'
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import { imagesOf, viewOf } from '@shared/build/build-view.js'
import type { StructureFile } from '@shared/build/structure-file.js'
import { areaLimits, type BuildArea } from '@shared/servers/added-server.js'
import type { Builds } from '../../gateway/feeds/builds.js'
import type { ServerBuilds } from '../../gateway/ports/provider.js'
import { coloursOf } from '../../painter/blocks/block-colours.js'
import { maxStructureBytes } from '../../providers/minecraft/build/structure-file.js'
import type { StructureInfo, StructureLibrary } from '../../providers/minecraft/build/structures.js'
import type { SettingsStore } from '../../storage/settings-store.js'
import type { BuildPreviews } from '../build-previews.js'
import type { Giver, OrdersAbout, Payload } from '../table/table.js'
import { personOf } from './giver.js'

/** As in pictures, `#rrggbb`. */
function colourOf(block: string): string {
  const { top } = coloursOf(block.slice(block.indexOf(':') + 1))
  const parts = [top, top >>> 8, top >>> 16].map((part) => (part & 0xff).toString(16).padStart(2, '0'))
  return `#${parts.join('')}`
}

export interface BuildOrdersDependencies {
  readonly previews: Pick<BuildPreviews, 'of'>
  readonly builds: Pick<Builds, 'list' | 'of'>
}

export function buildOrders({ previews, builds }: BuildOrdersDependencies): OrdersAbout<'builds'> {
  const known = (id: string): ServerBuilds => {
    const found = builds.of(id)
    if (!found) throw new GatewayError('PROTOCOL.INVALID_REQUEST', { message: 'This build is not known any more.' })
    return found
  }
  /** A moderator of some servers stops nothing on others. @throws GatewayError */
  function mustBeTheirs(id: string, giver: Giver): void {
    const { servers } = personOf(giver)
    const build = builds.list().find((one) => one.id === id)
    if (servers && build && !servers.includes(build.serverId))
      throw new GatewayError('PERMISSION.DENIED', {
        message: 'You are not a moderator of this server.',
        suggestion: 'Ask an owner of the gateway.',
      })
  }
  return {
    'builds:preview': async ({ approval, turn }) => viewOf(await previews.of(approval, turn), colourOf),
    'builds:images': async ({ approval, turn }) => imagesOf((await previews.of(approval, turn)).picture),
    'builds:list': () => builds.list(),
    'builds:pause': ({ id }, giver) => {
      mustBeTheirs(id, giver)
      return known(id).pause(id)
    },
    'builds:resume': ({ id }) => known(id).resume(id),
    'builds:stop': ({ id }, giver) => {
      mustBeTheirs(id, giver)
      return known(id).stop(id)
    },
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

export interface StructureOrdersDependencies {
  readonly library: Pick<StructureLibrary, 'list' | 'add' | 'remove'>
  /** Asks the person for a file; undefined when they cancelled. */
  readonly chooseFile: () => Promise<string | undefined>
}

export function structureOrders({ library, chooseFile }: StructureOrdersDependencies): OrdersAbout<'structures'> {
  return {
    'structures:list': () => library.list().map(structureFileOf),
    'structures:add': async () => {
      const file = await chooseFile()
      if (file === undefined) return null
      return structureFileOf(await library.add(path.basename(file), await beginningOf(file, maxStructureBytes + 1)))
    },
    'structures:remove': ({ name }) => {
      library.remove(name)
    },
  }
}

const structureFileOf = ({ name, fileName, kind, size, blocks, omitted }: StructureInfo): StructureFile => ({
  name,
  fileName,
  kind,
  blocks,
  omitted,
  size: { width: size.x, height: size.y, depth: size.z },
})

/** At most so many bytes, however long the file is. @throws GatewayError when it cannot be read */
async function beginningOf(file: string, most: number): Promise<Buffer> {
  try {
    const handle = await open(file)
    try {
      const bytes = Buffer.alloc(Math.min(most, (await handle.stat()).size))
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
      return bytes.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  } catch (cause) {
    throw new GatewayError('BUSINESS.OPERATION_FAILED', { message: 'The file cannot be read.', cause })
  }
}
