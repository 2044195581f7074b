/** `execute` of the model console, from 1.13 on: the parts that Gatehouse uses. */
import { fail, placeOf, type Run, type Session, syntaxFailure } from './model-command.js'
import type { ModelEntity } from './model-world.js'

const dimensions = ['minecraft:overworld', 'minecraft:the_nether', 'minecraft:the_end']

export const executeCommand: Run = async (given, session) => {
  if (!session.since('1.13')) return fail(session.texts.say('commands.generic.syntax'))
  const [verb, ...rest] = given
  switch (verb) {
    case 'in': {
      const [dimension = '', run, ...command] = rest
      if (run !== 'run') return syntaxFailure(session, given.join(' '))
      if (!dimensions.includes(dimension)) {
        const key = 'argument.dimension.invalid'
        return fail(session.texts.has(key) ? session.texts.say(key, dimension) : `Unknown dimension '${dimension}'`)
      }
      return session.runs(command.join(' '), dimension)
    }
    case 'if':
      return conditional(rest, session)
    case 'as':
      return asEntities(rest, session)
    default:
      return syntaxFailure(session, given.join(' '))
  }
}

const passed = (session: Session, isPassed: boolean): readonly string[] => {
  const text = session.texts.say(`commands.execute.conditional.${isPassed ? 'pass' : 'fail'}`)
  return isPassed ? [text] : fail(text)
}

async function conditional([kind, ...rest]: readonly string[], session: Session): Promise<readonly string[]> {
  if (kind === 'entity') {
    const [target = ''] = rest
    const players = (await session.world.players())
      .filter(({ dimension, gameMode }) => dimension === session.dimension && !target.includes(`gamemode=!${gameMode}`))
      .map((one) => ({ ...one, type: 'minecraft:player' }))
    const count = select(target, [...(await session.world.entities(session.dimension)), ...players]).length
    const key = `commands.execute.conditional.${count > 0 ? 'pass_count' : 'fail'}`
    return count > 0 ? [session.texts.say(key, count)] : fail(session.texts.say(key))
  }
  if (kind === 'block') {
    const place = placeOf(rest, session)
    const block = await session.world.block(session.dimension, place)
    if (block === undefined) return fail(session.texts.say('argument.pos.unloaded'))
    const [wanted = ''] = rest.slice(3)
    return passed(session, block === wanted || block.startsWith(`${wanted}[`))
  }
  if (kind === 'predicate' && session.since('1.20.5')) {
    const [, weather] = /(raining|thundering):true/u.exec(rest.join(' ')) ?? []
    const now = await session.world.weather()
    return passed(session, weather === 'raining' ? now !== 'clear' : now === 'thunder')
  }
  if (kind === 'predicate') return fail(session.texts.say('argument.id.invalid'))
  return syntaxFailure(session, `execute if ${kind}`)
}

async function asEntities(given: readonly string[], session: Session): Promise<readonly string[]> {
  const [target = '', ...rest] = given
  const { texts, world } = session
  const all = (await Promise.all(dimensions.map((one) => world.entities(one)))).flat()
  const chosen = target.startsWith('@e')
    ? select(target, await world.entities(session.dimension))
    : all.filter(({ uuid }) => uuid === target)
  const isPlayer = (await world.players()).some(({ uuid }) => uuid === target)
  const command = rest.join(' ')
  if (chosen.length === 0 && !isPlayer) return fail(texts.say('argument.entity.notfound.entity'))
  if (command === 'unless entity @s[type=minecraft:player] run kill @s') {
    for (const { uuid } of chosen) await world.removeEntity(uuid)
    return chosen.map((one) => texts.say('commands.kill.success.single', labelOf(one)))
  }
  const path = command.replace(/^run data get entity @s ?/u, '')
  if (path === command) return syntaxFailure(session, command)
  return chosen.map((one) => texts.say('commands.data.entity.query', labelOf(one), dataOf(one, path, session)))
}

const labelOf = ({ customName, type }: ModelEntity): string =>
  customName ??
  type
    .replace(/^minecraft:/u, '')
    .split('_')
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join(' ')

/** Of a player; other creatures are not looked for in a box. */
const bodyHalf = 0.3
const bodyHeight = 1.8

function select(selector: string, entities: readonly ModelEntity[]): readonly ModelEntity[] {
  const options = Object.fromEntries(
    selector
      .replace(/^@e\[|\]$/gu, '')
      .split(',')
      .filter((part) => part.includes('='))
      .map((part) => part.split('=') as [string, string]),
  )
  const at = { x: Number(options.x ?? 0), y: Number(options.y ?? 0), z: Number(options.z ?? 0) }
  const distance = (one: ModelEntity) => Math.hypot(one.x - at.x, one.y - at.y, one.z - at.z)
  const most = options.distance === undefined ? Number.POSITIVE_INFINITY : Number(options.distance.replace('..', ''))
  const kinds = selector.match(/type=!?[a-z_:]+/gu) ?? []
  const fits = ({ type }: ModelEntity) =>
    kinds.every((kind) => (kind.startsWith('type=!') ? type !== kind.slice(6) : type === kind.slice(5)))
  const isInside = (one: ModelEntity) =>
    options.dx === undefined ||
    (['x', 'y', 'z'] as const).every((axis) => {
      const [below, above] = axis === 'y' ? [0, bodyHeight] : [bodyHalf, bodyHalf]
      const end = at[axis] + Number(options[`d${axis}`]) + 1
      return one[axis] + above > at[axis] && one[axis] - below < end
    })
  const found = entities.filter((one) => fits(one) && distance(one) <= most && isInside(one))
  if (options.sort === 'nearest') found.sort((one, other) => distance(one) - distance(other))
  return found.slice(0, Number(options.limit ?? found.length))
}

function dataOf({ uuid, x, y, z }: ModelEntity, path: string, { since }: Session): string {
  const double = (value: number) => `${Number.isInteger(value) ? value.toFixed(1) : value}d`
  const bits = BigInt(`0x${uuid.replaceAll('-', '')}`)
  const values: Record<string, string> = {
    Pos: `[${[x, y, z].map(double).join(', ')}]`,
    UUID: `[I; ${[96n, 64n, 32n, 0n].map((shift) => BigInt.asIntN(32, bits >> shift)).join(', ')}]`,
    UUIDMost: `${BigInt.asIntN(64, bits >> 64n)}L`,
    UUIDLeast: `${BigInt.asIntN(64, bits)}L`,
  }
  if (path !== '') return values[path] ?? ''
  const own = since('1.16') ? `UUID: ${values.UUID}` : `UUIDMost: ${values.UUIDMost}, UUIDLeast: ${values.UUIDLeast}`
  return `{Brain: {memories: {}}, Pos: ${values.Pos}, Tags: ["a}b", "it's"], ${own}, Fire: -1s}`
}
