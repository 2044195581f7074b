/** Log: one JSON line for each thing worth knowing, on stderr and in a file that is started anew when it is large. */
import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import type { JsonObject } from '../contract/call.js'
import type { Log } from '../gateway/ports.js'
import { redactObject } from '../policy/redaction.js'

export const logFile = 'gatehouse.log'
const largestBytes = 5 * 1024 * 1024

export function openLog(profile: string, stderr: Pick<NodeJS.WriteStream, 'write'> = process.stderr): Log {
  const file = path.join(profile, logFile)
  let written = existsSync(file) ? statSync(file).size : 0

  process.stderr.on('error', () => {})

  function write(level: 'info' | 'warn' | 'error', message: string, details: JsonObject = {}): void {
    const line = `${JSON.stringify({ at: new Date().toISOString(), level, message, details: redactObject(details) })}\n`
    try {
      stderr.write(line)
      keep(line)
    } catch {
      // A log that cannot be written must not stop what it tells about.
    }
  }

  function keep(line: string): void {
    if (written > largestBytes) {
      renameSync(file, `${file}.1`)
      written = 0
    }
    appendFileSync(file, line, { mode: 0o600 })
    written += line.length
  }

  return {
    info: (message, details) => write('info', message, details),
    warn: (message, details) => write('warn', message, details),
    error: (message, details) => write('error', message, details),
  }
}
