/**
 * Require turnable: mirrored and turned parts may not have directions of Bedrock, such as `weirdo_direction`: a mirror
 * image has other ones, and they are numbers whose meaning differs from block to block.
 */
import { isObject } from '@contract/json/json-object.js'
import { readBlock, statesOf } from '../../../policy/build/block-state.js'
import { operationProblem } from '../../minecraft/operation-problem.js'
import { isBedrockDirection } from './bedrock-block.js'

/** @throws GatewayError that names the part */
export function requireTurnable({ parts }: Readonly<Record<string, unknown>>): void {
  for (const [index, part] of (Array.isArray(parts) ? parts : []).entries()) {
    if (!isObject(part) || !isObject(part.mirror)) continue
    const state = directionIn(part)
    if (state === undefined) continue
    const name = typeof part.name === 'string' ? ` (${part.name.slice(0, 64)})` : ''
    throw operationProblem(
      'build-states-not-turned',
      `Part ${index + 1}${name} is mirrored, and its state ${state} is a direction of Bedrock, which is not mirrored.`,
      'Give each copy as a part of its own without `mirror`. Stairs and ladders may have `facing` instead, which is mirrored.',
      { part: index + 1 },
    )
  }
}

/** A part that cannot be read is named with its problem when the plan is read. */
function directionIn({ block, states }: Readonly<Record<string, unknown>>): string | undefined {
  try {
    return statesOf(readBlock(block, states)).find(([name]) => isBedrockDirection(name))?.[0]
  } catch {
    return undefined
  }
}
