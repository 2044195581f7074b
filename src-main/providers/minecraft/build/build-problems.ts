/** Build problems: why a build ended early, with what stands and what an undo does. */
import type { GatewayError } from '@contract/gateway-error.js'
import { operationProblem } from '../operation-problem.js'
import { type BuildRecord, progressOf } from './build-run.js'

const standing = (record: BuildRecord): string => {
  const { total } = progressOf(record)
  return `${record.counts.built} of ${total} blocks stand.`
}

const undoes = 'Undo puts everything back.'

export const buildStopped = (record: BuildRecord): GatewayError =>
  operationProblem(
    'build-stopped',
    `A person stopped the build. ${standing(record)}`,
    `Ask what to do with what stands. ${undoes}`,
    { ...record.counts },
  )

/** @param cause absent after a restart of the program */
export const buildFailed = (record: BuildRecord, cause: GatewayError | undefined): GatewayError =>
  operationProblem(
    'build-failed',
    `The build failed: ${record.problem?.message ?? 'its reason is not known.'} ${standing(record)}`,
    `${cause?.suggestion ?? 'Try again.'} ${undoes}`,
    { code: record.problem?.code ?? '', ...record.counts },
    cause,
  )
