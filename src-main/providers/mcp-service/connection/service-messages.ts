/**
 * Service messages: stores log messages of a service that belong to no call. The configuration sets the minimum level.
 */

import type { JsonObject } from '@contract/call.js'
import type { Client } from '@modelcontextprotocol/client'
import type { LoggingConfig } from '@shared/servers/service.js'
import { anyResultSchema } from './connection.js'
import { type LogLevel, logLevels } from './log-level.js'

/** The same level in MCP terms. */
export const logLevelOf = ({ level }: LoggingConfig): LogLevel => (level === 'warn' ? 'warning' : level)

/** Timeout in milliseconds for setting the level of a service. */
const levelMs = 10_000
const maxLineLength = 1_000

/** Whether a message is kept; a message without a known level is. */
export const reachesLogLevel = ({ level }: JsonObject, least: LogLevel = 'info'): boolean => {
  const rank = (logLevels as readonly unknown[]).indexOf(level)
  return rank === -1 || rank >= logLevels.indexOf(least)
}

/** Formats a message as a log line. */
export function lineOf({ level, logger, data }: JsonObject): string {
  const words = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
  const from = typeof logger === 'string' && logger !== '' ? `${logger.slice(0, 64)}: ` : ''
  return `[${String(level).slice(0, 16)}] ${from}${words}`.slice(0, maxLineLength)
}

/**
 * Requests messages of this level and above from a service of the older era; in the newer one every call contains the
 * level. Never throws.
 */
export function requestLogLevel(client: Client, level: LogLevel | undefined): void {
  if (level === undefined || client.getProtocolEra() === 'modern') return
  if (client.getServerCapabilities()?.logging === undefined) return
  client
    .request({ method: 'logging/setLevel', params: { level } }, anyResultSchema, { timeout: levelMs })
    .catch(() => {})
}
