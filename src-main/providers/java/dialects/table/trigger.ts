/**
 * Commands about the objective whose value players set with `/trigger gatehouse set N`, from 1.13 on. Ranks and teams
 * stand before a name and after it, so only what follows the last ` has ` is a value.
 */
import type { CommandEntry } from '../command-table.js'

export const triggerCommands = {
  objectives: {
    forms: [{ since: '1.13', command: 'scoreboard objectives list' }],
    replies: {
      done: [
        'There are no objectives',
        'There are {count:int} objectives: {list}',
        'There are {count:int} objective(s): {list}',
      ],
    },
  },
  addTrigger: {
    forms: [{ since: '1.13', command: 'scoreboard objectives add gatehouse trigger' }],
    replies: {
      done: ['Created new objective [gatehouse]'],
      unchanged: ['An objective already exists by that name'],
    },
  },
  removeTrigger: {
    forms: [{ since: '1.13', command: 'scoreboard objectives remove gatehouse' }],
    replies: {
      done: ['Removed objective [gatehouse]'],
      unchanged: ["Unknown scoreboard objective 'gatehouse'"],
    },
  },
  enableTrigger: {
    forms: [{ since: '1.13', command: 'scoreboard players enable {holder} gatehouse' }],
    replies: {
      done: ['Enabled trigger [gatehouse] for {who}'],
      unchanged: ['Nothing changed. That trigger is already enabled'],
      failed: ['Enable only works on trigger-objectives', "Unknown scoreboard objective 'gatehouse'{more}"],
    },
  },
  readTrigger: {
    forms: [{ since: '1.13', command: 'scoreboard players get {holder} gatehouse' }],
    replies: {
      done: ['{who:greedy} has {value:int} [gatehouse]'],
      unchanged: ["Can't get value of gatehouse for {who}; none is set"],
      failed: ["Unknown scoreboard objective 'gatehouse'{more}"],
    },
  },
  resetTrigger: {
    forms: [{ since: '1.13', command: 'scoreboard players reset {holder} gatehouse' }],
    replies: {
      done: ['Reset [gatehouse] for {who}'],
      failed: ["Unknown scoreboard objective 'gatehouse'{more}"],
    },
  },
} as const satisfies Readonly<Record<string, CommandEntry>>
