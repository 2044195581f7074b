/** Audit service: the audit trail of the running program, with one connection for writing and one for searching. */
import type { AuditFilter, AuditFormat, AuditPage, AuditQuery, AuditState, AuditStory } from '@shared/trail/audit.js'
import type { AuditLog } from '../gateway/ports/audit-log.js'
import { createExportFile, exportTrail, type RowMask } from './audit/export.js'
import { type AuditLogOptions, type AuditTrail, openAuditLog } from './audit-log.js'
import { type AuditReader, openAuditReader } from './audit-reader.js'

export interface AuditService {
  readonly log: AuditLog
  search(query: AuditQuery): AuditPage
  get(id: string): AuditStory | undefined
  state(): AuditState
  /** Writes a file that only its owner can read. @returns number of rows @throws Error when it cannot be written */
  exportInto(file: string, format: AuditFormat, filter: AuditFilter): Promise<number>
  readonly onDidChangeState: AuditTrail['onDidChangeState']
  readonly onDidWrite: AuditTrail['onDidWrite']
  close(): void
}

/**
 * @param mask masks an export; undefined while nothing is masked
 * @throws Error when the trail of the profile cannot be used
 */
export function openAuditService(
  profile: string,
  options: Partial<AuditLogOptions>,
  mask: () => RowMask | undefined = () => undefined,
): AuditService {
  const log = openAuditLog(profile, options)
  /** Opened for each search: that takes less than a millisecond, and the index may be a new file. */
  function withReader<T>(use: (reader: AuditReader) => T): T {
    log.flush()
    const reader = openAuditReader(profile, 'serving')
    try {
      return use(reader)
    } finally {
      reader.close()
    }
  }
  return {
    log,
    search: (query) => withReader((reader) => reader.search(query)),
    get: (id) => withReader((reader) => reader.get(id)),
    state: () => log.state(),
    async exportInto(file, format, filter) {
      log.flush()
      const own = openAuditReader(profile, 'serving')
      try {
        return await exportTrail(own, filter, format, createExportFile(file), mask())
      } finally {
        own.close()
      }
    },
    onDidChangeState: log.onDidChangeState,
    onDidWrite: log.onDidWrite,
    close: () => log.close(),
  }
}
