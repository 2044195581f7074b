/**
 * Known commands: the risk of each command of the game and of Bukkit. A table.
 *
 * A command is never rated lower than the typed action that does the same; what its arguments do is assessed like those of
 * that action (`typed-call.ts`). Commands in no list are unknown.
 */
import type { RiskLevel } from '@contract/generated/capability-manifest.js'

export interface KnownCommand {
  readonly level: RiskLevel
  /** Prefixes of the arguments with which it only reads; an empty list means without arguments. */
  readonly reads?: readonly (readonly string[])[]
  /** Maximum number of arguments with which it only reads: `gamerule NAME` reads, `gamerule NAME VALUE` does not. */
  readonly readsUpTo?: number
  /** First arguments that make it critical. */
  readonly critical?: readonly string[]
  /** It removes something from its targets; with a selector it is critical. */
  readonly takes?: true
  /** It acts on its targets; with a selector it is at least high. */
  readonly aims?: true
  /** The equivalent typed action, whose reply is checked. */
  readonly typed?: string
}

const all = (names: string, known: KnownCommand): Readonly<Record<string, KnownCommand>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, known]))

export const knownCommands: Readonly<Record<string, KnownCommand>> = {
  ...all('help ? seed version ver about plugins pl tps mspt banlist locate locatebiome fetchprofile', { level: 'low' }),
  ...all('testfor testforblock testforblocks', { level: 'low' }),
  list: { level: 'low', typed: 'player.list' },
  'save-all': { level: 'low', typed: 'ext.java.world.save' },
  return: { level: 'low' },

  ...all('say me teammsg tm playsound stopsound particle bossbar', { level: 'medium', reads: [['get'], ['list']] }),
  ...all('tell msg w', { level: 'medium', typed: 'ext.java.message.send' }),
  tellraw: { level: 'medium', typed: 'chat.broadcast' },
  title: { level: 'medium', typed: 'ext.java.title.show' },
  weather: { level: 'medium', typed: 'world.weather.set' },
  ...all('tp teleport', { level: 'medium', aims: true, typed: 'player.teleport' }),
  give: { level: 'medium', aims: true, typed: 'ext.java.item.give' },
  effect: { level: 'medium', aims: true, typed: 'ext.java.effect.give' },
  ...all('xp experience', { level: 'medium', reads: [['query']], aims: true }),
  ...all('enchant rotate recipe waypoint dialog swing', { level: 'medium', aims: true }),
  kick: { level: 'high', takes: true, typed: 'player.kick' },
  difficulty: { level: 'medium', reads: [[]], typed: 'ext.java.difficulty.set' },
  spawnpoint: { level: 'medium', aims: true, typed: 'ext.java.spawnpoint.set' },
  summon: { level: 'medium', typed: 'ext.java.entity.summon' },
  random: { level: 'medium', reads: [['value'], ['roll']] },
  stopwatch: { level: 'medium', reads: [['query']] },
  'save-on': { level: 'medium' },

  time: { level: 'high', reads: [['query']], typed: 'world.time.set' },
  gamerule: { level: 'high', readsUpTo: 1, typed: 'world.rule.set' },
  setblock: { level: 'high', typed: 'world.block.set' },
  fill: { level: 'high', typed: 'ext.java.blocks.fill' },
  ...all('clone fillbiome place', { level: 'high' }),
  gamemode: { level: 'high', aims: true, typed: 'ext.java.gamemode.set' },
  ...all('defaultgamemode setworldspawn setidletimeout schedule function loot test', { level: 'high' }),
  ...all('spreadplayers ride damage spectate item replaceitem', { level: 'high', aims: true }),
  ...all('kill clear advancement', { level: 'high', takes: true }),
  data: { level: 'high', reads: [['get']] },
  ...all('blockdata entitydata stats achievement', { level: 'high', takes: true }),
  scoreboard: {
    level: 'high',
    reads: [
      ['objectives', 'list'],
      ['players', 'list'],
      ['players', 'get'],
    ],
  },
  team: { level: 'high', reads: [['list']] },
  tag: { level: 'high', aims: true },
  attribute: { level: 'high', aims: true },
  forceload: { level: 'high', reads: [['query']] },
  worldborder: { level: 'high', reads: [['get']], typed: 'ext.java.worldborder.set' },
  tick: { level: 'high', reads: [['query']] },
  datapack: { level: 'high', reads: [['list']], critical: ['enable', 'disable', 'create'] },
  whitelist: {
    level: 'high',
    reads: [['list']],
    critical: ['off', 'add', 'remove', 'reload'],
    typed: 'ext.java.allowlist.add',
  },
  execute: { level: 'high' },

  op: { level: 'critical', typed: 'ext.java.operator.grant' },
  deop: { level: 'critical', typed: 'ext.java.operator.revoke' },
  ban: { level: 'critical', typed: 'player.ban' },
  pardon: { level: 'critical', typed: 'ext.java.ban.remove' },
  reload: { level: 'critical', typed: 'system.reload' },
  ...all('rl stop restart shutdown end ban-ip pardon-ip save-off debug jfr perf publish transfer', {
    level: 'critical',
  }),
  // Bedrock: rights, and connections of the game.
  ...all('wsserver connect closewebsocket allowlist changesetting ability setmaxplayers script', { level: 'critical' }),
  // Plugins: rights and bans.
  ...all('timings spark plugman permission permissions perm perms lp luckperms pex permissionsex sudo', {
    level: 'critical',
  }),
  ...all('eop manuadd manpromote mangadd tempban banip ipban unban', { level: 'critical' }),
  // It acts in the name of a player.
  trigger: { level: 'critical' },
}

/** Namespaces whose commands are in the table. All others belong to plugins. */
export const knownNamespaces: ReadonlySet<string> = new Set(['minecraft', 'bukkit', 'spigot', 'paper'])

/**
 * Game rules that hide the traces of commands, in lower case: old names, new names and mixtures that Gatehouse would
 * convert to a new name; with and without the namespace.
 */
export const hidingRules: ReadonlySet<string> = new Set(
  [
    ['log', 'admin', 'commands'],
    ['send', 'command', 'feedback'],
    ['command', 'block', 'output'],
  ].flatMap(([one, two, three]) =>
    ['', 'minecraft:'].flatMap((namespace) =>
      ['', '_'].flatMap((first) => ['', '_'].map((second) => `${namespace}${one}${first}${two}${second}${three}`)),
    ),
  ),
)

/** The commands of critical risk, with the first argument where only some are: `op`, `whitelist off`. */
export const rulingCommands: readonly string[] = Object.entries(knownCommands).flatMap(([name, known]) =>
  known.level === 'critical' ? [name] : (known.critical ?? []).map((word) => `${name} ${word}`),
)

/** Words that begin a part of `execute` since 1.13. */
export const executeParts: ReadonlySet<string> = new Set(
  'align anchored as at facing if in on positioned rotated store summon unless'.split(' '),
)
