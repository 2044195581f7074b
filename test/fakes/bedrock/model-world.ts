/** The world of the model game: what its commands read and change, with the texts of a game in Chinese. */
import { idOf, ModelBlocks, ok, refused, syntaxError } from './model-blocks.js'

export interface CommandResult {
  readonly statusCode: number
  readonly statusMessage: string
  readonly [member: string]: unknown
}

const noTarget: CommandResult = { statusCode: -2_147_352_576, statusMessage: '没有与选择器匹配的目标' }

/** Words of a command; quoted ones are one word. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain ?? '')

export class ModelWorld {
  players: string[]
  readonly positions = new Map<string, { x: number; y: number; z: number; dimension: number }>()
  readonly land = new ModelBlocks()
  readonly rules = new Map<string, string>([['dodaylightcycle', 'true']])
  readonly scores = new Map<string, number>()
  readonly objectives = new Set<string>()
  /** As scripts see them. */
  readonly entities: {
    readonly id: string
    readonly typeId: string
    readonly nameTag: string
    readonly location: { readonly x: number; readonly y: number; readonly z: number }
  }[] = []
  time = 1_000
  weather = 'clear'
  /** Every command that reached the game. */
  readonly commands: string[] = []

  constructor(players: readonly string[]) {
    this.players = [...players]
  }

  get blocks(): Map<string, string> {
    return this.land.blocks
  }

  run(line: string): CommandResult {
    this.commands.push(line)
    return this.#run(wordsOf(line), 'overworld')
  }

  /** Without its states. */
  blockAt(x: number, y: number, z: number): string {
    return idOf(this.land.at('overworld', [x, y, z]))
  }

  #run(words: readonly string[], dimension: string): CommandResult {
    const [name = '', ...rest] = words
    const handlers: Readonly<Record<string, (given: readonly string[]) => CommandResult>> = {
      help: ([command = '']) =>
        command in handlers || landCommands.has(command) ? ok(`${command}:`) : syntaxError(command),
      execute: (given) => this.#run(given.slice(given.indexOf('run') + 1), given[1] ?? ''),
      testfor: ([selector = '']) => this.#testFor(selector, dimension),
      getlocalplayername: () => ok('', { localplayername: this.players[0] }),
      list: () =>
        ok('在线玩家', {
          currentPlayerCount: this.players.length,
          maxPlayerCount: 8,
          players: this.players.join(', '),
        }),
      querytarget: ([player = '']) => this.#query(player),
      tp: ([player = '', x, y, z]) => this.#teleport(player, [x, y, z].map(Number)),
      time: ([verb, value]) => this.#time(verb, value),
      weather: ([weather = '']) => this.#weather(weather),
      gamerule: ([rule = '', value]) => this.#rule(rule, value),
      scoreboard: ([what, verb, ...given]) => this.#scoreboard(what, verb, given),
      kick: ([player = '']) => this.#onPlayer(player, () => this.leave(player)),
      give: ([player = '']) => this.#onPlayer(player),
      effect: ([player = '']) => this.#onPlayer(player),
      gamemode: ([, player = '']) => this.#onPlayer(player),
      summon: () => ok('已成功召唤对象', { wasSpawned: true }),
      tellraw: ([target = '']) => (target === '@a' ? ok('') : this.#onPlayer(target)),
    }
    return handlers[name]?.(rest) ?? this.land.run(name, rest, dimension) ?? syntaxError(name)
  }

  leave(player: string): void {
    this.players = this.players.filter((one) => one !== player)
  }

  #onPlayer(player: string, effect: () => void = () => {}): CommandResult {
    if (!this.players.includes(player)) return noTarget
    effect()
    return ok('完成')
  }

  #query(player: string): CommandResult {
    if (!this.players.includes(player)) return noTarget
    const { x, y, z, dimension } = this.positions.get(player) ?? { x: 0.5, y: 64, z: 0.5, dimension: 0 }
    const target = { dimension, id: -4_294_967_295, position: { x, y: y + 1.62001, z }, uniqueId: 'x', yRot: 90 }
    return ok('目标数据', { details: JSON.stringify([target]) })
  }

  #teleport(player: string, [x = 0, y = 0, z = 0]: readonly number[]): CommandResult {
    return this.#onPlayer(player, () => void this.positions.set(player, { x, y, z, dimension: 0 }))
  }

  #time(verb = '', value = ''): CommandResult {
    if (verb === 'query') return ok(`时间是 ${this.time}`, { data: value === 'day' ? 3 : this.time })
    this.time = Number(value)
    return ok('时间已设置', { time: this.time })
  }

  #weather(weather: string): CommandResult {
    const named: Readonly<Record<string, string>> = { clear: '晴朗', rain: '降雨', thunder: '雷暴' }
    if (weather === 'query') return ok(`天气状态是：${named[this.weather]}`)
    this.weather = weather
    return ok('天气已改变')
  }

  #rule(rule: string, value: string | undefined): CommandResult {
    if (value !== undefined) this.rules.set(rule, value)
    const now = this.rules.get(rule)
    return now === undefined ? syntaxError(rule) : ok(`${rule} = ${now}`, { details: `${rule} = ${now}` })
  }

  /** Players whose bodies are in the box of a selector such as `@a[x=0,dx=3,…]`. */
  #testFor(selector: string, dimension: string): CommandResult {
    const numbers = new Map(
      [...selector.matchAll(/(d?[xyz])=(-?\d+)/gu)].map(([, name = '', value]) => [name, Number(value)]),
    )
    const victim = this.players.filter((player) => {
      const at = this.positions.get(player) ?? { x: 0.5, y: 64, z: 0.5, dimension: 0 }
      if (dimensions[at.dimension] !== dimension) return false
      return (['x', 'y', 'z'] as const).every((axis) => {
        const from = numbers.get(axis) ?? 0
        const [low, high] = axis === 'y' ? [at.y, at.y + 1.8] : [at[axis] - 0.3, at[axis] + 0.3]
        return high >= from && low < from + (numbers.get(`d${axis}`) ?? 0) + 1
      })
    })
    return victim.length === 0 ? noTarget : ok(`已找到${victim.join(', ')}`, { victim })
  }

  #scoreboard(what: string | undefined, verb: string | undefined, given: readonly string[]): CommandResult {
    const [player = '', objective = '', value, most] = given
    if (what === 'players') return this.#score(verb, player, objective, value, most)
    if (this.objectives.has(player)) return refused('已存在同名目标')
    this.objectives.add(player)
    return ok('已添加目标')
  }

  #score(verb: string | undefined, player: string, objective: string, value = '*', most = '*'): CommandResult {
    const key = `${player} ${objective}`
    if (verb === 'set') this.scores.set(key, Number(value))
    const score = this.scores.get(key)
    if (score === undefined) return refused('没有分数')
    const isInRange = (value === '*' || score >= Number(value)) && (most === '*' || score <= Number(most))
    return (verb === 'set' || isInRange ? ok : refused)(`分数 ${score} 在 -2147483648 到 2147483647 之间`)
  }
}

const dimensions = ['overworld', 'nether', 'the_end']
const landCommands: ReadonlySet<string> = new Set(['setblock', 'testforblock', 'fill', 'structure', 'tickingarea'])
