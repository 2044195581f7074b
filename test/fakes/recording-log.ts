/** Recording log: keeps its lines in memory. */
import type { JsonObject } from '@contract/call.js'
import type { Log } from '../../src-main/gateway/ports/runtime.js'

export interface LoggedLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly details: JsonObject
}

export class RecordingLog implements Log {
  readonly lines: LoggedLine[] = []

  info(message: string, details: JsonObject = {}): void {
    this.lines.push({ level: 'info', message, details })
  }

  warn(message: string, details: JsonObject = {}): void {
    this.lines.push({ level: 'warn', message, details })
  }

  error(message: string, details: JsonObject = {}): void {
    this.lines.push({ level: 'error', message, details })
  }
}
