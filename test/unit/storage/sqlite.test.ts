import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { auditFile } from '../../../src-main/storage/audit/trail-file.js'
import { openAuditLog } from '../../../src-main/storage/audit-log.js'
import { openAuditReader } from '../../../src-main/storage/audit-reader.js'
import { CleanUp } from '../../fixtures/programs.js'

const cleanUp = new CleanUp()
afterEach(() => cleanUp.run())

/** Locks the whole file for a short time, as SQLite does while it recovers a file after a crash. */
const holder = `
  const { DatabaseSync } = require('@photostructure/sqlite')
  const file = new DatabaseSync(process.argv[1])
  file.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE one (x); DROP TABLE one')
  console.log('held')
  setTimeout(() => file.close(), 100)
`

async function heldTrail(): Promise<string> {
  const profile = cleanUp.folder()
  const program = spawn(process.execPath, ['--eval', holder, path.join(profile, auditFile)], { stdio: 'pipe' })
  cleanUp.add(program, (child) => child.kill('SIGKILL'))
  await once(program.stdout, 'data')
  return profile
}

it.each([
  ['writes', (profile: string) => openAuditLog(profile).close()],
  ['reads', (profile: string) => openAuditReader(profile).close()],
])('a connection that %s waits for another program that recovers the file', async (_what, open) => {
  const profile = await heldTrail()
  expect(() => open(profile)).not.toThrow()
})
