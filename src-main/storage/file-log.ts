/**
 * File log: one JSON line per message, in a rotated file and optionally on stderr. Three older files are kept.
 *
 * Guards invariant 5: untrusted text is escaped and bounded, and stays inside its line.
 */
import { appendFileSync, closeSync, existsSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import type { JsonObject } from '@contract/call.js'
import { escapedJson } from '@contract/text/escaped-text.js'
import type { Log } from '../gateway/ports/runtime.js'
import { redactObject } from '../policy/redaction/redaction.js'

export const logFile = 'gatehouse.log'
const maxFileBytes = 5 * 1024 * 1024
const olderLogs = 3
/** Maximum characters of the details of one line; longer ones are truncated. */
const maxDetailsLength = 32 * 1024
/** Maximum characters used in a report. */
const endBytes = 64 * 1024

/** @param also receives every line too; `undefined` for the file only */
export function openLog(profile: string, also: Pick<NodeJS.WriteStream, 'write'> | undefined): Log {
  const file = path.join(profile, logFile)
  let written = existsSync(file) ? statSync(file).size : 0

  process.stderr.on('error', () => {})

  function write(level: 'info' | 'warn' | 'error', message: string, details: JsonObject = {}): void {
    const line = `${escapedJson({ at: new Date().toISOString(), level, message, details: bounded(redactObject(details)) })}\n`
    try {
      also?.write(line)
      append(line)
    } catch {
      // A log that cannot be written must not stop the program.
    }
  }

  function append(line: string): void {
    if (written > maxFileBytes) {
      rotate(file)
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

function bounded(details: JsonObject): JsonObject {
  const text = JSON.stringify(details)
  return text.length <= maxDetailsLength ? details : { beginning: text.slice(0, maxDetailsLength) }
}

/** `gatehouse.log` becomes `.1`, that `.2`, and so on; the oldest is deleted. */
function rotate(file: string): void {
  for (let age = olderLogs - 1; age >= 1; age -= 1) {
    if (existsSync(`${file}.${age}`)) renameSync(`${file}.${age}`, `${file}.${age + 1}`)
  }
  renameSync(file, `${file}.1`)
}

/** The last lines of the log; none when it cannot be read. */
export function readLogTail(profile: string): string[] {
  try {
    const handle = openSync(path.join(profile, logFile), 'r')
    try {
      const { size } = fstatSync(handle)
      const bytes = Buffer.alloc(Math.min(size, endBytes))
      readSync(handle, bytes, 0, bytes.length, size - bytes.length)
      const lines = bytes.toString('utf8').split('\n').filter(Boolean)
      return size > endBytes ? lines.slice(1) : lines
    } finally {
      closeSync(handle)
    }
  } catch {
    return []
  }
}
