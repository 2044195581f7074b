/** All capabilities a Bedrock game can support. To add one, add it to one of these lists and write its manifest. */

import { cleanText } from '../../../policy/text/untrusted-text.js'
import { unavailableCapability } from '../../minecraft/capability.js'
import { type BedrockCapability, capability } from './bedrock-capability.js'
import { buildCapabilities } from './build-capabilities.js'
import { playerCapabilities } from './player-capabilities.js'
import { scriptCapabilities } from './script-capabilities.js'
import { snapshotCapabilities } from './snapshot-capabilities.js'
import { worldCapabilities } from './world-capabilities.js'

/** Maximum characters of a reply that is returned for an arbitrary command. */
const maxReplyLength = 4_096

const serverCapabilities: readonly BedrockCapability[] = [
  unavailableCapability('system.reload', 'no-command'),
  unavailableCapability('system.backup', 'no-command'),
  unavailableCapability('system.restore', 'no-command'),
  unavailableCapability('entity.remove', 'no-command'),

  capability('ext.bedrock.command.run', [], async ({ given, signal }, { link }) => {
    const command = String(given.command).trim().replace(/^\//u, '')
    const { statusCode, statusMessage, body } = await link.run(command, { signal })
    const details = typeof body.details === 'string' ? `\n${body.details}` : ''
    return { succeeded: statusCode >= 0, reply: cleanText(`${statusMessage}${details}`.trim(), maxReplyLength) }
  }),
]

export const bedrockCapabilities: ReadonlyMap<string, BedrockCapability> = new Map(
  [
    ...playerCapabilities,
    ...worldCapabilities,
    ...scriptCapabilities,
    ...buildCapabilities,
    ...serverCapabilities,
    ...snapshotCapabilities,
  ].map((one) => [one.id, one]),
)
