/**
 * Commands of Cuberite, a Java server with a console of its own.
 *
 * Only commands whose reply says what happened are here: many others (`time`, `gamemode`, `ban`, `give`) reply nothing,
 * whether they worked or not, and write to the log instead. From the source of Cuberite and its plugin Core, 2025.
 */
import type { CommandEntry } from '../command-table.js'

const noPlayer = ['Player "{player}" not found', 'Player not found'] as const

const weather = {
  done: [
    'Changing to clear weather in world: {world}',
    'Changing to rainy weather in world: {world}',
    'Changing to rain and thunder in world: {world}',
  ],
} as const

export const cuberiteCommands: Readonly<Record<string, CommandEntry>> = {
  listPlayers: { forms: [{ command: 'list' }], replies: { done: ['Players ({online:int}): {list}'] } },
  kick: {
    forms: [{ command: 'kick {player} {reason}' }],
    replies: {
      done: ['Successfully kicked player "{player}"'],
      failed: ['Failed to kick player "{player}"', ...noPlayer],
    },
  },
  teleport: {
    forms: [{ command: 'tp {player} {x} {y} {z}' }],
    replies: {
      done: ['You teleported {player} to [X:{x:number} Y:{y:number} Z:{z:number}]'],
      failed: noPlayer,
    },
  },
  tell: {
    forms: [{ command: 'tell {player} {message}' }],
    replies: { done: ['Message to "{player}" sent!'], failed: noPlayer },
  },
  /** Replies nothing when it worked, and its usage when it did not. */
  broadcast: { forms: [{ command: 'say {message}' }], replies: {}, silence: { outcome: 'done' } },
  setWeather: { forms: [{ command: 'weather {weather}' }], replies: weather },
  setWeatherFor: { forms: [{ command: 'weather {weather} {seconds}' }], replies: weather },
  saveAll: { forms: [{ command: 'save-all' }], replies: { done: ['Saving all worlds!'] } },
  allow: {
    forms: [{ command: 'whitelist add {profile}' }],
    replies: { done: ['You added {player} to whitelist.'], failed: ['Cannot whitelist {player}: {why}'] },
  },
  disallow: {
    forms: [{ command: 'whitelist remove {profile}' }],
    replies: { done: ['You removed {player} from whitelist.'], failed: ['Cannot unwhitelist {player}: {why}'] },
  },
  allowlist: {
    forms: [{ command: 'whitelist list' }],
    replies: { done: ['{state}\nWhitelisted players: {list}', '{state}\nThe whitelist is empty.'] },
  },
  enableAllowlist: { forms: [{ command: 'whitelist on' }], replies: { done: ['Whitelist is enabled'] } },
  disableAllowlist: { forms: [{ command: 'whitelist off' }], replies: { done: ['Whitelist is disabled'] } },
}
