import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { retryFolderMs } from '../../../../src-main/providers/java/folder-access.js'
import { JavaScene } from '../../../fakes/java/java-scene.js'
import { withFolder } from '../../../fakes/java/with-folder.js'
import { folderForEach } from '../../../fixtures/for-each.js'

const directory = folderForEach()
let scene: JavaScene
beforeEach(() => {
  scene = new JavaScene('1.19.4', 'vanilla', (parts) =>
    withFolder(parts, path.join(directory(), 'server'), path.join(directory(), 'store')),
  )
})
afterEach(async () => {
  await scene.server.stop()
})

function createFolder() {
  mkdirSync(path.join(directory(), 'server', 'world', 'region'), { recursive: true })
  writeFileSync(path.join(directory(), 'server', 'server.properties'), 'level-name=world\n')
}

describe('the folder of a Java server', () => {
  it('that is missing at the start is shown with its problem, and used as soon as it is there', async () => {
    await scene.start()
    expect(scene.shown.folderProblem).toMatchObject({ code: 'BUSINESS.OPERATION_FAILED' })
    expect(scene.offers('player.chat')).toBe(false)
    await scene.clock.advance(retryFolderMs)
    expect(scene.shown.folderProblem).toBeDefined()
    createFolder()
    await scene.clock.advance(retryFolderMs)
    await scene.until(() => scene.offers('player.chat'))
    expect(scene.shown.folderProblem).toBeUndefined()
    expect(scene.shown.state).toBe('online')
  })

  it('that can be used again does not hide who left meanwhile', async () => {
    await scene.start()
    scene.world.join('Alex')
    await scene.clock.advance(5_000)
    await scene.until(() => scene.shown.health?.onlinePlayers === 2)
    scene.events.length = 0
    createFolder()
    const run = scene.connection.run.bind(scene.connection)
    scene.connection.run = async (command) => {
      // The server is read again.
      if (command === 'version') await scene.world.kick('Alex')
      return run(command)
    }
    await scene.clock.advance(retryFolderMs)
    await scene.until(() => scene.offers('player.chat') && scene.shown.heartbeat !== undefined)
    await scene.clock.advance(5_000)
    await scene.until(() => scene.events.length > 0)
    expect(scene.events.map(({ eventId, data }) => [eventId, data.playerName])).toEqual([['player.leave', 'Alex']])
  })

  it('is named in the log once for each problem', async () => {
    await scene.start()
    for (let retry = 0; retry < 3; retry++) await scene.clock.advance(retryFolderMs)
    const lines = scene.log.lines.filter(({ message }) => message.includes('folder of a server cannot be used'))
    expect(lines).toHaveLength(1)
  })

  it('is not tried again after the server was removed', async () => {
    await scene.start()
    await scene.server.stop()
    expect(scene.clock.waiting).toBe(0)
  })
})
