/**
 * Build fields: what the manifests of a build and of its preview say, for every kind of server.
 *
 * The texts teach a small model the order: preview, correct, build. A preview takes the same arguments as a build.
 */
import { buildExamples, buildProperties, buildRequired } from '../../../policy/build/build-parameters.js'
import { whole } from '../schema.js'

export const list = (items: object, maxItems: number, description: string) => ({
  type: 'array',
  maxItems,
  items,
  description,
})
export const object = (properties: Readonly<Record<string, object>>, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
})
export const count = (description: string) => ({ type: 'integer', minimum: 0, description })
export const short = { type: 'string', maxLength: 256 }
export const place = object({ x: { type: 'integer' }, y: { type: 'integer' }, z: { type: 'integer' } })
export const blockCounts = (description: string) =>
  list(object({ block: short, count: { type: 'integer' } }), 64, description)

export const turn = whole(0, 3, 'The picture from another side: quarter turns clockwise.', { default: 0 })

export const box = { from: place, to: place, size: place }

/** @param build the id of the build. @param world what is said about the place and the blocks there */
export const buildPreviewFields = (build: string, world: string) => ({
  name: 'Preview a build',
  description: `${world} Changes nothing. Call it before ${build} with the same arguments, look at the picture and the numbers, and correct the parts until they are right.`,
  required: buildRequired,
  properties: { ...buildProperties, turn },
  examples: buildExamples,
  returns: {
    hash: short,
    name: short,
    world: short,
    ...box,
    blocks: count('Blocks of the plan.'),
    changes: count('Blocks that would change.'),
    kinds: blockCounts('Blocks of the plan by kind.'),
    replaced: blockCounts('Blocks that would be lost, without air, plants and liquids.'),
    containers: list(
      object({
        ...place.properties,
        block: short,
        items: list(object({ id: short, count: { type: 'integer' } }), 27, 'The most of one item first.'),
      }),
      64,
      'Containers with items that would be replaced.',
    ),
    containerCount: count('All containers with items that would be replaced.'),
    players: list(
      object({ name: short, ...place.properties }),
      64,
      'Players where blocks would be. Their parts wait until they left.',
    ),
    floating: list(short, 64, 'Parts that touch neither the ground nor another part.'),
    water: count('Blocks of water beside the build, or of it, that could flow.'),
    lava: count('The same of lava.'),
    commands: count('Commands that the build would take.'),
    seconds: count('Estimated time of the build.'),
    unknown: list(
      { enum: ['not-generated', 'blocks', 'unreadable', 'entities', 'players', 'picture'] },
      5,
      'What could not be found out, or shown; not-generated: part of the place was never visited, a player must go there first; unreadable: no block of the place can be read; picture: it shows only the middle, because the build is too large for one. The numbers are of all.',
    ),
  },
  mayReturn: {
    entities: list(object({ type: short, count: { type: 'integer' } }), 64, 'Mobs and objects inside, by type.'),
  },
})

/** @param blocks what is said about the names of blocks */
export const buildFields = (preview: string, blocks = '') => ({
  name: 'Build',
  description: `Builds a plan of parts: boxes, walls, floors, spheres, stairs, structure files.${blocks} Call ${preview} with the same arguments first. One call for the whole build; the owner sees the picture and approves it once. Ends when the build ended.`,
  required: buildRequired,
  properties: buildProperties,
  examples: buildExamples,
  returns: {
    built: count('Blocks that are as planned.'),
    changed: count('Blocks that differ from before.'),
    skipped: count('Blocks that the game did not keep as planned, such as a torch without a wall.'),
    commands: count('Commands that it took.'),
    seconds: count('How long it took.'),
  },
  mayReturn: { tps: { type: 'number', minimum: 0, description: 'Ticks a second that the server managed.' } },
})

export const structuresFields = {
  name: 'List structure files',
  description: 'Lists the structure files that the owner added. A part of a build can place one by its name.',
  returns: {
    structures: list(
      object({ name: short, kind: short, size: place, blocks: { type: 'integer' } }),
      1_000,
      'By name; size in blocks.',
    ),
  },
}
