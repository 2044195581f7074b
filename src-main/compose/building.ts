/** Building: gives the providers what they need to build: how a plan is read, where it may be, and whether AI is halted. */
import type { Panic } from '../gateway/panic.js'
import type { Building } from '../providers/minecraft/build/build-jobs.js'
import { readBuild } from '../providers/minecraft/build/read-build.js'
import type { StructureLibrary } from '../providers/minecraft/build/structures.js'
import type { SettingsStore } from '../storage/settings-store.js'

/** Folder of the structure files, inside the profile. */
export const structuresFolder = 'structures'

export interface BuildingDependencies {
  readonly panic: Pick<Panic, 'state' | 'onDidChange'>
  readonly settings: Pick<SettingsStore, 'get'>
  readonly structures: StructureLibrary
}

export const composeBuilding = ({ panic, settings, structures }: BuildingDependencies): Building => ({
  halts: {
    state: () => (panic.state.on ? (panic.state.pause ? 'paused' : 'stopped') : 'none'),
    onDidChange: (listener) => panic.onDidChange(listener),
  },
  planOf: (given) => readBuild(given, structures),
  areasOf: (server) => settings.get().buildAreas[server] ?? [],
})
