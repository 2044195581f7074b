/**
 * Dry run: the tool argument for a dry run. See docs/protocol.md#calls-dry-run (`supportsDryRun`).
 *
 * An action with its own `dryRun` parameter gets it unchanged: then Gatehouse adds none.
 */

import type { JsonObject } from '@contract/call.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Tool } from '@modelcontextprotocol/server'

const dryRunArgument = 'dryRun'

type DryRunManifest = Pick<CapabilityManifest, 'type' | 'parameters'>

export const supportsDryRun = ({ type, parameters }: DryRunManifest): boolean =>
  type === 'action' && !Object.hasOwn((parameters?.properties as object | undefined) ?? {}, dryRunArgument)

export const withDryRun = (schema: Tool['inputSchema'], manifest: DryRunManifest): Tool['inputSchema'] =>
  supportsDryRun(manifest)
    ? {
        ...schema,
        properties: {
          ...schema.properties,
          [dryRunArgument]: {
            type: 'boolean',
            default: false,
            description:
              'true: only returns what would happen, with the risk and the current state. Nobody is asked and nothing is done.',
          },
        },
      }
    : schema

/** Anything but `false` is a dry run: a client that writes "true" must not run the action by mistake. */
export function dryRunOf(manifest: DryRunManifest, given: JsonObject): { dryRun: boolean; given: JsonObject } {
  if (!supportsDryRun(manifest)) return { dryRun: false, given }
  const { [dryRunArgument]: asked = false, ...rest } = given
  return { dryRun: asked !== false, given: rest }
}
