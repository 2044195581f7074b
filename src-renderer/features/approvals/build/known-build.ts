/**
 * What the preview of a build says about approving it.
 *
 * Guards invariant 3: a plan that can never be built as it is cannot be approved, and undo promises no more than it does.
 */
import type { ContractError } from '@contract/generated/error.js'
import type { BuildFacts } from '@shared/build/build-preview.js'

const spreading: ReadonlySet<string> = new Set(
  ['water', 'lava', 'tnt', 'fire', 'soul_fire'].map((id) => `minecraft:${id}`),
)

/** Whether something may flow, burn or explode outside of the blocks that are saved for the undo. */
export const mayReachOut = ({ kinds, water, lava }: BuildFacts): boolean =>
  water + lava > 0 || kinds.some(({ block }) => spreading.has(block))

const ofPlan: ReadonlySet<string> = new Set(['PROTOCOL.SCHEMA_VALIDATION_FAILED', 'BUSINESS.INVALID_LOCATION'])

/** Whether the plan itself is the reason why there is no preview, so that building it fails too. */
export const isPlanRefused = ({ code, details }: ContractError): boolean =>
  ofPlan.has(code) || (details as { readonly why?: unknown } | undefined)?.why === 'build-outside-areas'
