/** Server folder: the folder of a Java server on this computer, created by a case and removed when the case ends. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AttackScene } from './attack-scene.js'

export interface ServerFolder {
  readonly root: string
  readonly log: string
  /** Of the region files. */
  readonly regions: string
}

export function serverFolder(scene: AttackScene): ServerFolder {
  const root = scene.add(mkdtempSync(path.join(tmpdir(), 'gatehouse-attacked-')), (folder) =>
    rmSync(folder, { recursive: true, force: true }),
  )
  const log = path.join(root, 'logs', 'latest.log')
  const regions = path.join(root, 'world', 'region')
  mkdirSync(path.dirname(log))
  mkdirSync(regions, { recursive: true })
  writeFileSync(path.join(root, 'server.properties'), 'level-name=world\nenable-rcon=true\n')
  writeFileSync(log, '')
  return { root, log, regions }
}
