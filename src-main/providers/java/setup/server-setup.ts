/**
 * Server setup: enables RCON in a server's `server.properties`, and reverts it.
 *
 * The file is on this computer or elsewhere (`setup-place.ts`). A plan applies only while the file is unchanged since it
 * was read. A copy is saved next to it first; the file is replaced so that a crash loses nothing, and read back. The server also writes this file, from memory: `check` verifies after a restart
 * that the lines are still there, and `revert` removes only lines that are still ours, while the server is stopped.
 * The record is kept until the server can no longer write the lines again. Passwords stay in `server.properties` and
 * its copy; the record in the profile holds hashes (invariant 8).
 */
import { createHash, randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import type { RevertedRemoteSetup, SetupPlan } from '@shared/servers/java-server.js'
import { writeAtomically } from '../../../storage/profile.js'
import { ConfinedFolder } from '../folder/confined-folder.js'
import { softwareOf } from '../folder/server-software.js'
import { containerImageOf } from './container-image.js'
import {
  firstManagementPort,
  type ManagementSettings,
  managementSettings,
  mayOfferManagement,
  planManagement,
} from './management-lines.js'
import { editProperties } from './properties-edit.js'
import { type PropertiesText, readProperties } from './properties-text.js'
import { propertiesFile, propertyOf, type RconSettings, rconSettings, readServerProperties } from './rcon-settings.js'
import { type RunningProbes, systemProbes } from './server-running.js'
import { placeHere, type SetupPlace } from './setup-place.js'
import { ownPorts, type PlannedLines, planSetup, type SetupInput } from './setup-plan.js'

export interface ServerSetupOptions {
  /** Folder of the records. */
  readonly profile: string
  readonly now: () => Date
  readonly newPassword?: () => string
  /** Also enables the management protocol, where supported and when a change is needed anyway. */
  readonly withManagement?: boolean
  readonly newSecret?: () => string
  readonly probes?: RunningProbes
}

/** What an applied setup wrote. */
interface SetupRecord {
  readonly file: string
  /** ISO 8601. */
  readonly at: string
  /** File name, next to `server.properties`. */
  readonly backup: string
  /** SHA-256 of the whole file as written. */
  readonly written: string
  /** Key → SHA-256 of the written value. */
  readonly values: Readonly<Record<string, string>>
  /** SHA-256 of the restored file, while the server may still overwrite it. */
  readonly takenBack?: string
}

export interface SetupCheck {
  /** Absolute path of `server.properties`. */
  readonly file: string
  /** Keys that no longer have the written value. */
  readonly lost: readonly string[]
  /** When it was written, ISO 8601. */
  readonly at: string
  /** Absolute path. */
  readonly backup: string
}

interface PendingPlan {
  readonly place: SetupPlace
  readonly plan: SetupPlan
  readonly values: Readonly<Record<string, string>>
  readonly seen: string
}

/** Maximum bytes of the file and its copy, where another program may have written it. */
const maxBytes = 1024 * 1024
/** Number of ports to try for the management protocol. */
const maxManagementPorts = 10

/** Maximum plans waiting for a person; the oldest is dropped. */
const maxPlans = 32

export class ServerSetup {
  readonly #options: ServerSetupOptions
  readonly #plans = new Map<string, PendingPlan>()

  constructor(options: ServerSetupOptions) {
    this.#options = options
  }

  /**
   * The lines that would change. Writes nothing.
   *
   * @param where a folder of this computer, or a place elsewhere; as in the other functions
   * @throws GatewayError when the folder or its `server.properties` cannot be used
   */
  async plan(where: SetupPlace | string, takenPorts: SetupInput['takenPorts'] = new Map()): Promise<SetupPlan> {
    const place = await this.#placeOf(where)
    const { files, folder, file } = place
    const text = await readServerProperties(files)
    const newPassword = (this.#options.newPassword ?? generatePassword)()
    const facts = await softwareOf(files)
    const { changes, values, rconPort } = await this.#withManagement(
      planSetup(text, { newPassword, takenPorts }),
      ...([text, facts.version, place, takenPorts] as const),
    )
    if (changes.length > 0 && (await containerImageOf(files))) throw problems.container(file, rconPort)
    const seen = hashOf(text.bytes)
    const running = (await place.running()) !== 'stopped'
    const plan: SetupPlan = {
      id: hashOf(Buffer.from(JSON.stringify([folder, seen, values]))).slice(0, 32),
      folder,
      file,
      backup: this.#backupName(),
      name: propertyOf(text, 'server-name').slice(0, 64) || path.basename(folder).slice(0, 64),
      ...facts,
      host: rconSettings(text).host,
      rconPort,
      changes,
      running,
    }
    this.#plans.set(plan.id, { place, plan, values, seen })
    for (const id of [...this.#plans.keys()].slice(0, -maxPlans)) this.#plans.delete(id)
    return plan
  }

  /** Adds the management protocol lines, when requested and when they can be enabled safely. */
  async #withManagement(
    planned: PlannedLines,
    text: PropertiesText,
    version: string | undefined,
    { isPortOpen }: SetupPlace,
    takenPorts: SetupInput['takenPorts'] = new Map(),
  ): Promise<PlannedLines> {
    const isWanted = this.#options.withManagement && planned.changes.length > 0 && mayOfferManagement(text, version)
    if (!isWanted || !isPortOpen) return planned
    const used = new Set([...ownPorts(text).keys(), ...takenPorts.keys(), planned.rconPort])
    for (let port = firstManagementPort; port < firstManagementPort + maxManagementPorts; port += 1) {
      // A server may not start when its management port is in use, so the port is tried.
      if (used.has(port) || (await isPortOpen(port))) continue
      const more = planManagement(text, { port, newSecret: (this.#options.newSecret ?? generateSecret)() })
      return {
        rconPort: planned.rconPort,
        changes: [...planned.changes, ...more.changes],
        values: { ...planned.values, ...more.values },
      }
    }
    return planned
  }

  /** A plan that is still open. */
  planOf(planId: string): SetupPlan | undefined {
    return this.#plans.get(planId)?.plan
  }

  /** The password that the plan would write; undefined when the file keeps its own. Shown once, on request. */
  generatedPassword(planId: string): string | undefined {
    return this.#plans.get(planId)?.values['rcon.password']
  }

  /**
   * Writes the plan.
   *
   * @param again the same place, where its connection is another by now
   * @returns RCON as the server will have it after its restart
   * @throws GatewayError; the file is then unchanged
   */
  async apply(planId: string, again?: SetupPlace): Promise<AppliedSetup> {
    const pending = this.#plans.get(planId)
    if (!pending) throw problems.noPlan()
    const { plan, values, seen } = pending
    const place = again ?? pending.place
    if (place.file !== plan.file) throw problems.noPlan()
    const text = await readServerProperties(place.files)
    if (hashOf(text.bytes) !== seen) throw problems.changed(plan.file)
    this.#plans.delete(planId)
    if (plan.changes.length === 0) return settingsIn(text)
    const after = editProperties(text, values)
    const earlier = this.#recordOf(plan.file)
    const isStillOurs = earlier?.written === seen && (await place.files.facts(earlier.backup)) !== undefined
    const backup = isStillOurs ? earlier.backup : plan.backup
    if (!isStillOurs) await place.replace(backup, text.bytes)
    const hashes = Object.entries(values).map(([key, value]) => [key, hashOf(Buffer.from(value))])
    this.#writeRecord({
      file: plan.file,
      at: this.#options.now().toISOString(),
      backup,
      written: hashOf(after),
      values: { ...(isStillOurs && earlier.values), ...Object.fromEntries(hashes) },
    })
    await this.#write(place, after)
    return settingsIn(readProperties(after))
  }

  /** Undefined when the file holds none of our lines. @throws GatewayError when the file cannot be read */
  async check(where: SetupPlace | string): Promise<SetupCheck | undefined> {
    const place = await this.#placeOf(where)
    const record = this.#recordOf(place.file)
    if (!record) return undefined
    const text = await readServerProperties(place.files)
    const lost = this.#lostOf(record, text)
    if (record.takenBack !== undefined && lost.length === Object.keys(record.values).length) {
      // A file that the server wrote since then has the values of the server's memory.
      const isSettled = hashOf(text.bytes) !== record.takenBack || (await place.running()) === 'stopped'
      if (isSettled) await this.#forget(record, place, false)
      return undefined
    }
    return { file: record.file, lost, at: record.at, backup: this.#beside(record) }
  }

  /**
   * Restores the file: byte for byte when nobody changed it since, otherwise only the lines that are still ours.
   *
   * @param hasOldSettings the server runs but has not read our lines, so it can only write the previous values
   * @throws GatewayError when nothing was written, its copy is missing, or the server runs with our lines
   */
  async revert(where: SetupPlace | string, { hasOldSettings = false } = {}): Promise<RevertedRemoteSetup> {
    const place = await this.#placeOf(where)
    const { files, file } = place
    const record = this.#recordOf(file)
    if (!record) throw problems.nothingWritten(place.folder)
    const before = await files.readIfThere(record.backup, maxBytes)
    if (!before) throw problems.noBackup(this.#beside(record))
    const text = await readServerProperties(files)
    const exact = hashOf(text.bytes) === record.written
    const leftAlone = exact ? [] : this.#lostOf(record, text)
    const restored = Object.keys(record.values).filter((key) => !leftAlone.includes(key))
    const state = await place.running()
    if (state === 'running' && !hasOldSettings && restored.length > 0) throw problems.runs(file)
    const earlier = readProperties(before)
    const old = Object.fromEntries(restored.map((key) => [key, earlier.byKey.get(key)?.value]))
    const after = exact ? before : editProperties(text, old)
    const isSafe = state === 'stopped' || hasOldSettings
    if (!isSafe) this.#writeRecord({ ...record, takenBack: hashOf(after) })
    await this.#write(place, after)
    if (isSafe) await this.#forget(record, place, exact)
    return { exact, restored, leftAlone }
  }

  async #placeOf(where: SetupPlace | string): Promise<SetupPlace> {
    return typeof where === 'string' ? placeHere(where, this.#options.probes ?? systemProbes) : where
  }

  /** @throws GatewayError when another program wrote meanwhile */
  async #write(place: SetupPlace, bytes: Buffer): Promise<void> {
    await place.replace(propertiesFile, bytes)
    const written = await place.files.read(propertiesFile, maxBytes)
    if (!written.equals(bytes)) throw problems.overwrittenByOther(place.file)
  }

  /** @param exact the file equals its copy, which is then deleted too */
  async #forget(record: SetupRecord, place: SetupPlace, exact: boolean): Promise<void> {
    rmSync(this.#recordFile(record.file), { force: true })
    if (exact) await place.remove(record.backup)
  }

  #lostOf(record: SetupRecord, text: PropertiesText): readonly string[] {
    const isKept = ([key, hash]: readonly [string, string]) => {
      const line = text.byKey.get(key)
      return line !== undefined && hashOf(Buffer.from(line.value)) === hash
    }
    return Object.entries(record.values)
      .filter((entry) => !isKept(entry))
      .map(([key]) => key)
  }

  #writeRecord(record: SetupRecord): void {
    const file = this.#recordFile(record.file)
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    writeAtomically(file, Buffer.from(JSON.stringify(record)), 0o600)
  }

  #recordOf(file: string): SetupRecord | undefined {
    try {
      const record = JSON.parse(readFileSync(this.#recordFile(file), 'utf8')) as Partial<SetupRecord>
      const { at, backup, written, values } = record
      const isValid = [at, backup, written].every((one) => typeof one === 'string') && typeof values === 'object'
      // The name is joined to the folder: one that leads outside is rejected.
      if (!isValid || record.file !== file || path.basename(backup ?? '/') !== backup) return undefined
      return record as SetupRecord
    } catch {
      return undefined
    }
  }

  readonly #recordFile = (file: string): string =>
    path.join(this.#options.profile, 'java-setups', `${hashOf(Buffer.from(file)).slice(0, 24)}.json`)

  readonly #beside = ({ file, backup }: SetupRecord): string => path.join(path.dirname(file), backup)

  #backupName(): string {
    return `${propertiesFile}.${this.#options.now().toISOString().slice(0, 19).replaceAll(':', '-')}.backup`
  }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** RCON, and the management protocol where it is on for this computer, as they will be after the restart. */
export interface AppliedSetup extends RconSettings {
  readonly management?: ManagementSettings
}

function settingsIn(text: PropertiesText): AppliedSetup {
  const management = managementSettings(text)
  return { ...rconSettings(text), ...(management && { management }) }
}

/** RCON and the management protocol as the file of this folder sets them. @throws GatewayError as `plan` */
export const settingsOf = async (directory: string): Promise<AppliedSetup> =>
  settingsIn(await readServerProperties(await ConfinedFolder.open(directory)))

/** Letters and digits that are not easily confused. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 32 characters, 186 bits. */
export const generatePassword = (): string =>
  Array.from({ length: 32 }, () => letters[randomInt(letters.length)]).join('')

/** 40 characters, as the game requires. */
export const generateSecret = (): string =>
  Array.from({ length: 40 }, () => letters[randomInt(letters.length)]).join('')

const problem = (why: string, message: string, suggestion: string, file?: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message,
    suggestion,
    details: { why: `setup-${why}`, ...(file !== undefined && { file }) },
  })

const problems = {
  container: (file: string, port: number) =>
    problem(
      'container',
      'The container image itzg/minecraft-server writes this file again at each start. A change here would be lost.',
      `Set ENABLE_RCON=true, RCON_PORT=${port} and RCON_PASSWORD in compose.yaml, publish the port as 127.0.0.1:${port}:${port}, and start the container again.`,
      file,
    ),
  noPlan: () => problem('no-plan', 'This setup is no longer open.', 'Choose the folder again.'),
  changed: (file: string) =>
    problem(
      'changed',
      'The file changed since you looked at it. Nothing was written.',
      'Look at the change again.',
      file,
    ),
  overwrittenByOther: (file: string) =>
    problem('not-kept', 'Another program writes this file.', 'Stop the server, then try again.', file),
  runs: (file: string) =>
    problem(
      'runs',
      'The server is running and writes this file from memory. Nothing was restored.',
      'Stop the server first.',
      file,
    ),
  nothingWritten: (file: string) =>
    problem('nothing-written', 'Gatehouse changed nothing in this folder.', 'Nothing needs to be done.', file),
  noBackup: (file: string) =>
    problem('no-backup', 'The copy of the earlier file is gone.', 'Set enable-rcon=false by hand.', file),
}
