/** Log report: what a person may send to the developers about a server's log that is not understood. */
import { product } from '@contract/product.js'
import type { LogReading } from '@shared/servers/log-reading.js'
import type { Server } from '@shared/servers/server.js'
import { reportText } from '../text/report-text.js'

/** Sample lines come without addresses and secrets, but with names: the person reads them before sending. */
export function logReport({ software }: Pick<Server, 'software'>, log: LogReading): string {
  const { lines, understood, eventsPerHour, encoding = 'UTF-8', problem, warning } = log
  return [
    `${product.name} report: the log of a Java server`,
    `${product.name}: ${product.version}`,
    `Server: ${reportText(software ?? 'unknown', 80)}`,
    `Lines: ${lines}, understood: ${understood}, events in the last hour: ${eventsPerHour}, encoding: ${encoding}`,
    ...(problem ? [`Problem: ${problem}`] : []),
    ...(warning ? [`Warning: ${warning.kind}, for ${warning.minutes} minutes`, '', 'Sample lines:'] : []),
    ...(warning?.samples ?? []).map((sample) => reportText(sample, 200)),
  ].join('\n')
}
