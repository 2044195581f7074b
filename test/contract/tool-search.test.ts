import { coreCatalogue } from '@contract/core-catalogue.js'
import { describe, expect, it } from 'vitest'
import { listTools } from '../../src-main/consumers/mcp/handlers/tools.js'
import { toolsOf } from '../../src-main/consumers/mcp/tools.js'
import type { CapabilityOffer } from '../../src-main/gateway/ports/registry.js'
import zh from '../../src-main/shared/words/zh.json' with { type: 'json' }

/** BM25 as clients search tools: the words of name and description, with the usual constants. */
class Search {
  readonly #documents: readonly { readonly name: string; readonly words: readonly string[] }[]
  readonly #average: number
  readonly #wordsOf: (text: string) => readonly string[]

  constructor(texts: ReadonlyMap<string, string>, wordsOf: (text: string) => readonly string[]) {
    this.#wordsOf = wordsOf
    this.#documents = [...texts].map(([name, text]) => ({ name, words: wordsOf(text) }))
    this.#average = this.#documents.reduce((sum, { words }) => sum + words.length, 0) / this.#documents.length
  }

  /** Names of what matches at all, best first. */
  find(query: string): readonly string[] {
    const asked = new Set(this.#wordsOf(query))
    return this.#documents
      .map(({ name, words }) => ({ name, score: [...asked].reduce((sum, word) => sum + this.#score(word, words), 0) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .map(({ name }) => name)
  }

  #score(word: string, words: readonly string[]): number {
    const count = words.filter((one) => one === word).length
    const having = this.#documents.filter((document) => document.words.includes(word)).length
    const rarity = Math.log(1 + (this.#documents.length - having + 0.5) / (having + 0.5))
    return (rarity * count * 2.5) / (count + 1.5 * (0.25 + (0.75 * words.length) / this.#average))
  }
}

const link = { server: { id: 'demo', name: 'Demo', kind: 'simulator', state: 'online' } }
const offers = new Map(
  [...coreCatalogue].map(([id, manifest]) => [id, [{ manifest, link }] as unknown as CapabilityOffer[]]),
)
const list = { tools: () => toolsOf(offers), onDidChange: () => () => {}, close() {} }
const tools = listTools(list, { offersSuggestions: () => true }, offers)
const english = new Search(
  new Map(tools.map(({ name, title, description }) => [name, `${name} ${title} ${description}`])),
  (text) => text.toLowerCase().match(/[a-z0-9]+/gu) ?? [],
)
/** Chinese has no blanks: clients compare pairs of characters. */
const chinese = new Search(
  new Map(
    Object.entries(zh.capabilities).map(([name, { name: title, description }]) => [name, `${title}。${description}`]),
  ),
  (text) => [...text].slice(1).map((character, index) => `${[...text][index]}${character}`),
)

describe('the tools', () => {
  it.each([
    ['make it night', 'world_time_set'],
    ['set the time to day', 'world_time_set'],
    ['is it night', 'world_time_get'],
    ['what time is it in the game', 'world_time_get'],
    ['stop the rain', 'world_weather_set'],
    ['start a thunderstorm with thunder', 'world_weather_set'],
    ['is it raining or sun weather', 'world_weather_get'],
    ['who is online', 'player_list'],
    ['who is playing now', 'player_list'],
    ['list players', 'player_list'],
    ['where is a player', 'player_info_get'],
    ['how much health has Steve', 'player_info_get'],
    ['teleport me', 'player_teleport'],
    ['tp a player to spawn', 'player_teleport'],
    ['kick a player', 'player_kick'],
    ['ban a griefer', 'player_ban'],
    ['mute somebody in chat', 'player_mute'],
    ['announce a message to everybody', 'chat_broadcast'],
    ['say hello in chat', 'chat_broadcast'],
    ['is the server lagging lag', 'world_tps_get'],
    ['tps', 'world_tps_get'],
    ['kill all mobs', 'entity_remove'],
    ['how many mobs are there', 'entity_list'],
    ['make a backup', 'system_backup'],
    ['roll back the world to a backup', 'system_restore'],
    ['reload plugins', 'system_reload'],
    ['keep inventory on death keepInventory', 'world_rule_set'],
    ['what block is at a position', 'world_block_get'],
    ['place a block', 'world_block_set'],
    ['give a player money', 'player_economy_balance_adjust'],
    ['how many coins has a player', 'player_economy_balance_get'],
    ['what happened recently', 'get_recent_events'],
    ['is the minecraft server online', 'list_servers'],
    ['was my request approved approval', 'get_approval'],
    ['suggestions of the viewers of my stream', 'get_suggestions'],
  ])('are found by the words of owners: "%s" finds %s', (query, name) => {
    expect(english.find(query).slice(0, 3)).toContain(name)
  })

  it('are all found by the name of the game, those for the game before those about Gatehouse', () => {
    const found = english.find('minecraft')
    const game = tools.filter(({ _meta }) => _meta?.capabilityId !== undefined).map(({ name }) => name)
    expect(found).toEqual(expect.arrayContaining(game))
    expect(game).toEqual(expect.arrayContaining(found.slice(0, 5)))
  })

  it.each([
    ['设置时间', 'world_time_set'],
    ['现在的时刻', 'world_time_get'],
    ['设置天气', 'world_weather_set'],
    ['查看天气', 'world_weather_get'],
    ['谁是在线玩家', 'player_list'],
    ['玩家的生命', 'player_info_get'],
    ['传送玩家', 'player_teleport'],
    ['踢出玩家', 'player_kick'],
    ['封禁这个玩家', 'player_ban'],
    ['禁言他', 'player_mute'],
    ['给所有玩家发消息', 'chat_broadcast'],
    ['服务器速度', 'world_tps_get'],
    ['移除怪物实体', 'entity_remove'],
    ['创建备份', 'system_backup'],
    ['恢复备份', 'system_restore'],
    ['重载插件', 'system_reload'],
    ['替换方块', 'world_block_set'],
    ['玩家有多少钱', 'player_economy_balance_get'],
    ['加钱', 'player_economy_balance_adjust'],
    ['更改游戏规则', 'world_rule_set'],
    ['变成晚上', 'world_time_set'],
    ['停雨', 'world_weather_set'],
    ['服务器卡不卡', 'world_tps_get'],
    ['给玩家物品', 'ext_java_item_give'],
  ])('of the Chinese catalogue are found too: "%s" finds %s', (query, name) => {
    expect(chinese.find(query).slice(0, 5)).toContain(name)
  })

  it('have descriptions that stay short', () => {
    const core = tools.filter(({ _meta }) => _meta?.capabilityId !== undefined)
    for (const { name, description } of core) {
      expect([name, (description ?? '').length]).toEqual([name, expect.toSatisfy((length: number) => length <= 340)])
    }
    const characters = core.reduce((sum, { description }) => sum + (description ?? '').length, 0)
    expect(characters).toBeLessThan(5_500)
  })
})
