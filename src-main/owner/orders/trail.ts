/**
 * Orders about what happened: live entries, the audit trail, undo, reports of a stream, telemetry and the digest.
 *
 * Guards invariant 7: a system dialog selects the file of an export or a report. Guards invariant 8: a report is masked
 * whether stream-safe mode is on or off, as on the command line, so that it can be checked there; the header for the
 * collector is never sent to a page.
 */

import { once } from 'node:events'
import { homedir } from 'node:os'
import { GatewayError } from '@contract/gateway-error.js'
import type { DigestPlace } from '@shared/program/digest.js'
import type { Settings } from '@shared/program/settings.js'
import type { TelemetryState } from '@shared/program/telemetry.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { AuditFormat } from '@shared/trail/audit.js'
import type { Builds } from '../../gateway/feeds/builds.js'
import { reportMask } from '../../gateway/feeds/stream-safe.js'
import type { Gateway } from '../../gateway/gateway.js'
import type { Undo } from '../../gateway/undo/undo.js'
import { createExportFile } from '../../storage/audit/export.js'
import { cursorOf } from '../../storage/audit-reader.js'
import type { AuditService } from '../../storage/audit-service.js'
import { type ReportFormat, reportText } from '../../streaming/report/report-text.js'
import { readStreamReport } from '../../streaming/report/stream-report.js'
import type { OrdersAbout } from '../table/table.js'
import type { WhileAway } from '../while-away.js'
import { personOf } from './giver.js'

/** Page size in stream-safe mode: redaction takes time, and a small page does not block the program. */
const redactedPageSize = 200

/** @param stream redacts responses in stream-safe mode */
export function liveOrders(
  gateway: Pick<Gateway, 'feed' | 'calls' | 'callTraceOf' | 'eventReadersOf'>,
  stream: { readonly on: boolean },
): OrdersAbout<'live' | 'calls'> {
  const { feed, calls } = gateway
  return {
    'live:page': ({ before }) => {
      const page = feed.page(before, stream.on ? redactedPageSize : undefined)
      return { ...page, entries: JSON.stringify(page.entries) }
    },
    'live:way': ({ requestId }) => gateway.callTraceOf(requestId) ?? null,
    'live:readers': ({ id }) => gateway.eventReadersOf(id),
    'calls:list': () => calls.list(),
  }
}

export const awayOrders = (away: Pick<WhileAway, 'look' | 'dismiss'>): OrdersAbout<'away'> => ({
  'away:look': () => away.look(),
  'away:dismiss': () => away.dismiss(),
})

/** Asks the person for a file; undefined when they cancelled. */
export type ChooseFile = (format: AuditFormat) => Promise<string | undefined>

export function auditOrders(
  audit: Pick<AuditService, 'search' | 'get' | 'state' | 'exportInto'>,
  chooseFile: ChooseFile,
): OrdersAbout<'audit'> {
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

export function undoOrders(
  undo: Pick<Undo, 'list' | 'preview' | 'run' | 'runLast'>,
  builds: Pick<Builds, 'of'>,
): OrdersAbout<'undo'> {
  return {
    'undo:parts': async ({ requestId }) => (await builds.of(requestId)?.parts(requestId)) ?? [],
    'undo:list': (query) => undo.list(query),
    'undo:preview': ({ requestId }) => undo.preview(requestId),
    'undo:run': ({ requestId, ...order }, giver) => undo.run(requestId, order, personOf(giver).name),
    'undo:run-unseen': ({ requestId, ...order }, giver) => undo.run(requestId, order, personOf(giver).name),
    'undo:runLast': (wanted, giver) => undo.runLast(wanted, personOf(giver).name),
  }
}

export interface ReportOrdersDependencies {
  readonly audit: Pick<AuditService, 'search' | 'state'>
  readonly settings: { get(): Settings }
  readonly language: () => AppLanguage
  /** Absolute path. */
  readonly profile: string
  /** Undefined when the person cancelled. */
  readonly chooseFile: (format: ReportFormat) => Promise<string | undefined>
}

export const reportOrders = ({
  audit,
  settings,
  language,
  profile,
  chooseFile,
}: ReportOrdersDependencies): OrdersAbout<'reports'> => ({
  'reports:create': async ({ format, since, until }) => {
    const [from, to] = [new Date(since), new Date(until)].map((at) => at.toISOString()) as [string, string]
    if (from >= to) throw new GatewayError('PROTOCOL.INVALID_REQUEST', emptySpan)
    const file = await chooseFile(format)
    if (file === undefined) return null
    const seal = { since: from, until: to, language: language(), head: audit.state().head }
    const mask = reportMask(profile, homedir(), settings.get(), seal.language)
    const report = await readStreamReport((query) => audit.search(query), seal, cursorOf)
    const out = createExportFile(file)
    out.end(reportText(report, format, (text) => mask.text(text)))
    await once(out, 'finish')
    return { file }
  },
})

const emptySpan = { message: 'The end is before the beginning.', suggestion: 'Choose another time.' }

export interface TelemetryAccess {
  readonly state: TelemetryState
  /** Undefined when it is no header. */
  keepHeader(header: string): boolean | undefined
}

export interface DigestAccess {
  sendNow(): Promise<{ readonly sent: readonly DigestPlace[]; readonly failed: readonly DigestPlace[] }>
}

export const telemetryOrders = (
  telemetry: TelemetryAccess,
  digests: DigestAccess,
): OrdersAbout<'telemetry' | 'digest'> => ({
  'telemetry:state': () => telemetry.state,
  'telemetry:keep-header': ({ header }) => {
    const isKept = telemetry.keepHeader(header)
    if (isKept === undefined)
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
        message: 'This is not a header.',
        suggestion: 'Write it as NAME: VALUE, for example Authorization: Bearer KEY.',
      })
    return { isKept }
  },
  'digest:send': () => digests.sendNow(),
})
