/**
 * Build parameters: the JSON schema of a build, for models.
 *
 * It teaches by examples that small models can follow. There are few members, and one way to say each thing. What a
 * schema cannot say (which members a shape needs) `readPlan` checks, with an error that says what to change.
 */

import { farthestFromOrigin } from './part-values.js'
import { planLimits } from './plan.js'
import { maxNameLength, maxOnly, maxStructureName, shapeNames } from './read-plan.js'

const line = (maxLength: number, description: string) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  description,
})

const offset = (description: string) => ({
  type: 'array',
  minItems: 3,
  maxItems: 3,
  items: { type: 'integer', minimum: -farthestFromOrigin, maximum: farthestFromOrigin },
  description,
})

const middle = { type: 'number', minimum: -farthestFromOrigin, maximum: farthestFromOrigin }

const whole = (minimum: number, maximum: number, description: string) => ({
  type: 'integer',
  minimum,
  maximum,
  description,
})

const part = {
  type: 'object',
  required: ['shape'],
  additionalProperties: false,
  properties: {
    shape: {
      enum: shapeNames,
      description:
        'box, walls (4 sides, open above and below), floor, line and stairs go from `from` to `to`. pyramid (for roofs): each layer is smaller. sphere and cylinder have `center` and `radius`. structure is a file of the owner.',
    },
    name: line(maxNameLength, 'What it is, for example "roof".'),
    block: {
      type: 'string',
      minLength: 1,
      maxLength: 512,
      description: 'Block id, for example "minecraft:oak_planks". "minecraft:air" removes blocks. Not for a structure.',
    },
    states: {
      type: 'object',
      additionalProperties: { type: ['string', 'number', 'boolean'] },
      maxProperties: 32,
      description: 'Block states, for example {"facing": "east"}. Stairs face the way up.',
    },
    from: offset('First corner [x, y, z] from the origin. Of a structure: its lowest corner.'),
    to: offset('Opposite corner, included.'),
    center: offset('Middle of a sphere, or of the lowest layer of a cylinder.'),
    radius: whole(1, 255, 'Blocks beside the middle: 3 is 7 blocks wide.'),
    height: whole(1, 512, 'Layers of a cylinder.'),
    hollow: {
      type: 'boolean',
      description: 'Only the outside of a box, sphere, cylinder (open above and below) or pyramid; air inside.',
    },
    structure: line(maxStructureName, 'Name of a structure file.'),
    rotate: { enum: [0, 90, 180, 270], description: 'Turns a structure clockwise, seen from above.' },
    only: {
      type: 'array',
      maxItems: maxOnly,
      items: { type: 'string', minLength: 1, maxLength: 200 },
      description: 'Replaces only these blocks. ["minecraft:air"] keeps everything that is there.',
    },
    skipAir: {
      type: 'boolean',
      description: 'Air of a structure, or inside a hollow shape, leaves what is there.',
    },
    mirror: {
      type: 'object',
      additionalProperties: false,
      properties: { x: middle, y: middle, z: middle },
      description:
        'Builds the mirror image too. {"x": 5}: the middle is x 5 from the origin; 5.5 is between two blocks. With x and z: 4 copies.',
    },
    repeat: {
      type: 'object',
      required: ['count', 'step'],
      additionalProperties: false,
      properties: {
        count: whole(1, planLimits.parts, 'How many, with the first.'),
        step: offset('From one copy to the next.'),
      },
      description: '{"count": 4, "step": [3, 0, 0]}: 4 times, each 3 blocks farther east.',
    },
  },
}

/** An oak hut, 7 by 7 blocks, with its door to the south. */
const hut = {
  name: 'Oak hut',
  world: 'world',
  origin: [100, 64, 200],
  parts: [
    { shape: 'floor', name: 'floor', block: 'minecraft:cobblestone', from: [0, 0, 0], to: [6, 0, 6] },
    { shape: 'walls', name: 'walls', block: 'minecraft:oak_planks', from: [0, 1, 0], to: [6, 3, 6] },
    { shape: 'box', name: 'inside', block: 'minecraft:air', from: [1, 1, 1], to: [5, 3, 5] },
    { shape: 'box', name: 'windows', block: 'minecraft:glass', from: [0, 2, 2], to: [0, 2, 4], mirror: { x: 3 } },
    {
      shape: 'pyramid',
      name: 'roof',
      block: 'minecraft:spruce_planks',
      from: [-1, 4, -1],
      to: [7, 8, 7],
      hollow: true,
    },
    {
      shape: 'box',
      name: 'lower half of the door',
      block: 'minecraft:oak_door',
      states: { half: 'lower', facing: 'north' },
      from: [3, 1, 6],
      to: [3, 1, 6],
    },
    {
      shape: 'box',
      name: 'upper half of the door',
      block: 'minecraft:oak_door',
      states: { half: 'upper', facing: 'north' },
      from: [3, 2, 6],
      to: [3, 2, 6],
    },
  ],
}

/** Whole arguments, for the schema. */
export const buildExamples = [hut] as const

export const buildRequired = ['name', 'world', 'origin', 'parts'] as const

/** Properties of the parameters of a build and of its preview. */
export const buildProperties = {
  name: line(maxNameLength, 'What is built, for example "Oak hut".'),
  world: { type: 'string', minLength: 1, maxLength: 128, description: 'Name of the world, for example "world".' },
  origin: {
    type: 'array',
    minItems: 3,
    maxItems: 3,
    items: { type: 'integer', minimum: -30_000_000, maximum: 30_000_000 },
    description: 'Where [0, 0, 0] of the parts is in the world, as [x, y, z]. x grows to the east, z to the south.',
  },
  parts: {
    type: 'array',
    minItems: 1,
    maxItems: planLimits.parts,
    items: part,
    description: `The parts in order; later parts replace earlier ones. With all copies at most ${planLimits.parts} parts, ${planLimits.blocks} blocks, ${planLimits.side} blocks along each side.`,
  },
}

/** The same as one schema. */
export const buildParameters = {
  type: 'object',
  required: buildRequired,
  properties: buildProperties,
  additionalProperties: false,
  examples: buildExamples,
} as const
