/** Manifest fields: the texts and schemas of actions that Java servers and Bedrock games both have. */
import { changed, type commandText, gameId, playerName, text, whole } from './schema.js'

export const gameModeFields = {
  name: 'Set the game mode',
  description: 'Sets the game mode of a player.',
  required: ['playerName', 'gameMode'],
  properties: { playerName, gameMode: { enum: ['survival', 'creative', 'adventure', 'spectator'] } },
  returns: changed,
}

export const itemFields = (maxCount: number) => ({
  name: 'Give an item',
  description: 'Puts items into the inventory of a player.',
  required: ['playerName', 'item'],
  properties: {
    playerName,
    item: gameId('item', 'minecraft:diamond'),
    count: whole(1, maxCount, 'How many.', { default: 1 }),
  },
  returns: { given: { type: 'integer' } },
})

export const effectFields = (example: string, more: Readonly<Record<string, object>> = {}) => ({
  name: 'Give an effect',
  description: 'Gives a player a status effect for some seconds.',
  required: ['playerName', 'effect'],
  properties: {
    playerName,
    effect: gameId('effect', example),
    seconds: whole(1, 1_000_000, 'How long.', { default: 30 }),
    amplifier: whole(0, 255, 'Strength; 0 is level I.', { default: 0 }),
    ...more,
  },
  returns: changed,
})

export const summonFields = (location: object) => ({
  name: 'Summon a mob or object',
  description: 'Summons one entity, such as an animal or a monster.',
  required: ['type', 'location'],
  properties: { type: gameId('entity', 'minecraft:pig'), location },
  returns: { summoned: { type: 'boolean' } },
})

export const fillFields = ({
  location,
  corner,
  states,
}: Readonly<Record<'location' | 'corner' | 'states', object>>) => ({
  name: 'Fill an area',
  description: 'Fills every block of a box with one kind of block. At most 32,768 blocks.',
  required: ['from', 'to', 'type'],
  properties: {
    from: { ...location, description: 'One corner, with the world.' },
    to: { ...corner, description: 'The opposite corner.' },
    type: gameId('block', 'minecraft:stone_bricks'),
    states,
  },
  returns: { blocks: { type: 'integer', minimum: 0, description: 'Blocks that changed.' } },
})

export const messageFields = {
  name: 'Send a private message',
  description: 'Shows one player a line of text in chat.',
  required: ['playerName', 'message'],
  properties: { playerName, message: text(256, 'Plain text.') },
  returns: { sent: { type: 'boolean' } },
}

/** An arbitrary command. @param program whose command it is: in its name, and in its description */
export const commandFields = (
  program: { readonly name: string; readonly description: string },
  command: ReturnType<typeof commandText>,
) => ({
  name: program.name,
  description: `${program.description} and returns its reply as text. Use a typed tool where there is one: its reply is checked and it can often be undone. The risk depends on the command; most commands wait for a person.`,
  required: ['command'],
  properties: { command },
})

export const commandRisk = { reason: 'The risk depends on the command.', auditLevel: 'full' } as const
