/** Recording log: keeps its lines in memory. */
import type { JsonObject } from '@contract/call.js'
import type { LogSettings, ProgramLog } from '../../src-main/storage/log/program-log.js'

export interface LoggedLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly message: string
  readonly details: JsonObject
}

export class RecordingLog implements ProgramLog {
  readonly lines: LoggedLine[] = []
  settings: LogSettings | undefined
  readonly component = (): this => this

  /** Warnings and errors. */
  get problems(): readonly LoggedLine[] {
    return this.lines.filter(({ level }) => level === 'warn' || level === 'error')
  }

  configure(settings: LogSettings): void {
    this.settings = settings
  }

  flush(): void {}

  debug(message: string, details: JsonObject = {}): void {
    this.lines.push({ level: 'debug', message, details })
  }

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
