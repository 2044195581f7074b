/** Java sentence templates: the sentences of Java and Bedrock actions beyond the core, and their arguments. */
import type { ArgumentReading } from './arguments.js'
import { isDifficulty, isGameMode } from './game-settings.js'
import { locationOf } from './location.js'
import { game, name, number, own, position, quote, type SentenceValue, span, worldValue } from './sentence.js'
import type { SpecificSentence } from './specific-sentence.js'

type FillTemplate = (given: ArgumentReading) => SpecificSentence | undefined
type Words = Readonly<Record<string, SentenceValue>>

const aboutPlayer =
  (key: string): FillTemplate =>
  (given) => {
    const player = given.player()
    return player === undefined ? undefined : { key, words: { player: name(player) } }
  }

const plain =
  (key: string): FillTemplate =>
  () => ({ key, words: {} })

const whole = (value: unknown, otherwise: number): number | undefined =>
  value === undefined ? otherwise : typeof value === 'number' && Number.isInteger(value) ? value : undefined

const atLocation = (given: ArgumentReading): Words | undefined => {
  const place = given.place()
  return place?.world === undefined ? undefined : { position: position(place), world: worldValue(place.world) }
}

const setGameMode: FillTemplate = (given) => {
  const player = given.player()
  const mode = given.text('gameMode')
  if (player === undefined || !isGameMode(mode)) return undefined
  return { key: 'javaGamemodeSet', words: { player: name(player), mode: own(`gameMode.${mode}`) } }
}

const items =
  (key: string): FillTemplate =>
  (given) => {
    const [player, item] = [given.player(), given.text('item')]
    const count = whole(given.value('count'), 1)
    if (player === undefined || item === undefined || count === undefined) return undefined
    return { key, words: { player: name(player), item: game('thing', item), count: number(count) } }
  }

/** The strength is in the details when it is above the minimum. */
const giveEffect: FillTemplate = (given) => {
  const [player, effect] = [given.player(), given.text('effect')]
  const seconds = whole(given.value('seconds'), 30)
  if (given.peek('amplifier') === 0) given.value('amplifier')
  if (given.peek('replace') === false) given.value('replace')
  if (player === undefined || effect === undefined || seconds === undefined) return undefined
  return {
    key: 'javaEffectGive',
    words: { player: name(player), effect: game('effect', effect), span: span(seconds) },
  }
}

const countItems: FillTemplate = (given) => {
  const [player, item] = [given.player(), given.text('item')]
  if (player === undefined || item === undefined) return undefined
  return { key: 'javaItemCount', words: { player: name(player), item: game('thing', item) } }
}

const clearEffects: FillTemplate = (given) => {
  const player = given.player()
  const effect = given.text('effect')
  if (player === undefined) return undefined
  if (effect !== undefined) {
    return { key: 'javaEffectClear', words: { player: name(player), effect: game('effect', effect) } }
  }
  return given.peek('effect') === undefined ? { key: 'javaEffectsClear', words: { player: name(player) } } : undefined
}

const summon: FillTemplate = (given) => {
  const [words, type] = [atLocation(given), given.text('type')]
  return words && type !== undefined
    ? { key: 'javaEntitySummon', words: { ...words, entity: game('entity', type) } }
    : undefined
}

const fill: FillTemplate = (given) => {
  const type = given.text('type')
  const [from, to] = [locationOf(given.value('from')), locationOf(given.value('to'))]
  if (type === undefined || from?.world === undefined || !from.point || !to?.point) return undefined
  const [one, other] = [from.point, to.point]
  const count = one.reduce((volume, at, axis) => volume * (Math.abs(at - (other[axis] ?? at)) + 1), 1)
  return {
    key: 'javaBlocksFill',
    words: {
      from: position(from),
      to: position(to),
      world: worldValue(from.world),
      block: game('thing', type),
      count: number(count),
    },
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) && value.length === 3 ? value : [])

/** Of the parts a picture tells more than words: they count as not shown. */
const build =
  (key: string): FillTemplate =>
  (given) => {
    const [called, world] = [given.text('name'), given.text('world')]
    const [x, y, z] = listOf(given.value('origin'))
    const origin = locationOf({ x, y, z })
    if (called === undefined || world === undefined || !origin) return undefined
    return { key, words: { name: name(called), position: position(origin), world: worldValue(world) } }
  }

const lookAround: FillTemplate = (given) => {
  const world = given.text('world')
  if (world === undefined) return undefined
  const center = locationOf(given.peek('center'))
  if (center) {
    given.value('center')
    return { key: 'javaAreaLook', words: { position: position(center), world: worldValue(world) } }
  }
  const [from, to] = [locationOf(given.value('from')), locationOf(given.value('to'))]
  return from && to
    ? { key: 'javaAreaLookBox', words: { from: position(from), to: position(to), world: worldValue(world) } }
    : undefined
}

const showTitle: FillTemplate = (given) => {
  const [player, title] = [given.player(), given.text('title')]
  if (title === undefined) return undefined
  if (player === undefined) return { key: 'javaTitleShowAll', words: { title: quote(title) } }
  return { key: 'javaTitleShow', words: { player: name(player), title: quote(title) } }
}

const sendMessage: FillTemplate = (given) => {
  const [player, message] = [given.player(), given.text('message')]
  if (player === undefined || message === undefined) return undefined
  return { key: 'javaMessageSend', words: { player: name(player), message: quote(message) } }
}

const setDifficulty: FillTemplate = (given) => {
  const difficulty = given.text('difficulty')
  if (!isDifficulty(difficulty)) return undefined
  return { key: 'javaDifficultySet', words: { difficulty: own(`difficulty.${difficulty}`) } }
}

const setWorldBorder: FillTemplate = (given) => {
  const width = given.value('width')
  return typeof width === 'number' ? { key: 'javaWorldborderSet', words: { width: number(width) } } : undefined
}

const setSpawnPoint: FillTemplate = (given) => {
  const [player, words] = [given.player(), atLocation(given)]
  return player === undefined || !words
    ? undefined
    : { key: 'javaSpawnpointSet', words: { ...words, player: name(player) } }
}

const save: FillTemplate = (given) => {
  if (given.peek('flush') === false) given.value('flush')
  return { key: 'javaWorldSave', words: {} }
}

const runCommand: FillTemplate = (given) => {
  const command = given.text('command')
  return command === undefined ? undefined : { key: 'javaCommandRun', words: { command: quote(command) } }
}

const testBlock: FillTemplate = (given) => {
  const [words, type] = [atLocation(given), given.text('type')]
  return words && type !== undefined
    ? { key: 'bedrockBlockTest', words: { ...words, block: game('thing', type) } }
    : undefined
}

const scoreOf = (given: ArgumentReading): Words | undefined => {
  const [player, objective] = [given.player(), given.text('objective')]
  return player === undefined || objective === undefined
    ? undefined
    : { player: name(player), objective: quote(objective) }
}

const readScore: FillTemplate = (given) => {
  const words = scoreOf(given)
  return words && { key: 'bedrockScoreGet', words }
}

const setScore: FillTemplate = (given) => {
  const [words, score] = [scoreOf(given), given.value('score')]
  return words && typeof score === 'number'
    ? { key: 'bedrockScoreSet', words: { ...words, score: number(score) } }
    : undefined
}

/** Actions of Bedrock games beyond the core. */
export const bedrockSentenceTemplates: readonly (readonly [string, FillTemplate])[] = [
  ['ext.bedrock.block.test', testBlock],
  ['ext.bedrock.blocks.fill', fill],
  ['ext.bedrock.structures', plain('javaStructures')],
  ['ext.bedrock.build.preview', build('javaBuildPreview')],
  ['ext.bedrock.build', build('javaBuild')],
  ['ext.bedrock.gamemode.set', setGameMode],
  ['ext.bedrock.item.give', items('javaItemGive')],
  ['ext.bedrock.effect.give', giveEffect],
  ['ext.bedrock.entity.summon', summon],
  ['ext.bedrock.message.send', sendMessage],
  ['ext.bedrock.score.get', readScore],
  ['ext.bedrock.score.set', setScore],
  ['ext.bedrock.command.run', runCommand],
]

export const javaSentenceTemplates: readonly (readonly [string, FillTemplate])[] = [
  ['ext.java.gamemode.set', setGameMode],
  ['ext.java.item.give', items('javaItemGive')],
  ['ext.java.item.take', items('javaItemTake')],
  ['ext.java.item.count', countItems],
  ['ext.java.effect.list', aboutPlayer('javaEffectList')],
  ['ext.java.spawnpoint.get', aboutPlayer('javaSpawnpointGet')],
  ['ext.java.operator.list', plain('javaOperatorList')],
  ['ext.java.ban.list', plain('javaBanList')],
  ['ext.java.effect.give', giveEffect],
  ['ext.java.effect.clear', clearEffects],
  ['ext.java.entity.summon', summon],
  ['ext.java.blocks.fill', fill],
  ['ext.java.area.look', lookAround],
  ['ext.java.structures', plain('javaStructures')],
  ['ext.java.build.preview', build('javaBuildPreview')],
  ['ext.java.build', build('javaBuild')],
  ['ext.java.title.show', showTitle],
  ['ext.java.message.send', sendMessage],
  ['ext.java.allowlist.get', plain('javaAllowlistGet')],
  ['ext.java.allowlist.add', aboutPlayer('javaAllowlistAdd')],
  ['ext.java.allowlist.remove', aboutPlayer('javaAllowlistRemove')],
  ['ext.java.allowlist.enable', plain('javaAllowlistEnable')],
  ['ext.java.allowlist.disable', plain('javaAllowlistDisable')],
  ['ext.java.ban.remove', aboutPlayer('javaBanRemove')],
  ['ext.java.operator.grant', aboutPlayer('javaOperatorGrant')],
  ['ext.java.operator.revoke', aboutPlayer('javaOperatorRevoke')],
  ['ext.java.difficulty.get', plain('javaDifficultyGet')],
  ['ext.java.difficulty.set', setDifficulty],
  ['ext.java.worldborder.get', plain('javaWorldborderGet')],
  ['ext.java.worldborder.set', setWorldBorder],
  ['ext.java.spawnpoint.set', setSpawnPoint],
  ['ext.java.world.save', save],
  ['ext.java.command.run', runCommand],
]
