/** Sight: gives the providers what they need to show a build and a place: the painter, plans, areas and structure files. */
import path from 'node:path'
import type { Clock } from '../gateway/ports/runtime.js'
import { PainterThread } from '../painter/painter-thread.js'
import { BuildSight } from '../providers/java/build/build-sight.js'
import { readBuild } from '../providers/minecraft/build/read-build.js'
import type { StructureLibrary } from '../providers/minecraft/build/structures.js'
import type { SettingsStore } from '../storage/settings-store.js'

export interface SightDependencies {
  readonly clock: Clock
  readonly settings: Pick<SettingsStore, 'get'>
  readonly structures: StructureLibrary
}

/** The thread starts with its first picture. */
export function composeSight({ clock, settings, structures: library }: SightDependencies) {
  const painter = new PainterThread({ program: path.join(import.meta.dirname, 'painter-worker.cjs'), clock })
  const sightOf = (server: string): BuildSight =>
    new BuildSight({
      painter,
      clock,
      planOf: (given) => readBuild(given, library),
      areas: () => settings.get().buildAreas[server] ?? [],
      structures: () => library.list(),
    })
  const structures = () => library.list().map(({ name, kind, size, blocks }) => ({ name, kind, size, blocks }))
  return { sightOf, games: { painter, structures }, stop: () => painter.stop() }
}
