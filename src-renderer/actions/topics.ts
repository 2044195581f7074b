/**
 * Topics: the rows of the list "What AI may do" that owners know, and what each of them consists of.
 *
 * Actions that belong together are one row, and looking is one row of its topic. A test holds that every capability of Gatehouse is in exactly
 * one row. What another program offers is a row of its own, in a topic with the name of that program.
 */

export const topicNames = ['players', 'chat', 'world', 'building', 'server'] as const
export type TopicName = (typeof topicNames)[number]

export interface RowSpecification {
  readonly topic: TopicName
  readonly ids: readonly string[]
  /** It only reads. */
  readonly looks?: true
}

const java = (...names: readonly string[]) => names.map((name) => `ext.java.${name}`)
const both = (...names: readonly string[]) => names.flatMap((name) => [`ext.java.${name}`, `ext.bedrock.${name}`])

/** In the order of the screen. The locales have the words of a row by its key. */
export const rowTable = {
  seePlayers: {
    topic: 'players',
    looks: true,
    ids: [
      'player.list',
      'player.info.get',
      'player.economy.balance.get',
      ...java('item.count', 'effect.list', 'spawnpoint.get', 'allowlist.get', 'operator.list', 'ban.list'),
      'ext.bedrock.score.get',
    ],
  },
  message: { topic: 'players', ids: both('message.send') },
  teleport: { topic: 'players', ids: ['player.teleport'] },
  gameMode: { topic: 'players', ids: both('gamemode.set') },
  giveItems: { topic: 'players', ids: both('item.give') },
  takeItems: { topic: 'players', ids: java('item.take') },
  effects: { topic: 'players', ids: [...both('effect.give'), ...java('effect.clear')] },
  respawn: { topic: 'players', ids: java('spawnpoint.set') },
  money: { topic: 'players', ids: ['player.economy.balance.adjust'] },
  score: { topic: 'players', ids: ['ext.bedrock.score.set'] },
  kick: { topic: 'players', ids: ['player.kick'] },
  mute: { topic: 'players', ids: ['player.mute'] },
  ban: { topic: 'players', ids: ['player.ban'] },
  unban: { topic: 'players', ids: java('ban.remove') },
  whitelist: { topic: 'players', ids: java('allowlist.add', 'allowlist.remove') },
  giveOp: { topic: 'players', ids: java('operator.grant') },
  takeOp: { topic: 'players', ids: java('operator.revoke') },

  broadcast: { topic: 'chat', ids: ['chat.broadcast'] },
  title: { topic: 'chat', ids: java('title.show') },

  seeWorld: {
    topic: 'world',
    looks: true,
    ids: [
      'world.time.get',
      'world.weather.get',
      'world.rule.get',
      'ext.java.difficulty.get',
      'ext.java.worldborder.get',
    ],
  },
  time: { topic: 'world', ids: ['world.time.set'] },
  weather: { topic: 'world', ids: ['world.weather.set'] },
  difficulty: { topic: 'world', ids: ['ext.java.difficulty.set'] },
  gameRule: { topic: 'world', ids: ['world.rule.set'] },
  border: { topic: 'world', ids: java('worldborder.set') },

  seeBlocks: {
    topic: 'building',
    looks: true,
    ids: [
      'world.block.get',
      'entity.list',
      'ext.bedrock.block.test',
      ...java('area.look'),
      ...both('structures', 'build.preview'),
    ],
  },
  build: { topic: 'building', ids: both('build') },
  block: { topic: 'building', ids: ['world.block.set'] },
  fill: { topic: 'building', ids: both('blocks.fill') },
  summon: { topic: 'building', ids: both('entity.summon') },
  removeMobs: { topic: 'building', ids: ['entity.remove'] },

  seeServer: { topic: 'server', looks: true, ids: ['world.tps.get'] },
  save: { topic: 'server', ids: java('world.save') },
  backUp: { topic: 'server', ids: ['system.backup'] },
  restore: { topic: 'server', ids: ['system.restore'] },
  whitelistSwitch: { topic: 'server', ids: java('allowlist.enable', 'allowlist.disable') },
  reload: { topic: 'server', ids: ['system.reload'] },
  command: { topic: 'server', ids: both('command.run') },
} as const satisfies Readonly<Record<string, RowSpecification>>

export type RowKey = keyof typeof rowTable

const specifications: Readonly<Record<RowKey, RowSpecification>> = rowTable

export const rowKeys = Object.keys(rowTable) as readonly RowKey[]

export const specificationOf = (key: RowKey): RowSpecification => specifications[key]

const keysById: ReadonlyMap<string, RowKey> = new Map(
  rowKeys.flatMap((key) => specifications[key].ids.map((id) => [id, key] as const)),
)

/** Undefined for what another program offers. */
export const rowKeyOf = (capabilityId: string): RowKey | undefined => keysById.get(capabilityId)

/** `ext.shop` of `ext.shop.sell`: for other programs it includes the provider. */
export const namespaceOf = (id: string): string => {
  const [first = '', second] = id.split('.', 2)
  return first === 'ext' && second !== undefined ? `${first}.${second}` : first
}

/** The topic of a capability that is no event: one of ours, or the namespace of another program. */
export const topicOf = (capabilityId: string): string => {
  const key = rowKeyOf(capabilityId)
  return key === undefined ? namespaceOf(capabilityId) : specifications[key].topic
}

export const isOurTopic = (topic: string): topic is TopicName => topicNames.some((name) => name === topic)

/** Our topics first, in their order, then those of other programs by name. */
export const compareTopics = (one: string, other: string): number => {
  const rank = (topic: string) => (isOurTopic(topic) ? topicNames.indexOf(topic) : topicNames.length)
  return rank(one) - rank(other) || (one < other ? -1 : Number(one > other))
}

/** Event → key of the word for it in the locales. */
export const eventWords: Readonly<Record<string, string>> = {
  'player.chat': 'chat',
  'player.join': 'joins',
  'player.leave': 'leaves',
  'player.death': 'deaths',
  'ext.java.player.advancement': 'advancements',
  'ext.java.player.command': 'commands',
  'world.block.placed': 'builds',
  'world.block.broken': 'builds',
  'ext.java.server.started': 'starts',
  'ext.java.server.stopping': 'stops',
  'ext.java.server.behind': 'speed',
  'world.tick.health': 'speed',
  'ext.bedrock.script.event': 'scripts',
}
