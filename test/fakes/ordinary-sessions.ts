/**
 * Ordinary sessions: twenty conversations of an owner with an AI, as the calls that real clients make in them.
 *
 * The calls follow what the clients of `test/clients` do: list the servers and players first, read before a change, name
 * worlds and players exactly. Chat is what players say while the AI listens.
 */
import type { JsonObject } from '@contract/call.js'

export type SessionStep =
  | { readonly call: string; readonly with: JsonObject }
  /** A player says it, and the AI is notified. */
  | { readonly said: string; readonly by: string }

export interface OrdinarySession {
  readonly name: string
  readonly steps: readonly SessionStep[]
}

const worldName = 'world'
const at = (x: number, y: number, z: number) => ({ world: 'minecraft:overworld', x, y, z })

const call = (id: string, given: JsonObject = {}): SessionStep => ({ call: id, with: given })
const said = (by: string, words: string): SessionStep => ({ said: words, by })

const players = call('player.list')
const info = (playerName: string) => call('player.info.get', { playerName })
const teleport = (playerName: string, x: number, z: number) =>
  call('player.teleport', { playerName, location: at(x, 70, z) })
const give = (playerName: string, item: string, count = 1) =>
  call('ext.java.item.give', { playerName, item: `minecraft:${item}`, count })
const effect = (playerName: string, name: string, seconds = 120) =>
  call('ext.java.effect.give', { playerName, effect: `minecraft:${name}`, seconds })
const tell = (message: string) => call('chat.broadcast', { message })
const whisper = (playerName: string, message: string) => call('ext.java.message.send', { playerName, message })
const title = (words: string) => call('ext.java.title.show', { title: words })
const summon = (type: string, x: number, z: number) =>
  call('ext.java.entity.summon', { type: `minecraft:${type}`, location: at(x, 70, z) })
const fill = (type: string, x: number, y: number, z: number, width = 6, height = 1, depth = 6) =>
  call('ext.java.blocks.fill', {
    from: at(x, y, z),
    to: { x: x + width - 1, y: y + height - 1, z: z + depth - 1 },
    type: `minecraft:${type}`,
  })
const block = (type: string, x: number, y: number, z: number) =>
  call('world.block.set', { location: at(x, y, z), type: `minecraft:${type}` })
const time = (ticks: number) => call('world.time.set', { worldName, time: ticks })
const weather = (kind: string) => call('world.weather.set', { worldName, weather: kind })
const rule = (name: string, value: boolean) => call('world.rule.set', { worldName, rule: name, value })
const command = (line: string) => call('ext.java.command.run', { command: line })

const repeated = (count: number, step: (at: number) => SessionStep): SessionStep[] =>
  Array.from({ length: count }, (_, index) => step(index))

export const ordinarySessions: readonly OrdinarySession[] = [
  {
    name: 'Who is online, and bring everybody to the party',
    steps: [
      players,
      info('Steve'),
      ...['Steve', 'Alex', 'Mia', 'Noor'].map((name) => teleport(name, 100, 40)),
      tell('The party begins.'),
    ],
  },
  {
    name: 'Make it day and clear for filming',
    steps: [
      call('world.time.get', { worldName }),
      call('world.weather.get', { worldName }),
      time(1_000),
      weather('clear'),
      title('Day 12'),
    ],
  },
  {
    name: 'A starter kit for a new player',
    steps: [
      players,
      info('Mia'),
      ...['stone_sword', 'stone_pickaxe', 'stone_axe', 'torch', 'bread', 'oak_log', 'white_bed'].map((item) =>
        give('Mia', item),
      ),
      whisper('Mia', 'Welcome, here is your kit.'),
    ],
  },
  {
    name: 'A treasure hunt',
    steps: [
      players,
      ...repeated(6, (index) => block('chest', 200 + 3 * index, 65, 90)),
      ...['Steve', 'Alex', 'Mia'].map((name) => give(name, 'compass')),
      title('Find the treasure'),
      tell('Six chests are hidden near the lake.'),
    ],
  },
  {
    name: 'A small hut',
    steps: [
      players,
      call('world.block.get', { location: at(20, 64, 20) }),
      fill('oak_planks', 20, 64, 20),
      ...repeated(4, (level) => fill('oak_log', 20, 65 + level, 20, 6, 1, 1)),
      ...repeated(4, (level) => fill('oak_log', 20, 65 + level, 25, 6, 1, 1)),
      ...repeated(2, (side) => fill('glass', 20 + 5 * side, 66, 22, 1, 2, 2)),
      fill('spruce_slab', 20, 69, 20),
      block('ladder', 22, 65, 20),
      block('torch', 23, 66, 21),
    ],
  },
  {
    name: 'A farm with animals',
    steps: [
      players,
      fill('farmland', 40, 63, 40, 9, 1, 9),
      fill('wheat', 40, 64, 40, 9, 1, 9),
      ...repeated(8, (index) => summon(index % 2 ? 'cow' : 'sheep', 50 + index, 40)),
      give('Steve', 'wheat', 32),
      give('Steve', 'shears'),
    ],
  },
  {
    name: 'A mini game: potions and a race',
    steps: [
      players,
      ...['Steve', 'Alex', 'Mia', 'Noor'].flatMap((name) => [
        teleport(name, 0, 0),
        effect(name, 'speed'),
        give(name, 'elytra'),
      ]),
      title('Three'),
      title('Two'),
      title('One'),
      tell('Go!'),
    ],
  },
  {
    name: 'A co-host who answers the chat',
    steps: [
      players,
      said('Steve', 'can you bring me to Alex please'),
      info('Alex'),
      teleport('Steve', 10, 12),
      said('Mia', 'me too'),
      teleport('Mia', 10, 12),
      said('Noor', 'lol'),
      tell('You are all at the tower now.'),
      teleport('Noor', 10, 12),
      said('Alex', 'thanks'),
      ...['Steve', 'Mia', 'Noor', 'Alex'].map((name) => effect(name, 'glowing', 30)),
      said('Steve', 'nice'),
      ...['Steve', 'Mia', 'Noor', 'Alex'].map((name) => give(name, 'cake')),
    ],
  },
  {
    name: 'A moderation evening',
    steps: [
      players,
      said('Mallory', 'this server is trash, join mine'),
      whisper('Mallory', 'Please do not advertise here.'),
      said('Mallory', 'make me'),
      call('player.mute', { playerName: 'Mallory', durationMinutes: 10 }),
      said('Mallory', 'come to my server, free diamonds'),
      call('player.kick', { playerName: 'Mallory', reason: 'Advertising.' }),
      whisper('Steve', 'I kicked Mallory for advertising.'),
      tell('Please keep the chat friendly.'),
      ...['Alex', 'Mia', 'Noor'].map((name) => whisper(name, 'Tell me if it happens again.')),
      ...repeated(3, (index) => teleport(['Alex', 'Mia', 'Noor'][index] ?? 'Alex', 5, 5)),
    ],
  },
  {
    name: 'A griefer is banned',
    steps: [
      players,
      said('Alex', 'Griefer22 broke my house'),
      info('Griefer22'),
      call('player.ban', { playerName: 'Griefer22', reason: 'Griefing.' }),
      tell('The griefer is gone.'),
      ...['oak_planks', 'glass', 'ladder', 'torch'].map((item) => give('Alex', item, 16)),
      teleport('Alex', 30, 31),
    ],
  },
  {
    name: 'Is the server well?',
    steps: [
      call('world.tps.get'),
      players,
      call('entity.list', { worldName, limit: 50 }),
      call('ext.java.difficulty.get'),
      call('ext.java.worldborder.get'),
    ],
  },
  {
    name: 'A quiet build stream with breaks',
    steps: [
      players,
      ...repeated(12, (index) => block(index % 2 ? 'stone_bricks' : 'mossy_stone_bricks', 60 + index, 64, 60)),
      weather('rain'),
      title('Back in five minutes'),
      weather('clear'),
      title('Welcome back'),
    ],
  },
  {
    name: 'A birthday',
    steps: [
      players,
      title('Happy birthday, Mia'),
      ...repeated(6, (index) => summon('firework_rocket', index * 3, 0)),
      give('Mia', 'cake', 3),
      give('Mia', 'diamond', 5),
      effect('Mia', 'glowing'),
      ...['Steve', 'Alex', 'Noor'].map((name) => give(name, 'cake')),
      tell('Cake for everybody at the spawn.'),
    ],
  },
  {
    name: 'Lost and found',
    steps: [
      players,
      info('Noor'),
      said('Noor', 'i am lost in a cave'),
      teleport('Noor', 0, 0),
      give('Noor', 'torch', 32),
      whisper('Noor', 'You are home.'),
      effect('Noor', 'regeneration', 20),
    ],
  },
  {
    name: 'Rules for an event',
    steps: [
      call('world.rule.get', { worldName, rule: 'keepInventory' }),
      rule('keepInventory', true),
      rule('doMobSpawning', false),
      tell('You keep your things tonight.'),
      title('Event'),
      ...['Steve', 'Alex', 'Mia', 'Noor'].map((name) => teleport(name, 300, 300)),
      ...['Steve', 'Alex', 'Mia', 'Noor'].map((name) => give(name, 'shield')),
    ],
  },
  {
    name: 'Commands instead of tools',
    steps: [
      players,
      command('weather clear'),
      command('give Steve minecraft:bread 8'),
      command('tp Steve Alex'),
      command('effect give Alex minecraft:speed 30'),
      command('say The bridge is done.'),
      command('title Steve title "Well done"'),
    ],
  },
  {
    name: 'A tour for viewers',
    steps: [
      players,
      ...repeated(8, (stop) => teleport('Camera', stop * 40, 20)),
      ...repeated(8, (stop) => title(`Stop ${stop + 1}`)),
    ],
  },
  {
    name: 'The allowlist for friends',
    steps: [
      call('ext.java.allowlist.get'),
      call('ext.java.allowlist.add', { playerName: 'Ben' }),
      call('ext.java.allowlist.add', { playerName: 'Lea' }),
      tell('Ben and Lea may join now.'),
    ],
  },
  {
    name: 'Survival with help',
    steps: [
      players,
      info('Steve'),
      give('Steve', 'iron_ingot', 8),
      give('Steve', 'cooked_beef', 16),
      effect('Steve', 'night_vision', 300),
      said('Steve', 'it is so dark, can you make it day'),
      time(1_000),
      weather('clear'),
      effect('Steve', 'resistance', 60),
      give('Steve', 'torch', 64),
      teleport('Steve', 80, 82),
    ],
  },
  {
    name: 'Back up before an update, and say good night',
    steps: [
      call('system.backup', { name: 'before-update' }),
      tell('The server restarts in ten minutes.'),
      ...['Steve', 'Alex'].map((name) => whisper(name, 'Please go home.')),
      title('Good night'),
    ],
  },
]
