/** Orders and events for builds, the structure files that AI may build, and the areas where it may. */

import type { BuildImages, BuildView, Turn } from '@shared/build/build-preview.js'
import type { BuildState } from '@shared/build/build-state.js'
import type { StructureFile } from '@shared/build/structure-file.js'
import { areaLimits, type BuildArea } from '@shared/servers/added-server.js'
import { id, integer, nothing, object, offered, oneOf, text } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'

const turn = oneOf<Turn>([0, 1, 2, 3])
const approval = text({ minLength: 1, maxLength: 256 })
const far = 30_000_000
const corner = object({
  x: integer({ minimum: -far, maximum: far }),
  y: integer({ minimum: -2_048, maximum: 4_096 }),
  z: integer({ minimum: -far, maximum: far }),
})
const build = { by: ['window'] as const, takes: object({ id }), returns: of<null>() }

export const buildsOrders = {
  /** What a requested build would change. */
  'builds:preview': {
    by: ['window', 'pop-up'],
    takes: object({ approval, turn }),
    returns: of<BuildView>(),
  },
  /** The pictures of that preview; they show no text and no coordinate. */
  'builds:images': {
    by: ['window', 'pop-up'],
    takes: object({ approval, turn }),
    returns: of<BuildImages>(),
  },
  'builds:list': { by: ['window'], takes: nothing, returns: of<readonly BuildState[]>() },
  'builds:pause': build,
  'builds:resume': build,
  /** Keeps what is there. */
  'builds:stop': build,
  /** Pictures of what was approved; null when they are no longer kept. */
  'builds:picture': { by: ['window'], takes: object({ id }), returns: of<BuildImages | null>() },
  'areas:list': { by: ['window'], takes: object({ server: id }), returns: of<readonly BuildArea[]>() },
  /** Between any two opposite corners. */
  'areas:add': {
    by: ['window'],
    takes: object({
      server: id,
      name: text({ minLength: 1, maxLength: areaLimits.name }),
      world: offered({ minLength: 1, maxLength: 128 }),
      from: corner,
      to: corner,
    }),
    returns: of<null>(),
  },
  'areas:remove': {
    by: ['window'],
    takes: object({ server: id, name: offered({ minLength: 1, maxLength: areaLimits.name }) }),
    returns: of<null>(),
  },
  'structures:list': { by: ['window'], takes: nothing, returns: of<readonly StructureFile[]>() },
  /** Asks the person for a file; null when they chose none. */
  'structures:add': { by: ['window'], takes: nothing, returns: of<StructureFile | null>() },
  'structures:remove': {
    by: ['window'],
    takes: object({ name: offered({ minLength: 1, maxLength: 128 }) }),
    returns: of<null>(),
  },
} satisfies OrderTable

export const buildsEvents = {
  'builds:changed': { to: ['window'], carries: of<readonly BuildState[]>() },
} satisfies EventTable
