/**
 * Risk rules: the table of dangerous effects, as conditions that raise the risk of a call; `risk-tests.ts` evaluates
 * them.
 *
 * Typed actions and parsed console commands are both assessed by it: `console-command/typed-call.ts` reads a command as
 * the typed action that does the same. Rules only raise. The window localizes each by its id (`raised.rule.ID` in the
 * locales). See docs/governance.md#dangerous-effects.
 */
import type { RiskRule } from '@contract/risk-rule.js'
import { hidingRules, rulingCommands } from '../console-command/known-commands.js'
import { commandCarriers, deadlyEffects, deepWorlds, destroyers } from './dangerous-things.js'

/** Arguments that only describe a call. */
const said = ['reason', 'message', 'text', 'description', 'note', 'comment'] as const

const removing = ['**.*kill*.**', '**.*clear*.**', '**.*ban*.**', '**.*remove*.**', '**.*delete*.**', '**.*wipe*.**']
const building = [
  '**.*fill*.**',
  '**.*clone*.**',
  '**.*replace*.**',
  '**.*region*.**',
  '**.*cuboid*.**',
  '**.*paste*.**',
]
const commanding = [
  '**.*command*.**',
  '**.*console*.**',
  '**.*exec*.**',
  '**.*rcon*.**',
  '**.*dispatch*.**',
  '**.*sudo*.**',
  '**.run.**',
]
const paying = ['**.*balance*.**', '**.*economy*.**', '**.*money*.**', '**.*pay*.**', '**.*eco.**']

const moving = ['**.*teleport*.**', '**.tp.**', '**.*warp*.**', '**.*spawnpoint*.**', '**.*move*.**']
/** Text that players see. */
const speaking = [
  'chat.**',
  '**.*broadcast*.**',
  '**.*announce*.**',
  '**.*title*.**',
  '**.*message*.**',
  '**.*say*.**',
  '**.motd.**',
]

export const riskRules: readonly RiskRule[] = [
  {
    id: 'everybody',
    capabilities: ['**'],
    types: ['action'],
    when: [{ is: 'selector', at: '/**', except: said }],
    raiseTo: 'high',
    because: 'It affects all players, or everything a selector such as @e matches.',
  },
  {
    id: 'everybody-removed',
    capabilities: removing,
    when: [{ is: 'selector', at: '/**', except: said }],
    raiseTo: 'critical',
    because: 'It takes something from all players, or from everything a selector such as @e matches.',
  },
  {
    id: 'many-targets',
    capabilities: ['**'],
    types: ['action'],
    when: [{ is: 'count-greater-than', number: 20, at: '/**/*' }],
    raiseTo: 'high',
    because: 'It affects more than 20 targets.',
  },
  {
    id: 'many-removed',
    capabilities: removing,
    when: [{ is: 'count-greater-than', number: 100, at: '/**/*' }],
    raiseTo: 'critical',
    because: 'It removes more than 100 mobs or objects.',
  },
  {
    id: 'kill',
    capabilities: ['**.*kill*.**', '**.inventory.clear.**', '**.*wipe*.**'],
    types: ['action'],
    when: [],
    raiseTo: 'high',
    because: 'It kills, or removes what somebody has.',
  },
  {
    id: 'ban-pattern',
    capabilities: ['**.*ban*.**', '**.*blacklist*.**'],
    when: [{ is: 'many-names', at: '/**', except: said }],
    raiseTo: 'critical',
    because: 'It bans by a pattern or an address and may affect others.',
  },
  {
    id: 'ban-address',
    capabilities: ['**.*ban*ip*.**', '**.*ip*ban*.**', '**.*ban*.ip.**', '**.ip.ban.**'],
    when: [],
    raiseTo: 'critical',
    because: 'It bans an address that several people may share.',
  },
  {
    id: 'large-fill',
    capabilities: building,
    types: ['action'],
    when: [{ is: 'volume-greater-than', blocks: 1_000, at: '', missing: 'raises' }],
    raiseTo: 'high',
    because: 'It changes more than 1,000 blocks, or an unknown number.',
  },
  {
    id: 'huge-fill',
    capabilities: building,
    when: [{ is: 'volume-greater-than', blocks: 32_768, at: '' }],
    raiseTo: 'critical',
    because: 'It changes more than 32,768 blocks.',
  },
  {
    id: 'wide',
    capabilities: ['**'],
    types: ['action'],
    when: [{ is: 'greater-than', number: 64, at: '/**/radius' }],
    raiseTo: 'high',
    because: 'It covers a radius of more than 64 blocks.',
  },
  {
    id: 'block-of-commands',
    capabilities: ['**.*block*.**', ...building, '**.*item*.**', '**.*give*.**', '**.*summon*.**'],
    types: ['action'],
    when: [
      {
        is: 'in',
        at: '/**',
        values: commandCarriers,
      },
    ],
    raiseTo: 'critical',
    because: 'It places a block that runs commands.',
  },
  {
    id: 'deadly-effect',
    capabilities: ['**.*effect*.**', '**.*potion*.**'],
    types: ['action'],
    when: [{ is: 'in', at: '/effect|type|id|name', values: deadlyEffects }],
    raiseTo: 'high',
    because: 'The effect can kill.',
  },
  {
    id: 'strong-effect',
    capabilities: ['**.*effect*.**', '**.*potion*.**'],
    types: ['action'],
    when: [{ is: 'greater-than', number: 30, at: '/**/amplifier|level|strength' }],
    raiseTo: 'high',
    because: 'An effect of this strength can kill or trap a player.',
  },
  {
    id: 'destroyer',
    capabilities: ['**.*summon*.**', '**.*spawn*.**', '**.*item*.**', '**.*give*.**'],
    types: ['action'],
    when: [
      {
        is: 'in',
        at: '/**',
        values: destroyers,
      },
    ],
    raiseTo: 'high',
    because: 'It spawns or gives something that can destroy buildings.',
  },
  {
    id: 'spawns-many',
    capabilities: ['**.*summon*.**', '**.*spawn.**', '**.*spawn*mob*.**', '**.*spawn*entit*.**'],
    types: ['action'],
    when: [{ is: 'greater-than', number: 20, at: '/**/count|amount|quantity|number|times' }],
    raiseTo: 'high',
    because: 'It spawns more than 20 mobs or objects.',
  },
  {
    id: 'own-data',
    capabilities: ['**.*summon*.**'],
    types: ['action'],
    when: [{ is: 'given', at: '/data|nbt|components|tag' }],
    raiseTo: 'high',
    because: 'It spawns a mob or object with data of its own, which Gatehouse does not check.',
  },
  {
    id: 'void',
    capabilities: moving,
    types: ['action'],
    when: [{ is: 'less-than', number: -64, at: '/**/y' }],
    raiseTo: 'high',
    because: 'Below the world a player dies.',
  },
  {
    id: 'void-elsewhere',
    capabilities: moving,
    types: ['action'],
    when: [
      { is: 'in', at: '/**/world|worldName|dimension', values: deepWorlds },
      { is: 'less-than', number: 0, at: '/**/y' },
    ],
    raiseTo: 'high',
    because: 'Below the world a player dies.',
  },
  {
    id: 'height',
    capabilities: moving,
    types: ['action'],
    when: [{ is: 'greater-than', number: 320, at: '/**/y' }],
    raiseTo: 'high',
    because: 'A fall from there kills.',
  },
  {
    id: 'freezes',
    capabilities: ['**.*particle*.**'],
    types: ['action'],
    when: [{ is: 'greater-than', number: 1_000, at: '/**/count|amount' }],
    raiseTo: 'high',
    because: 'So many particles can freeze the game of players.',
  },
  {
    id: 'freezes-by-text',
    capabilities: speaking,
    types: ['action'],
    when: [{ is: 'matches', at: '/**', pattern: '*translate*%*%*' }],
    raiseTo: 'high',
    because: 'A text that repeats itself can freeze the game of players.',
  },
  {
    id: 'composed-text',
    capabilities: speaking,
    types: ['action'],
    when: [{ is: 'composed-text', at: '/**' }],
    raiseTo: 'high',
    because: 'The game puts the text together from parts that Gatehouse cannot check.',
  },
  {
    id: 'imitates',
    capabilities: speaking,
    types: ['action'],
    when: [{ is: 'imitation', at: '/**' }],
    raiseTo: 'high',
    because: 'The text looks like a message of Gatehouse.',
  },
  {
    id: 'hidden-commands',
    capabilities: ['**.rule.**', '**.*gamerule*.**'],
    types: ['action'],
    when: [
      {
        is: 'in',
        at: '/**',
        values: [...hidingRules],
      },
    ],
    raiseTo: 'critical',
    because: 'It changes whether the server logs commands.',
  },
  {
    id: 'any-command',
    capabilities: commanding,
    when: [],
    raiseTo: 'high',
    because: 'It runs a command on the server.',
  },
  {
    id: 'ruling-command',
    capabilities: commanding,
    when: [{ is: 'command', at: '/**', words: rulingCommands, slash: 'optional' }],
    raiseTo: 'critical',
    because: 'The command changes permissions, bans players, or stops the server.',
  },
  {
    id: 'ruling-command-inside',
    capabilities: ['**'],
    when: [{ is: 'command', at: '/**', words: rulingCommands, slash: 'needed', except: ['reason'] }],
    raiseTo: 'critical',
    because: 'A command in the arguments changes permissions, bans players, or stops the server.',
  },
  {
    id: 'everybody-command',
    capabilities: commanding,
    when: [{ is: 'selector', at: '/**' }],
    raiseTo: 'critical',
    because: 'The command affects all players, or everything a selector such as @e matches.',
  },
  {
    id: 'power',
    capabilities: [
      '**.op.**',
      '**.deop.**',
      '**.*operator*.**',
      '**.*permission*.**',
      '**.*role*.**',
      '**.*whitelist*.**',
      '**.allowlist.add',
      '**.allowlist.remove',
      '**.allowlist.disable',
      '**.ban.remove',
      '**.*pardon*.**',
      '**.*unban*.**',
    ],
    types: ['action'],
    when: [],
    raiseTo: 'critical',
    because: 'It changes permissions, or who may join.',
  },
  {
    id: 'end-of-server',
    capabilities: ['**.*shutdown*.**', '**.*restart*.**', 'system.**.stop', '**.server.stop', '**.*restore*.**'],
    types: ['action'],
    when: [],
    raiseTo: 'critical',
    because: 'It stops the server, or replaces the world with an older one.',
  },
  {
    id: 'large-sum',
    capabilities: paying,
    types: ['action'],
    when: [{ is: 'greater-than', number: 100_000, at: '/**/amount|sum|value|money|balance' }],
    raiseTo: 'critical',
    because: 'It adds more than 100,000 in game money.',
  },
  {
    id: 'large-debt',
    capabilities: paying,
    types: ['action'],
    when: [{ is: 'less-than', number: -100_000, at: '/**/amount|sum|value|money|balance' }],
    raiseTo: 'critical',
    because: 'It removes more than 100,000 in game money.',
  },
  {
    id: 'link',
    capabilities: speaking,
    types: ['action'],
    when: [{ is: 'link', at: '/**' }],
    raiseTo: 'high',
    because: 'It sends players a link.',
  },
]
