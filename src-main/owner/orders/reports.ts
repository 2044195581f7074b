/**
 * Orders about reports of a stream.
 *
 * Guards invariant 7: a system dialog selects the file. Guards invariant 8: a report is masked whether stream-safe mode
 * is on or off, in the same way as on the command line, so that it can be checked there.
 */
import { once } from 'node:events'
import { homedir } from 'node:os'
import { GatewayError } from '@contract/gateway-error.js'
import type { Settings } from '@shared/program/settings.js'
import type { AppLanguage } from '@shared/text/language.js'
import { reportMask } from '../../gateway/feeds/stream-safe.js'
import { createExportFile } from '../../storage/audit/export.js'
import { cursorOf } from '../../storage/audit-reader.js'
import type { AuditService } from '../../storage/audit-service.js'
import { type ReportFormat, reportText } from '../../streaming/report/report-text.js'
import { readStreamReport } from '../../streaming/report/stream-report.js'
import type { OrdersAbout } from '../table/table.js'

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
