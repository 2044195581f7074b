import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { asGatewayError } from '@contract/gateway-error.js'
import type { BackupProgress } from '@shared/servers/java-server.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BackupScene } from './backup-scene.js'

let scene: BackupScene
beforeEach(() => {
  scene = new BackupScene(() => 'stopped')
})
afterEach(() => scene.remove())

describe('a backup that shares files with the previous one', () => {
  it('copies a file again that rotted in the previous backup, and links the new one from then on', async () => {
    const backups = await scene.service()
    const first = await backups.backup()
    await scene.clock.advance(1_000)
    const region = 'world/region/r.0.0.mca'
    const inStore = (id: string) => path.join(scene.store, id, region)
    writeFileSync(inStore(first.id), 'x'.repeat(10_000))
    scene.game.commands.length = 0
    const savedWhileChecked: boolean[] = []
    const second = await backups.backup({
      onProgress: ({ phase }) => phase === 'verifying' && savedWhileChecked.push(scene.game.isSaving),
    })
    expect(second.copiedBytes).toBe(10_000)
    expect(readFileSync(inStore(second.id), 'utf8')).toBe('a'.repeat(10_000))
    expect(savedWhileChecked).toEqual(Array.from({ length: 8 }, () => true))
    expect(scene.game.commands.filter((command) => command === 'save-on')).toHaveLength(2)
    await scene.clock.advance(1_000)
    const third = await backups.backup()
    expect(third.copiedBytes).toBe(0)
    expect(readFileSync(inStore(third.id), 'utf8')).toBe('a'.repeat(10_000))
  })

  it('names a file that rots again and again, and keeps nothing', async () => {
    const backups = await scene.service()
    const first = await backups.backup()
    await scene.clock.advance(1_000)
    const regions = ['world/region/r.0.0.mca', 'world/region/r.0.1.mca']
    const onProgress = ({ phase }: BackupProgress) => {
      if (phase === 'saving') writeFileSync(path.join(scene.store, first.id, regions.shift() ?? ''), 'x'.repeat(10_000))
    }
    const failed = await backups.backup({ onProgress }).catch(asGatewayError)
    expect(failed).toMatchObject({ details: { why: 'backup-not-verified', file: 'world/region/r.0.1.mca' } })
    expect([scene.game.isSaving, readdirSync(scene.store)]).toEqual([true, [first.id]])
  })
})
