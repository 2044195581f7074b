/** Commands about players, with the reply templates of 1.8 and later. */
import type { CommandEntry } from '../command-table.js'

const noItems = [
  'Could not clear the inventory of {player}, no items to remove',
  'No items were found on player {player}',
] as const

export const playerCommands = {
  /** Read by `player-list.ts`: plugins and other servers list players in many ways. */
  listPlayers: {
    forms: [{ command: 'list uuids' }],
    replies: {
      done: [
        'There are {online:int}/{max:int} players online:{list}',
        'There are {online:int} of a max {max:int} players online:{list}',
        'There are {online:int} of a max of {max:int} players online:{list}',
      ],
    },
  },
  /** The same without ids, for servers that do not know `uuids`. */
  listNames: {
    forms: [{ command: 'list' }],
    replies: {
      done: [
        'There are {online:int}/{max:int} players online:{list}',
        'There are {online:int} of a max {max:int} players online:{list}',
        'There are {online:int} of a max of {max:int} players online:{list}',
      ],
    },
  },
  teleport: {
    forms: [{ command: 'tp {player} {x} {y} {z} {yaw} {pitch}' }],
    replies: { done: ['Teleported {player:greedy} to {x:number}, {y:number}, {z:number}'] },
  },
  kick: {
    forms: [{ command: 'kick {player} {reason}' }],
    replies: {
      done: ["Kicked {player} from the game: '{reason}'", 'Kicked {player} from the game', 'Kicked {player}: {reason}'],
      failed: ['Cannot kick server owner in LAN game', 'Cannot kick in an offline singleplayer game'],
    },
  },
  ban: {
    forms: [{ command: 'ban {profile} {reason}' }],
    replies: {
      done: ['Banned player {player}', 'Banned {player}: {reason}'],
      unchanged: ['Nothing changed. The player is already banned'],
      failed: ['Could not ban player {player}'],
    },
  },
  pardon: {
    forms: [{ command: 'pardon {profile}' }],
    replies: {
      done: ['Unbanned player {player}', 'Unbanned {player}'],
      unchanged: ["Nothing changed. The player isn't banned"],
      failed: ['Could not unban player {player}'],
    },
  },
  grantOperator: {
    forms: [{ command: 'op {profile}' }],
    replies: {
      done: ['Opped {player}', 'Made {player} a server operator'],
      unchanged: ['Nothing changed. The player already is an operator'],
      failed: ['Could not op {player}'],
    },
  },
  revokeOperator: {
    forms: [{ command: 'deop {profile}' }],
    replies: {
      done: ['De-opped {player}', 'Made {player} no longer a server operator'],
      unchanged: ['Nothing changed. The player is not an operator'],
      failed: ['Could not de-op {player}'],
    },
  },
  setGameMode: {
    forms: [{ command: 'gamemode {mode} {player}' }],
    replies: { done: ["Set {player:greedy}'s game mode to {mode}"] },
    // Sent when the player already has the game mode.
    silence: { since: '1.13', outcome: 'unchanged' },
  },
  give: {
    forms: [{ command: 'give {player} {item} {count}' }],
    replies: {
      done: ['Given [{item}] * {count:int} to {player}', 'Gave {count:int} [{item}] to {player}'],
      failed: ["Can't give more than {most:int} of {item}"],
    },
  },
  countItems: {
    forms: [
      { before: '1.13', command: 'clear {player} {item} -1 0' },
      { since: '1.13', command: 'clear {player} {item} 0' },
    ],
    replies: {
      done: [
        '{player} has {count:int} items that match the criteria',
        'Found {count:int} matching items on player {player}',
        'Found {count:int} matching item(s) on player {player}',
      ],
      unchanged: noItems,
    },
  },
  takeItems: {
    forms: [
      { before: '1.13', command: 'clear {player} {item} -1 {count}' },
      { since: '1.13', command: 'clear {player} {item} {count}' },
    ],
    replies: {
      done: [
        'Cleared the inventory of {player}, removing {count:int} items',
        'Removed {count:int} items from player {player}',
        'Removed {count:int} item(s) from player {player}',
      ],
      unchanged: noItems,
    },
  },
  giveEffect: {
    forms: [
      { before: '1.13', command: 'effect {player} {effect} {seconds} {amplifier}' },
      { since: '1.13', command: 'effect give {player} {effect} {seconds} {amplifier}' },
    ],
    replies: {
      done: [
        'Given {effect} (ID {id:int}) * {amplifier:int} to {player} for {seconds:int} seconds',
        'Applied effect {effect} to {player}',
      ],
      failed: [
        'Unable to apply this effect (target is either immune to effects, or has something stronger)',
        'There is no such mob effect with ID {effect}',
      ],
    },
  },
  clearEffect: {
    forms: [
      { before: '1.13', command: 'effect {player} {effect} 0' },
      { since: '1.13', command: 'effect clear {player} {effect}' },
    ],
    replies: {
      done: ['Took {effect} from {player}', 'Removed effect {effect} from {player}'],
      unchanged: [
        "Couldn't take {effect} from {player} as they do not have the effect",
        "Target doesn't have the requested effect",
      ],
      failed: ['There is no such mob effect with ID {effect}'],
    },
  },
  clearEffects: {
    forms: [
      { before: '1.13', command: 'effect {player} clear' },
      { since: '1.13', command: 'effect clear {player}' },
    ],
    replies: {
      done: ['Took all effects from {player}', 'Removed every effect from {player}'],
      unchanged: ["Couldn't take any effects from {player} as they do not have any", 'Target has no effects to remove'],
    },
  },
  setSpawnPoint: {
    forms: [{ command: 'spawnpoint {player} {x} {y} {z}' }],
    replies: {
      done: [
        "Set {player}'s spawn point to ({x:int}, {y:int}, {z:int})",
        'Set spawn point to {x:int}, {y:int}, {z:int} [{angle}] in {dimension} for {player}',
        'Set spawn point to {x:int}, {y:int}, {z:int} in {dimension} for {player}',
        'Set spawn point to {x:int}, {y:int}, {z:int} for {player}',
      ],
    },
  },
  entityData: {
    forms: [{ since: '1.13', command: 'data get entity {player} {path}' }],
    replies: {
      done: ['{name:greedy} has the following entity data: {value}'],
      failed: ['Found no elements matching {path}'],
    },
  },
  showTitle: {
    forms: [{ command: 'title {player} title {text}' }],
    replies: { done: ['Title command successfully executed', 'Showing new title for {players}'] },
  },
  showSubtitle: {
    forms: [{ command: 'title {player} subtitle {text}' }],
    replies: { done: ['Title command successfully executed', 'Showing new subtitle for {players}'] },
  },
  tell: {
    forms: [{ command: 'tellraw {player} {text}' }],
    replies: {},
    silence: { outcome: 'done' },
  },
} as const satisfies Readonly<Record<string, CommandEntry>>
