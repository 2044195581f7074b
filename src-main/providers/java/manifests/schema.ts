/** Schemas that the manifests of `ext.java.*` share. */

export const playerName = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  description: 'Name of the player, exactly as the list of players shows it.',
}

export const reason = {
  type: 'string',
  maxLength: 256,
  description: 'Why; shown to the person who decides and written into the audit trail.',
}

const coordinates = (type: 'integer' | 'number') => ({
  x: { type, minimum: -30_000_000, maximum: 30_000_000, description: 'Blocks, east positive.' },
  y: { type, minimum: -2_048, maximum: 4_096, description: 'Blocks, up positive.' },
  z: { type, minimum: -30_000_000, maximum: 30_000_000, description: 'Blocks, south positive.' },
})

const world = {
  type: 'string',
  minLength: 1,
  maxLength: 128,
  description: 'Name of the world, for example "world" or "world_nether".',
}

export const location = (type: 'integer' | 'number') => ({
  type: 'object',
  required: ['world', 'x', 'y', 'z'],
  properties: { world, ...coordinates(type) },
  additionalProperties: false,
})

export const corner = {
  type: 'object',
  required: ['x', 'y', 'z'],
  properties: coordinates('integer'),
  additionalProperties: false,
}

export const gameId = (what: string, example: string) => ({
  type: 'string',
  minLength: 1,
  maxLength: 128,
  pattern: '^[a-z0-9_.-]+(?::[a-z0-9_./-]+)?$',
  description: `Id of the ${what}, for example "${example}".`,
})

export const states = {
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean'] },
  maxProperties: 32,
  description: 'Block states, for example {"facing": "north"}.',
}
