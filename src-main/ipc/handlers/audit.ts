/**
 * Audit, for the window: looking things up in the trail, how it stands, handing it out as a file.
 *
 * Guards invariant 7: only the main window reads the trail, and where a file goes is chosen in a dialog of the system.
 */
import type { AuditFilter, AuditFormat, AuditPage, AuditQuery, AuditState, AuditStory } from '../../contract/audit.js'
import { asGatewayError, GatewayError } from '../../contract/gateway-error.js'
import type { Result } from '../channels.js'
import { failed, ok } from '../result.js'
import type { Handlers, Sender } from '../typed-ipc.js'

export interface AuditAccess {
  search(query: AuditQuery): AuditPage
  get(id: string): AuditStory | undefined
  state(): AuditState
  /** @returns rows that were written @throws Error when the file cannot be */
  exportInto(file: string, format: AuditFormat, filter: AuditFilter): Promise<number>
}

/** Asks the person where to; undefined when they thought better of it. */
export type ChooseFile = (format: AuditFormat) => Promise<string | undefined>

type Topic = 'audit:search' | 'audit:get' | 'audit:state' | 'audit:export'

export function auditHandlers(audit: AuditAccess, chooseFile: ChooseFile): Pick<Handlers, Topic> {
  function answer<T>(sender: Sender, look: () => T): Result<T> {
    if (sender !== 'window') return failed(new GatewayError('PERMISSION.DENIED'))
    try {
      return ok(look())
    } catch (thrown) {
      return failed(asGatewayError(thrown))
    }
  }

  return {
    'audit:search': (query, sender) => answer(sender, () => audit.search(query)),
    'audit:get': ({ id }, sender) => answer(sender, () => audit.get(id) ?? null),
    'audit:state': (_nothing, sender) => answer(sender, () => audit.state()),
    async 'audit:export'({ format, filter }, sender) {
      if (sender !== 'window') return failed(new GatewayError('PERMISSION.DENIED'))
      try {
        const file = await chooseFile(format)
        return ok(file === undefined ? null : { file, rows: await audit.exportInto(file, format, filter) })
      } catch (thrown) {
        return failed(asGatewayError(thrown))
      }
    },
  }
}
