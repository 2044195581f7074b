/** Commands about the world, with the reply templates of 1.8 and later. */
import type { CommandEntry } from '../command-table.js'

export const worldCommands = {
  timeOfDay: {
    forms: [
      { before: '26.1', command: 'time query daytime' },
      { since: '26.1', command: 'time query time' },
    ],
    replies: {
      done: ['Time is {time:int}', 'The time is {time:int}', 'Clock {clock} is at {total:int} tick(s)'],
    },
  },
  gameTime: {
    forms: [{ command: 'time query gametime' }],
    replies: {
      done: ['Time is {total:int}', 'The time is {total:int}', 'The game time is {total:int} tick(s)'],
    },
  },
  setTime: {
    forms: [{ command: 'time set {time}' }],
    replies: { done: ['Set the time to {time:int}', 'Set {clock} to {time:int} tick(s)'] },
  },
  isRaining: {
    forms: [{ since: '1.20.5', command: 'execute if predicate {condition:"minecraft:weather_check",raining:true}' }],
    replies: { done: ['Test passed'], unchanged: ['Test failed'] },
  },
  isThundering: {
    forms: [{ since: '1.20.5', command: 'execute if predicate {condition:"minecraft:weather_check",thundering:true}' }],
    replies: { done: ['Test passed'], unchanged: ['Test failed'] },
  },
  setWeather: {
    forms: [{ command: 'weather {weather}' }],
    replies: {
      done: ['Changing to {weather} weather', 'Changing to rain and thunder', 'Set the weather to {weather}'],
    },
  },
  setWeatherFor: {
    forms: [
      { before: '1.19.4', command: 'weather {weather} {seconds}' },
      // From here on a number without a unit is a number of ticks.
      { since: '1.19.4', command: 'weather {weather} {seconds}s' },
    ],
    replies: {
      done: ['Changing to {weather} weather', 'Changing to rain and thunder', 'Set the weather to {weather}'],
    },
  },
  gameRule: {
    forms: [{ command: 'gamerule {rule}' }],
    replies: {
      done: ['Gamerule {rule} is currently set to: {value}', '{rule} = {value}'],
      failed: ["No game rule called '{rule}' is available"],
    },
  },
  setGameRule: {
    forms: [{ command: 'gamerule {rule} {value}' }],
    replies: {
      done: [
        'Game rule has been updated',
        'Game rule {rule} has been updated to {value}',
        'Gamerule {rule} is now set to: {value}',
      ],
      failed: ["No game rule called '{rule}' is available", "Only server owners can change '{rule}'"],
    },
  },
  tickQuery: {
    forms: [{ since: '1.20.3', command: 'tick query' }],
    replies: {
      done: [
        '{status}Target tick rate: {rate:number} per second.\nAverage time per tick: {average:number}ms (Target: {target:number}ms){more}',
        '{status}Target tick rate: {rate:number} per second (ignored, reference only).\nAverage time per tick: {average:number}ms{more}',
      ],
    },
  },
  /** A command of Spigot and Paper. */
  bukkitTps: {
    forms: [{ command: 'tps' }],
    replies: { done: ['TPS from last 1m, 5m, 15m: {recent}, {five}, {fifteen}'] },
  },
  setBlock: {
    forms: [{ command: 'setblock {x} {y} {z} {block}' }],
    replies: {
      done: ['Block placed', 'Changed the block at {x:int}, {y:int}, {z:int}'],
      unchanged: ['Could not set the block', "The block couldn't be placed"],
      failed: [
        'Unable to place block',
        'There is no such block with ID/name {block}',
        'Cannot place block outside of the world',
      ],
    },
  },
  isBlock: {
    forms: [{ since: '1.13', command: 'execute if block {x} {y} {z} {block}' }],
    replies: { done: ['Test passed'], unchanged: ['Test failed'] },
  },
  fill: {
    forms: [{ command: 'fill {x} {y} {z} {toX} {toY} {toZ} {block}' }],
    replies: {
      done: [
        '{blocks:int} blocks filled',
        'Successfully filled {blocks:int} blocks',
        'Successfully filled {blocks:int} block(s)',
      ],
      unchanged: ['No blocks filled', 'No blocks were filled'],
      failed: [
        'Too many blocks in the specified area ({blocks:int} > {most:int})',
        'Too many blocks in the specified area (maximum {most:int}, specified {blocks:int})',
        'Too many blocks in the specified area (maximum {most:int}, but specified {blocks:int})',
        'Cannot place blocks outside of the world',
        'There is no such block with ID/name {block}',
      ],
    },
  },
  forcedChunks: {
    forms: [{ since: '1.13.1', command: 'forceload query' }],
    replies: {
      done: [
        'No force loaded chunks were found in {dimension}',
        'A force loaded chunk was found in {dimension} at: {chunks}',
        '{count:int} force loaded chunks were found in {dimension} at: {chunks}',
      ],
    },
  },
  isChunkForced: {
    forms: [{ since: '1.13.1', command: 'forceload query {x} {z}' }],
    replies: {
      done: ['Chunk at {chunk} in {dimension} is marked for force loading'],
      unchanged: ['Chunk at {chunk} in {dimension} is not marked for force loading'],
    },
  },
  forceChunks: {
    forms: [{ since: '1.13.1', command: 'forceload add {x} {z} {toX} {toZ}' }],
    replies: {
      done: [
        'Marked chunk {chunk} in {dimension} to be force loaded',
        'Marked {count:int} chunks in {dimension} from {first} to {last} to be force loaded',
      ],
      unchanged: ['No chunks were marked for force loading'],
    },
  },
  unforceChunks: {
    forms: [{ since: '1.13.1', command: 'forceload remove {x} {z} {toX} {toZ}' }],
    replies: {
      done: [
        'Unmarked chunk {chunk} in {dimension} for force loading',
        'Unmarked {count:int} chunks in {dimension} from {first} to {last} for force loading',
      ],
      unchanged: ['No chunks were removed from force loading'],
    },
  },
  summon: {
    forms: [{ since: '1.11', command: 'summon {entity} {x} {y} {z}' }],
    replies: {
      done: ['Object successfully summoned', 'Summoned new {entity}'],
      failed: [
        'Unable to summon object',
        'Unable to summon entity',
        'Unable to summon entity due to duplicate UUIDs',
        'Invalid position for summon',
        'Cannot summon the object out of the world',
        'Monsters cannot be summoned in Peaceful difficulty',
      ],
    },
  },
  countEntities: {
    forms: [{ since: '1.13', command: 'execute if entity @e[{selector}]' }],
    replies: {
      done: ['Test passed, count: {count:int}', 'Test passed. Count: {count:int}'],
      unchanged: ['Test failed'],
    },
  },
  /** One message per entity, concatenated. */
  entities: {
    forms: [{ since: '1.13', command: 'execute as @e[{selector}] run data get entity @s' }],
    replies: { done: ['{name} has the following entity data: {rest}'] },
  },
  isEntity: {
    forms: [{ since: '1.13', command: 'execute if entity {uuid}' }],
    replies: {
      done: ['Test passed', 'Test passed, count: {count:int}', 'Test passed. Count: {count:int}'],
      unchanged: ['Test failed', 'No entity was found'],
    },
  },
  removeEntity: {
    forms: [{ since: '1.13', command: 'execute as {uuid} unless entity @s[type=minecraft:player] run kill @s' }],
    replies: { done: ['Killed {entity}'] },
    // Sent for a player, which the command never kills.
    silence: { outcome: 'unchanged' },
  },
  difficulty: {
    forms: [{ since: '1.13', command: 'difficulty' }],
    replies: { done: ['The difficulty is {difficulty}'] },
  },
  setDifficulty: {
    forms: [{ command: 'difficulty {difficulty}' }],
    replies: {
      done: ['Set game difficulty to {difficulty}', 'The difficulty has been set to {difficulty}'],
      unchanged: ['The difficulty did not change; it is already set to {difficulty}'],
    },
  },
  worldBorder: {
    forms: [{ command: 'worldborder get' }],
    replies: {
      done: [
        'World border is currently {width:number} blocks wide',
        'The world border is currently {width:number} blocks wide',
        'The world border is currently {width:number} block(s) wide',
      ],
    },
  },
  setWorldBorder: {
    forms: [{ command: 'worldborder set {width}' }],
    replies: {
      done: [
        'Set world border to {width:number} blocks wide (from {before:number} blocks)',
        'Set the world border to {width:number} blocks wide',
        'Set the world border to {width:number} block(s) wide',
      ],
      unchanged: ['Nothing changed. The world border is already that size'],
      failed: [
        'World border cannot be bigger than {most} blocks wide',
        'World border cannot be smaller than 1 block wide',
      ],
    },
  },
} as const satisfies Readonly<Record<string, CommandEntry>>
