/**
 * Manifests of building on a Java server: see a plan first, build it, look at a place, list structure files.
 *
 * The texts teach a small model the order: look, preview, correct, build.
 */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import {
  blockCounts,
  box,
  buildFields,
  buildPreviewFields,
  count,
  list,
  structuresFields,
  turn,
} from '../../minecraft/build/build-fields.js'
import { whole } from '../../minecraft/schema.js'
import { contextManifest, corner, undoableManifest, world } from './schema.js'

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
  contextManifest('ext.java.structures', structuresFields),
  contextManifest(
    'ext.java.build.preview',
    buildPreviewFields(
      'ext.java.build',
      'Shows a picture of the finished build in its real place, and what it would change.',
    ),
  ),
  undoableManifest('ext.java.build', 'high', buildFields('ext.java.build.preview')),
]
