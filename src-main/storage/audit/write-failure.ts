/** Write failure: why a row could not be written, and what that means for the trail. */
import type { AuditState } from '@shared/trail/audit.js'
import { isBusy } from '../sqlite.js'
import { CheckpointNotWrittenError } from './checkpoint-writer.js'
import { ForeignSchemaError } from './trail-writer.js'

export const writeFailureReason = (error: unknown): NonNullable<AuditState['unwritable']>['why'] => {
  if (error instanceof ForeignSchemaError) return 'schema'
  if (error instanceof CheckpointNotWrittenError) return 'head'
  return isBusy(error) ? 'locked' : 'disk'
}

const constraint = 19

/** A duplicate event is an error of the caller, not of the disk. */
export const isConstraint = (error: unknown): boolean =>
  ((error as { errcode?: number }).errcode ?? 0) % 256 === constraint
