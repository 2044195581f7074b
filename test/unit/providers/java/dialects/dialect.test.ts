import { describe, expect, it } from 'vitest'
import {
  blockState,
  decimal,
  type EncodedJavaArgument,
  entityUuid,
  integer,
  literal,
  messageText,
  oneOf,
  type PlayerArgument,
  playerArgument,
  resourceId,
  ruleName,
  ruleValue,
  scoreHolder,
  textComponent,
} from '../../../../../src-main/providers/java/dialects/command-arguments.js'
import {
  CommandDialect,
  type CommandName,
  commands,
  readReply,
} from '../../../../../src-main/providers/java/dialects/dialect.js'
import { gameVersionOf, isInRange } from '../../../../../src-main/providers/java/dialects/game-version.js'
import { ModelConsole, type Software } from '../../../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../../../fakes/java/console/model-world.js'
import { textsOf, versions } from '../../../../fakes/java/console/texts.js'

const steve = { player: playerArgument('Steve') }
const place = { x: integer(7, -100, 400), y: integer(70, -64, 320), z: integer(-9, -100, 100) }
const stone = { block: blockState('stone', undefined) }
const speed = { effect: resourceId('speed') }
const component = { text: textComponent({ text: 'Hi' }) }

/** Arguments with which each command is tried, and what must be there before. */
type Arguments = Readonly<Record<string, EncodedJavaArgument | PlayerArgument>>

const trials: Readonly<Record<Exclude<CommandName, 'bukkitTps'>, Arguments>> = {
  listPlayers: {},
  listNames: {},
  teleport: { ...steve, x: decimal(1.5), y: decimal(64), z: decimal(-3.25), yaw: decimal(0), pitch: decimal(0) },
  kick: { ...steve, reason: messageText('no reason') },
  ban: { ...steve, reason: messageText('griefing') },
  pardon: steve,
  grantOperator: steve,
  revokeOperator: steve,
  setGameMode: { ...steve, mode: oneOf('creative', ['creative']) },
  give: { ...steve, item: resourceId('diamond'), count: integer(3, 1, 64) },
  countItems: { ...steve, item: resourceId('diamond') },
  takeItems: { ...steve, item: resourceId('diamond'), count: integer(2, 1, 64) },
  giveEffect: { ...steve, ...speed, seconds: integer(30, 1, 100), amplifier: integer(1, 0, 10) },
  clearEffect: { ...steve, ...speed },
  clearEffects: steve,
  setSpawnPoint: { ...steve, ...place },
  entityData: { ...steve, path: literal('Pos') },
  showTitle: { ...steve, ...component },
  showSubtitle: { ...steve, ...component },
  tell: { ...steve, ...component },
  timeOfDay: {},
  gameTime: {},
  setTime: { time: integer(13_000, 0, 24_000) },
  isRaining: {},
  isThundering: {},
  setWeather: { weather: oneOf('thunder', ['thunder']) },
  setWeatherFor: { weather: oneOf('rain', ['rain']), seconds: integer(60, 1, 100) },
  gameRule: { rule: ruleName('keepInventory') },
  setGameRule: { rule: ruleName('keepInventory'), value: ruleValue(true) },
  tickQuery: {},
  setBlock: { ...place, ...stone },
  isBlock: { ...place, ...stone },
  fill: { ...place, toX: integer(8, 0, 10), toY: integer(71, 0, 100), toZ: integer(-8, -10, 0), ...stone },
  forcedChunks: {},
  isChunkForced: { x: place.x, z: place.z },
  forceChunks: { x: place.x, z: place.z, toX: integer(40, 0, 100), toZ: integer(7, 0, 100) },
  unforceChunks: { x: place.x, z: place.z, toX: integer(40, 0, 100), toZ: integer(7, 0, 100) },
  summon: { ...place, entity: resourceId('pig') },
  countEntities: { selector: literal('type=minecraft:pig') },
  entities: { selector: literal('type=minecraft:pig') },
  isEntity: { uuid: entityUuid('00000000-0000-4000-9000-000000000001') },
  removeEntity: { uuid: entityUuid('00000000-0000-4000-9000-000000000001') },
  difficulty: {},
  setDifficulty: { difficulty: oneOf('hard', ['hard']) },
  worldBorder: {},
  setWorldBorder: { width: decimal(500) },
  broadcast: component,
  saveAll: {},
  saveAllNow: {},
  reload: {},
  allowlist: {},
  allow: steve,
  disallow: steve,
  enableAllowlist: {},
  disableAllowlist: {},
  objectives: {},
  addTrigger: {},
  removeTrigger: {},
  enableTrigger: { holder: scoreHolder('Steve') },
  readTrigger: { holder: scoreHolder('Steve') },
  resetTrigger: { holder: scoreHolder('Steve') },
}

const names = Object.keys(trials) as (keyof typeof trials)[]

/** Commands that take something away: the other one runs first. */
const prepared: Readonly<Partial<Record<CommandName, CommandName>>> = {
  forcedChunks: 'forceChunks',
  isChunkForced: 'forceChunks',
  unforceChunks: 'forceChunks',
  pardon: 'ban',
  revokeOperator: 'grantOperator',
  countItems: 'give',
  takeItems: 'give',
  clearEffect: 'giveEffect',
  clearEffects: 'giveEffect',
  disallow: 'allow',
  disableAllowlist: 'enableAllowlist',
  removeEntity: 'summon',
  isEntity: 'summon',
  countEntities: 'summon',
  entities: 'summon',
  allowlist: 'allow',
  objectives: 'addTrigger',
  removeTrigger: 'addTrigger',
  enableTrigger: 'addTrigger',
  readTrigger: 'enableTrigger',
  resetTrigger: 'enableTrigger',
}

function scene(version: string, software: Software = 'vanilla') {
  const world = new MemoryWorld()
  world.join('Steve', { prefix: '[Builder] ' })
  const console = new ModelConsole({ version, world, software })
  const release = gameVersionOf(version) ?? []
  return {
    world,
    console,
    dialect: new CommandDialect(console, { version: release, prefix: software === 'bukkit' ? 'minecraft:' : '' }),
  }
}

const nameInVersion = (name: CommandName, version: string): Arguments => {
  const given = trials[name as keyof typeof trials]
  const isLater = isInRange(gameVersionOf(version) ?? [], { since: '1.21.11' })
  return 'rule' in given && isLater ? { ...given, rule: ruleName('keep_inventory') } : given
}

describe.each(versions)('the dialect of %s', (version) => {
  it.each(['vanilla', 'bukkit', 'forge'] as const)(
    'runs every command of the table and reads its reply (%s)',
    async (software) => {
      for (const name of names) {
        const { dialect } = scene(version, software)
        if (!dialect.has(name)) continue
        const before: CommandName[] = []
        for (let first = prepared[name]; first; first = prepared[first]) before.unshift(first)
        for (const first of before) await dialect.run(first, nameInVersion(first, version))
        const reply = await dialect.run(name, nameInVersion(name, version))
        const failsIn1Twelve = name === 'isRaining' || name === 'isThundering' || name === 'isBlock'
        expect([name, reply.outcome]).toEqual([name, failsIn1Twelve ? 'unchanged' : 'done'])
      }
    },
  )

  it('distinguishes a change from no change', async () => {
    const { dialect } = scene(version)
    const isNow = dialect.traits.version
    await dialect.run('setBlock', trials.setBlock)
    expect(await dialect.run('setBlock', trials.setBlock)).toMatchObject({ outcome: 'unchanged' })
    await dialect.run('fill', trials.fill)
    expect(await dialect.run('fill', trials.fill)).toMatchObject({ outcome: 'unchanged' })
    if (!isInRange(isNow, { since: '1.13' })) return
    for (const name of [
      'ban',
      'grantOperator',
      'allow',
      'enableAllowlist',
      'setDifficulty',
      'setWorldBorder',
      'setGameMode',
      'addTrigger',
    ] as const) {
      const fresh = scene(version)
      await fresh.dialect.run(name, trials[name])
      if (name === 'ban') fresh.world.join('Steve')
      expect([name, (await fresh.dialect.run(name, trials[name])).outcome]).toEqual([name, 'unchanged'])
    }
  })

  it('names the player who is offline', async () => {
    const { dialect } = scene(version)
    for (const name of [
      'teleport',
      'kick',
      'give',
      'setGameMode',
      'tell',
      'showTitle',
      'giveEffect',
      'setSpawnPoint',
    ] as const) {
      const run = dialect.run(name, { ...trials[name], player: playerArgument('Nobody') })
      await expect(run, name).rejects.toMatchObject({ code: 'BUSINESS.PLAYER_OFFLINE' })
    }
  })

  it('says that a block, an item or a place does not exist', async () => {
    const { dialect } = scene(version)
    const wrong = { ...trials.setBlock, block: blockState('unobtainium', undefined) }
    await expect(dialect.run('setBlock', wrong)).rejects.toMatchObject({ code: 'BUSINESS.OPERATION_FAILED' })
    const item = { ...trials.give, item: resourceId('unobtainium') }
    await expect(dialect.run('give', item)).rejects.toMatchObject({ code: 'BUSINESS.OPERATION_FAILED' })
    const far = { ...trials.setBlock, x: integer(20_000_000, 0, 30_000_000) }
    await expect(dialect.run('setBlock', far)).rejects.toMatchObject({
      code: expect.stringMatching(/^BUSINESS\.(?:INVALID_LOCATION|OPERATION_FAILED)$/u),
    })
  })

  it('shows a reply that it does not know, and never guesses', async () => {
    const { dialect, console } = scene(version)
    for (const name of names) {
      if (!dialect.has(name)) continue
      console.replaced.set('', '§cSomething \u202Eelse entirely')
      await expect(dialect.run(name, trials[name]), name).rejects.toMatchObject({
        code: 'PROTOCOL.INVALID_RESPONSE',
        details: { reply: 'Something else entirely' },
      })
    }
  })

  it('reads every success of the texts of the version by the command they belong to', () => {
    const texts = textsOf(version)
    const known: Readonly<Record<string, CommandName>> = {
      'commands.gamerule.query': 'gameRule',
      'commands.gamerule.set': 'setGameRule',
      'commands.fill.success': 'fill',
      'commands.whitelist.none': 'allowlist',
      'commands.worldborder.get': 'worldBorder',
      'commands.difficulty.query': 'difficulty',
      'commands.spawnpoint.success.single': 'setSpawnPoint',
      'commands.spawnpoint.success.single.new': 'setSpawnPoint',
      'commands.tp.success.coordinates': 'teleport',
      'commands.kick.success': 'kick',
      'commands.kick.success.reason': 'kick',
      'commands.time.set.absolute': 'setTime',
    }
    for (const [key, name] of Object.entries(known)) {
      if (!texts.has(key)) continue
      const text = texts.say(key, '1', '2', '3', '4', '5', '6', '7')
      expect([key, readReply(name, text, { version: gameVersionOf(version) ?? [], prefix: '' }).outcome]).toEqual([
        key,
        'done',
      ])
    }
  })
})

describe('the table', () => {
  it('has a test for every command of the game', () => {
    expect([...names, 'bukkitTps'].sort()).toEqual(Object.keys(commands).sort())
  })

  it('runs in another world only from 1.13 on', async () => {
    const nether = resourceId('the_nether')
    const { dialect, console } = scene('1.20.4')
    await dialect.run('setBlock', trials.setBlock, { dimension: nether })
    expect(console.ran).toEqual(['execute in minecraft:the_nether run setblock 7 70 -9 minecraft:stone'])
    await expect(scene('1.12').dialect.run('setBlock', trials.setBlock, { dimension: nether })).rejects.toMatchObject({
      code: 'BUSINESS.WORLD_NOT_FOUND',
    })
  })

  it('sends the namespaced form where the server has it', async () => {
    const { dialect, console } = scene('1.20.4', 'bukkit')
    await dialect.run('listPlayers')
    expect(console.ran).toEqual(['minecraft:list uuids'])
  })
})
