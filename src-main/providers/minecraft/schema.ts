/** Schemas that the manifests of Java servers and of Bedrock games share. */

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

/** Schemas of places in worlds. @param example names of worlds, as a sentence ends with them */
export function placeSchemas({ lowest, highest, example }: { lowest: number; highest: number; example: string }) {
  const coordinates = (type: 'integer' | 'number') => ({
    x: { type, minimum: -30_000_000, maximum: 30_000_000, description: 'Blocks, east positive.' },
    y: { type, minimum: lowest, maximum: highest, description: 'Blocks, up positive.' },
    z: { type, minimum: -30_000_000, maximum: 30_000_000, description: 'Blocks, south positive.' },
  })
  const world = {
    type: 'string',
    minLength: 1,
    maxLength: 128,
    description: `Name of the world${example}.`,
  }
  return {
    world,
    location: (type: 'integer' | 'number') => ({
      type: 'object',
      required: ['world', 'x', 'y', 'z'],
      properties: { world, ...coordinates(type) },
      additionalProperties: false,
    }),
    corner: {
      type: 'object',
      required: ['x', 'y', 'z'],
      properties: coordinates('integer'),
      additionalProperties: false,
    },
  }
}

export const gameId = (what: string, example: string) => ({
  type: 'string',
  minLength: 1,
  maxLength: 128,
  pattern: '^[a-z0-9_.-]+(?::[a-z0-9_./-]+)?$',
  description: `Id of the ${what}, for example "${example}".`,
})

export const blockStates = (maxProperties: number, description: string) => ({
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean'] },
  maxProperties,
  description,
})

/** One command of the game, without line breaks. */
export const commandText = (maxLength: number, description: string) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  description,
})

export const changed = { changed: { type: 'boolean' } }

export const text = (maxLength: number, description: string) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  description,
})

export const whole = (minimum: number, maximum: number, description: string, more: object = {}) => ({
  type: 'integer',
  minimum,
  maximum,
  description,
  ...more,
})
