/** Audit service: the log of the running program, with one connection that writes and one that searches. */
import type { AuditFilter, AuditFormat, AuditPage, AuditQuery, AuditState, AuditStory } from '../contract/audit.js'
import type { AuditLog } from '../gateway/ports.js'
import { exportTrail, type RowMask } from './audit/export.js'
import { createExportFile } from './audit/export-file.js'
import { type AuditLogOptions, type AuditTrail, openAuditLog } from './audit-log.js'
import { type AuditReader, openAuditReader } from './audit-reader.js'

export interface AuditService {
  readonly log: AuditLog
  search(query: AuditQuery): AuditPage
  get(id: string): AuditStory | undefined
  state(): AuditState
  /** A file that only its owner can read. @returns rows that were written @throws Error when it cannot be */
  exportInto(file: string, format: AuditFormat, filter: AuditFilter): Promise<number>
  readonly onDidChangeState: AuditTrail['onDidChangeState']
  close(): void
}

/**
 * @param mask what covers an export, undefined while nothing does
 * @throws Error when the trail of the profile cannot be used
 */
export function openAuditService(
  profile: string,
  options: Partial<AuditLogOptions>,
  mask: () => RowMask | undefined = () => undefined,
): AuditService {
  const log = openAuditLog(profile, options)
  /** Opened for each look: that costs less than a millisecond, and the index may be a new file. */
  function look<T>(use: (reader: AuditReader) => T): T {
    log.flush()
    const reader = openAuditReader(profile)
    try {
      return use(reader)
    } finally {
      reader.close()
    }
  }
  return {
    log,
    search: (query) => look((reader) => reader.search(query)),
    get: (id) => look((reader) => reader.get(id)),
    state: () => log.state(),
    async exportInto(file, format, filter) {
      log.flush()
      const own = openAuditReader(profile)
      try {
        return await exportTrail(own, filter, format, createExportFile(file), mask())
      } finally {
        own.close()
      }
    },
    onDidChangeState: log.onDidChangeState,
    close: () => log.close(),
  }
}
