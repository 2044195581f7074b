/**
 * Service messages: log messages of a service. What belongs to no call is kept in the log of the service; from which level on
 * something is kept, and asked of the service, is for the configuration.
 */
import type { Client } from '@modelcontextprotocol/client'
import type { JsonObject } from '../../../contract/call.js'
import type { LoggingConfig } from '../../../contract/service.js'
import { loose } from './connection.js'

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const
export type LogLevel = (typeof levels)[number]

/** The same level in the words of MCP. */
export const logLevelOf = ({ level }: LoggingConfig): LogLevel => (level === 'warn' ? 'warning' : level)

/** Milliseconds that a service may take to set its level. */
const levelMs = 10_000
const longestLine = 1_000

/** Whether a message is to be kept; one of no known level is. */
export const isKept = ({ level }: JsonObject, least: LogLevel = 'info'): boolean => {
  const rank = (levels as readonly unknown[]).indexOf(level)
  return rank === -1 || rank >= levels.indexOf(least)
}

/** A message as a line of the log. */
export function lineOf({ level, logger, data }: JsonObject): string {
  const words = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
  const from = typeof logger === 'string' && logger !== '' ? `${logger.slice(0, 64)}: ` : ''
  return `[${String(level).slice(0, 16)}] ${from}${words}`.slice(0, longestLine)
}

/** Asks a service of the older era for messages of this level and above; in the newer one every call says it. Never throws. */
export function askForLevel(client: Client, level: LogLevel | undefined): void {
  if (level === undefined || client.getProtocolEra() === 'modern') return
  if (client.getServerCapabilities()?.logging === undefined) return
  client.request({ method: 'logging/setLevel', params: { level } }, loose, { timeout: levelMs }).catch(() => {})
}
