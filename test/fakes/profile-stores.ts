/** Profile stores: the stores of a profile as the program opens them, and another program that changes their rows. */
import path from 'node:path'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Clock, Log } from '../../src-main/gateway/ports/runtime.js'
import { ruleCheck } from '../../src-main/storage/rule-store.js'
import { openDatabase } from '../../src-main/storage/sqlite.js'
import { stateFile } from '../../src-main/storage/state-database.js'
import { openStores, type Stores } from '../../src-main/storage/stores.js'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { compiled, createContractAjv } from '../../src-main/validation/ajv.js'
import { RecordingLog } from './recording-log.js'

const ajv = createContractAjv()
const isManifest = compiled<CapabilityManifest>(ajv, 'capability-manifest-v1.json')
const isRule = ruleCheck(ajv)

export const openProfileStores = (profile: string, log: Log = new RecordingLog(), clock: Clock = systemClock): Stores =>
  openStores(profile, { isManifest, isRule, clock, log })

/** Opens the stores, uses them, and closes them. */
export function inProfileStores<T>(profile: string, use: (stores: Stores) => T): T {
  const stores = openProfileStores(profile)
  try {
    return use(stores)
  } finally {
    stores.close()
  }
}

/** Another program changes the state of a profile. */
export function changeState(profile: string, sql: string, ...values: string[]): void {
  changeFile(path.join(profile, stateFile), sql, ...values)
}

export function changeFile(file: string, sql: string, ...values: string[]): void {
  const database = openDatabase(file)
  if (values.length > 0) database.prepare(sql).run(...values)
  else database.exec(sql)
  database.close()
}
