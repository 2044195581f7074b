/** Good manifests: reads a path with valid manifests only, for verbs that use manifests. */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { printable } from '../../../src-main/cli/text.js'
import { type CliEnvironment, UsageError } from '../../../src-main/cli/verb.js'
import { createManifestCheck } from '../check/manifest-check.js'
import { openSources } from './manifest-source.js'
import { findingsOf } from './validate.js'

/** @throws UsageError when it contains anything but valid manifests */
export async function openManifests(path: string, cli: CliEnvironment): Promise<CapabilityManifest[]> {
  const sources = await openSources(path, cli)
  const check = createManifestCheck()
  const wrong = findingsOf(sources, check).find(({ severity }) => severity === 'error')
  if (wrong) {
    const where = `${wrong.file}:${wrong.line}:${wrong.column}`
    throw new UsageError(
      [`${where}: ${wrong.path} ${wrong.problem}`, `Check it with: gatehouse validate ${path}`]
        .map(printable)
        .join('\n'),
    )
  }
  return sources.flatMap(({ manifests }) => manifests.map(({ value }) => value as CapabilityManifest))
}
