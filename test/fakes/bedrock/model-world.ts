/** The world of the model game: what its commands read and change, with the texts of a game in Chinese. */

export interface CommandResult {
  readonly statusCode: number
  readonly statusMessage: string
  readonly [member: string]: unknown
}

const ok = (statusMessage: string, more: object = {}): CommandResult => ({ statusCode: 0, statusMessage, ...more })
const syntaxError = (word: string): CommandResult => ({
  statusCode: -2_147_483_648,
  statusMessage: `语法错误：意外的“${word}”：出现在“>>${word}<<”`,
})
const noTarget: CommandResult = { statusCode: -2_147_352_576, statusMessage: '没有与选择器匹配的目标' }
const refused = (statusMessage: string): CommandResult => ({ statusCode: -2_147_352_576, statusMessage })

/** Words of a command; quoted ones are one word. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain ?? '')

export class ModelWorld {
  players: string[]
  readonly positions = new Map<string, { x: number; y: number; z: number; dimension: number }>()
  readonly blocks = new Map<string, string>()
  readonly rules = new Map<string, string>([['dodaylightcycle', 'true']])
  readonly scores = new Map<string, number>()
  readonly structures = new Map<string, ReadonlyMap<string, string>>()
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

  run(line: string): CommandResult {
    this.commands.push(line)
    return this.#run(wordsOf(line), line)
  }

  blockAt(x: number, y: number, z: number): string {
    return this.blocks.get(`${x} ${y} ${z}`) ?? 'air'
  }

  #run(words: readonly string[], line: string): CommandResult {
    const [name = '', ...rest] = words
    const handlers: Readonly<Record<string, (given: readonly string[]) => CommandResult>> = {
      help: ([command = '']) => (command in handlers ? ok(`${command}:`) : syntaxError(command)),
      execute: (given) => this.#run(given.slice(given.indexOf('run') + 1), line),
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
      setblock: ([x, y, z, type = '']) => this.#setBlock([x, y, z].map(Number), type),
      testforblock: ([x, y, z, type = '']) =>
        this.#at([x, y, z].map(Number)) === plain(type) ? ok('成功找到方块', { matches: true }) : refused('方块不符'),
      fill: ([...given]) => this.#fill(given),
      structure: ([verb, structure = '', ...given]) => this.#structure(verb, structure, given.map(Number)),
      scoreboard: ([, verb, player = '', objective = '', value]) => this.#score(verb, player, objective, value),
      kick: ([player = '']) => this.#onPlayer(player, () => this.leave(player)),
      give: ([player = '']) => this.#onPlayer(player),
      effect: ([player = '']) => this.#onPlayer(player),
      gamemode: ([, player = '']) => this.#onPlayer(player),
      summon: () => ok('已成功召唤对象', { wasSpawned: true }),
      tellraw: ([target = '']) => (target === '@a' ? ok('') : this.#onPlayer(target)),
    }
    return handlers[name]?.(rest) ?? syntaxError(name)
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

  #at([x = 0, y = 0, z = 0]: readonly number[]): string {
    return this.blockAt(x, y, z)
  }

  #setBlock(place: readonly number[], type: string): CommandResult {
    if (this.#at(place) === plain(type)) return refused('无法放置该方块')
    this.blocks.set(place.join(' '), plain(type))
    return ok('方块已放置')
  }

  #fill(given: readonly string[]): CommandResult {
    const [x = 0, y = 0, z = 0, toX = 0, toY = 0, toZ = 0] = given.slice(0, 6).map(Number)
    let fillCount = 0
    for (let atX = x; atX <= toX; atX++)
      for (let atY = y; atY <= toY; atY++)
        for (let atZ = z; atZ <= toZ; atZ++, fillCount++) this.blocks.set(`${atX} ${atY} ${atZ}`, plain(given[6] ?? ''))
    return ok('已填充', { fillCount })
  }

  #structure(verb: string | undefined, structure: string, [x = 0, y = 0, z = 0, ...to]: readonly number[]) {
    if (verb === 'save') {
      const [toX = x, toY = y, toZ = z] = to
      const kept = new Map<string, string>()
      for (let atX = x; atX <= toX; atX++)
        for (let atY = y; atY <= toY; atY++)
          for (let atZ = z; atZ <= toZ; atZ++) kept.set(`${atX - x} ${atY - y} ${atZ - z}`, this.blockAt(atX, atY, atZ))
      this.structures.set(structure, kept)
      return ok('结构已保存')
    }
    const kept = this.structures.get(structure)
    if (!kept) return refused('结构不存在')
    if (verb === 'delete') {
      this.structures.delete(structure)
      return ok('结构已删除')
    }
    for (const [place, type] of kept) {
      const [dx = 0, dy = 0, dz = 0] = place.split(' ').map(Number)
      this.blocks.set(`${x + dx} ${y + dy} ${z + dz}`, type)
    }
    return ok('结构已加载')
  }

  #score(verb: string | undefined, player: string, objective: string, value: string | undefined): CommandResult {
    const key = `${player} ${objective}`
    if (verb === 'set') this.scores.set(key, Number(value))
    const score = this.scores.get(key)
    return score === undefined ? refused('没有分数') : ok(`分数 ${score} 在 -2147483648 到 2147483647 之间`)
  }
}

const plain = (type: string): string => type.replace('minecraft:', '').split('[')[0] ?? ''
