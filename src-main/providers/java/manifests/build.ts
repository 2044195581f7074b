/**
 * Manifests of building on a Java server: see a plan first, build it, look at a place, list structure files.
 *
 * The texts teach a small model the order: look, preview, correct, build. A preview takes the same arguments as a build.
 */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { buildExamples, buildProperties, buildRequired } from '../../../policy/build/build-parameters.js'
import { whole } from '../../minecraft/schema.js'
import { contextManifest, corner, undoableManifest, world } from './schema.js'

const list = (items: object, maxItems: number, description: string) => ({ type: 'array', maxItems, items, description })
const object = (properties: Readonly<Record<string, object>>, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
})
const count = (description: string) => ({ type: 'integer', minimum: 0, description })
const short = { type: 'string', maxLength: 256 }
const place = object({ x: { type: 'integer' }, y: { type: 'integer' }, z: { type: 'integer' } })
const blockCounts = (description: string) => list(object({ block: short, count: { type: 'integer' } }), 64, description)

const turn = whole(0, 3, 'The picture from another side: quarter turns clockwise.', { default: 0 })

const box = { from: place, to: place, size: place }

export const buildManifests: readonly CapabilityManifest[] = [
  contextManifest('ext.java.area.look', {
    name: 'Look at an area',
    description:
      'Shows a picture of what stands at a place, with its blocks by kind and the height of the ground. Use it before you plan a build. Give center and radius, or from and to.',
    required: ['world'],
    properties: {
      world,
      center: { ...corner, description: 'Middle of the area; with radius.' },
      radius: whole(1, 64, 'Blocks to every side of center, also up and down.', { default: 16 }),
      from: { ...corner, description: 'One corner, instead of center.' },
      to: { ...corner, description: 'The opposite corner. At most 256 blocks away along each axis.' },
      turn,
    },
    returns: {
      ...box,
      blocks: count('Blocks other than air.'),
      kinds: blockCounts('The most frequent blocks.'),
      groundStep: count('Blocks between two numbers of groundY.'),
      groundY: {
        type: 'array',
        description:
          'Height of the ground: rows from north to south, numbers from west to east, beginning at the corner "from". y of the highest block of the area that is no plant; null where there is none.',
        items: { type: 'array', items: { type: ['integer', 'null'] } },
      },
      unknown: list({ enum: ['not-generated', 'blocks'] }, 2, 'What could not be found out.'),
    },
  }),
  contextManifest('ext.java.structures', {
    name: 'List structure files',
    description: 'Lists the structure files that the owner added. A part of a build can place one by its name.',
    returns: {
      structures: list(
        object({ name: short, kind: short, size: place, blocks: { type: 'integer' } }),
        1_000,
        'By name; size in blocks.',
      ),
    },
  }),
  contextManifest('ext.java.build.preview', {
    name: 'Preview a build',
    description:
      'Shows a picture of the finished build in its real place, and what it would change. Changes nothing. Call it before ext.java.build with the same arguments, look at the picture and the numbers, and correct the parts until they are right.',
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
        { enum: ['not-generated', 'blocks', 'entities', 'players', 'picture'] },
        5,
        'What could not be found out, or shown; not-generated: part of the place was never visited, a player must go there first; picture: it shows only the middle, because the build is too large for one. The numbers are of all.',
      ),
    },
    mayReturn: {
      entities: list(object({ type: short, count: { type: 'integer' } }), 64, 'Mobs and objects inside, by type.'),
    },
  }),
  undoableManifest('ext.java.build', 'high', {
    name: 'Build',
    description:
      'Builds a plan of parts: boxes, walls, floors, spheres, stairs, structure files. Call ext.java.build.preview with the same arguments first. One call for the whole build; the owner sees the picture and approves it once. Ends when the build ended.',
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
  }),
]
