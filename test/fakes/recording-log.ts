/** Log that writes nowhere and remembers. */
import type { JsonObject } from '../../src-main/contract/call.js'
import type { Log } from '../../src-main/gateway/ports.js'

export interface Logged {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly details: JsonObject
}

export class RecordingLog implements Log {
  readonly lines: Logged[] = []

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
