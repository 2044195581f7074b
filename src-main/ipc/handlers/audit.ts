/**
 * Audit, for the window: searches, checks and exports the audit trail.
 *
 * Guards invariant 7: only the main window reads the trail, and a system dialog selects the export file.
 */
import type { AuditFilter, AuditFormat, AuditPage, AuditQuery, AuditState, AuditStory } from '@shared/trail/audit.js'
import type { Handlers } from '../request-handling.js'

export interface AuditAccess {
  search(query: AuditQuery): AuditPage
  get(id: string): AuditStory | undefined
  state(): AuditState
  /** @returns the number of written rows @throws Error when the file cannot be written */
  exportInto(file: string, format: AuditFormat, filter: AuditFilter): Promise<number>
}

/** Asks the person for a file; undefined when they cancelled. */
export type ChooseFile = (format: AuditFormat) => Promise<string | undefined>

type Topic = 'audit:search' | 'audit:get' | 'audit:state' | 'audit:export'

export function auditHandlers(audit: AuditAccess, chooseFile: ChooseFile): Pick<Handlers, Topic> {
  return {
    'audit:search': (query) => audit.search(query),
    'audit:get': ({ id }) => audit.get(id) ?? null,
    'audit:state': () => audit.state(),
    'audit:export': async ({ format, filter }) => {
      const file = await chooseFile(format)
      return file === undefined ? null : { file, rows: await audit.exportInto(file, format, filter) }
    },
  }
}
