/** Commands about the server itself, with the reply templates of 1.8 and later. */
import type { CommandEntry } from '../command-table.js'

export const serverCommands = {
  broadcast: {
    forms: [{ command: 'tellraw @a {text}' }],
    replies: {},
    silence: { outcome: 'done' },
  },
  saveAll: {
    forms: [{ command: 'save-all' }],
    replies: {
      done: ['Saving...{gap}Saved the world', 'Saving the game (this may take a moment!){gap}Saved the game'],
      failed: ['Saving...{gap}Saving failed: {why}', '{gap}Unable to save the game (is there enough disk space?)'],
    },
  },
  saveAllNow: {
    forms: [{ command: 'save-all flush' }],
    replies: {
      done: ['Saving...{gap}Saved the world', 'Saving the game (this may take a moment!){gap}Saved the game'],
      failed: ['Saving...{gap}Saving failed: {why}', '{gap}Unable to save the game (is there enough disk space?)'],
    },
  },
  reload: {
    forms: [{ since: '1.12', command: 'reload' }],
    replies: {
      done: ['Reloading!', 'Successfully reloaded loot tables, advancements and functions'],
      failed: ['Reload failed, keeping old data', 'Reload failed; keeping old data'],
    },
  },
  allowlist: {
    forms: [{ command: 'whitelist list' }],
    replies: {
      done: [
        'There are {count:int} (out of {seen:int} seen) whitelisted players:{list}',
        'There are {count:int} whitelisted players: {list}',
        'There is/are {count:int} whitelisted player(s): {list}',
        'There are {count:int} whitelisted player(s): {list}',
        'There are no whitelisted players',
      ],
    },
  },
  allow: {
    forms: [{ command: 'whitelist add {profile}' }],
    replies: {
      done: ['Added {player} to the whitelist'],
      unchanged: ['Player is already whitelisted'],
      failed: ['Could not add {player} to the whitelist'],
    },
  },
  disallow: {
    forms: [{ command: 'whitelist remove {profile}' }],
    replies: {
      done: ['Removed {player} from the whitelist'],
      unchanged: ['Player is not whitelisted'],
      failed: ['Could not remove {player} from the whitelist'],
    },
  },
  enableAllowlist: {
    forms: [{ command: 'whitelist on' }],
    replies: {
      done: ['Turned on the whitelist', 'Whitelist is now turned on'],
      unchanged: ['Whitelist is already turned on'],
    },
  },
  disableAllowlist: {
    forms: [{ command: 'whitelist off' }],
    replies: {
      done: ['Turned off the whitelist', 'Whitelist is now turned off'],
      unchanged: ['Whitelist is already turned off'],
    },
  },
} as const satisfies Readonly<Record<string, CommandEntry>>
