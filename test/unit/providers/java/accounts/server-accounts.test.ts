/** Which answers a Java server offers, by its software, its settings and its console. */
import type { AccountCheck } from '@shared/servers/server.js'
import { describe, expect, it } from 'vitest'
import type { FolderFeatures } from '../../../../../src-main/providers/java/folder-features.js'
import type { JavaLogEvent } from '../../../../../src-main/providers/java/log/log-events.js'
import { settled } from '../../../../fakes/fake-clock.js'
import type { Software } from '../../../../fakes/java/console/model-console.js'
import { JavaScene } from '../../../../fakes/java/java-scene.js'

async function scene(version: string, software: Software, files: string, accounts: AccountCheck = 'checked') {
  let log: (event: JavaLogEvent) => void = () => {}
  const folder = {
    ...{ accounts, logReading: undefined },
    reload: async () => {},
    software: async () => ({ software: files }),
    featuresOver: () => undefined,
    follow: (_version: unknown, { onEvent }: { readonly onEvent: typeof log }) => {
      log = onEvent
    },
    setOnline: () => {},
    uuidOf: () => undefined,
    stop: async () => {},
  } as unknown as FolderFeatures
  const java = await new JavaScene(version, software, (parts) => ({ ...parts, openFolder: async () => folder })).start()
  const [steve] = await java.world.players()
  const uuid = steve?.uuid ?? ''
  const says = (event: Partial<JavaLogEvent> = {}) => {
    log({ kind: 'chat', at: 'now', player: 'Steve', uuid, text: 'hi', form: 'chat', ...event } as JavaLogEvent)
    return java.events.at(-1)
  }
  return { java, says, uuid }
}

describe('a Java server', () => {
  it.each([
    ['vanilla', '1.21.4', 'vanilla', 'Vanilla', 'checked', 'numbers', undefined],
    ['vanilla before triggers could be read', '1.12', 'vanilla', 'Vanilla', 'checked', 'chat', undefined],
    ['Paper', '1.21.4', 'bukkit', 'Paper', 'checked', 'numbers', 'name-only'],
    ['old Spigot', '1.12', 'bukkit', 'Spigot', 'checked', 'chat', 'name-only'],
    ['Fabric', '1.20.4', 'vanilla', 'Fabric', 'checked', 'numbers', 'name-only'],
    ['offline mode', '1.21.4', 'vanilla', 'Vanilla', 'offline-mode', 'chat', 'name-only'],
    ['unreadable settings', '1.21.4', 'vanilla', 'Vanilla', 'unknown', 'chat', 'name-only'],
  ] as const)(
    'of %s offers numbers only where accounts are checked, and chat proves no more than it can',
    async (...given) => {
      const [, version, software, files, accounts, way, identity] = given
      const { java, says } = await scene(version, software, files, accounts)
      expect(java.link.numbers?.command).toBe(way === 'numbers' ? '/trigger gatehouse set' : undefined)
      expect(says()).toMatchObject({ eventId: 'player.chat' })
      expect(says()?.identity).toBe(identity)
      expect(says({ hasLogger: true })?.identity).toBe('name-only')
      expect(says({ isDisplayText: true } as Partial<JavaLogEvent>)?.identity).toBe('display')
    },
  )

  it('reads the number of the account in its own spelling, and reports no line about it', async () => {
    const { java, says, uuid } = await scene('1.21.4', 'bukkit', 'Paper')
    const set: unknown[] = []
    const stop = await java.link.numbers?.watch({
      player: 'steve',
      uuid: undefined,
      onNumber: (...number) => void set.push(number),
      onEnd: () => {},
    })
    expect(java.world.trigger('Steve', 'gatehouse', 482_193)).toBe(true)
    const before = java.events.length
    says({ kind: 'command', feedback: 'Triggered [gatehouse] (set value to 482193)' } as Partial<JavaLogEvent>)
    expect(java.events).toHaveLength(before)
    await java.clock.advance(1_000)
    await settled()
    expect(set).toEqual([[482_193, 'Steve', uuid]])
    stop?.()
    await settled()
    expect(java.world.server.objectives.size).toBe(0)
  })

  it('lists and resets no scores for a client while a player answers with one', async () => {
    const { java } = await scene('1.21.4', 'bukkit', 'Paper')
    const run = (command: string) => java.call('ext.java.command.run', { command })
    const watch = { player: 'Steve', uuid: undefined, onNumber: () => {}, onEnd: () => {} }
    const stop = await java.link.numbers?.watch(watch)
    for (const command of ['scoreboard players list Steve', 'execute as @a run scoreboard players reset @s'])
      await expect(run(command), command).rejects.toMatchObject({ code: 'RISK.OPERATION_BLOCKED' })
    stop?.()
    await settled()
    await expect(run('scoreboard players list Steve')).resolves.toBeDefined()
  })
})
