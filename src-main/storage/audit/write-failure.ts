/** Write failure: why a row could not be written, and what that says about the trail. */
import type { AuditState } from '../../contract/audit.js'
import { HeadNotKeptError } from './head-keeper.js'
import { ForeignSchemaError } from './trail-writer.js'

export const whyUnwritable = (error: unknown): NonNullable<AuditState['unwritable']>['why'] => {
  if (error instanceof ForeignSchemaError) return 'schema'
  return error instanceof HeadNotKeptError ? 'head' : 'disk'
}

const constraint = 19

/** The same event twice is the caller's mistake, not the disk's. */
export const isConstraint = (error: unknown): boolean =>
  ((error as { errcode?: number }).errcode ?? 0) % 256 === constraint
