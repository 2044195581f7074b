/**
 * Managed process: a child process that never outlives this one, however it ends: a return, an error, a signal,
 * SIGKILL.
 *
 * On POSIX each child leads a process group of its own. A shell beside it waits for its standard input to close, which
 * the kernel does when this process ends, and then ends the group. On Windows only `stop` ends the tree.
 */
import { spawn } from 'node:child_process'
import os from 'node:os'
import { fileURLToPath } from 'node:url'

const posix = process.platform !== 'win32'

/** $1 the process group, $2 how many tenths of a second it gets to end by itself, $3 a path to remove afterwards. */
const watch = `read -r _
kill -s TERM "$1"
i=0
while kill -s 0 -- "-$1" && [ "$i" -lt "$2" ]; do sleep 0.1; i=$((i + 1)); done
kill -s KILL -- "-$1"
[ -z "$3" ] || rm -rf -- "$3"`

/**
 * @typedef {object} ManagedProcess
 * @property {import('node:child_process').ChildProcess} child
 * @property {Promise<number>} ended its exit code (128 + n after signal n); rejects when it could not be started
 * @property {(signal?: NodeJS.Signals) => Promise<void>} stop sends the signal, then SIGKILL after
 *   the grace period, and waits until it has ended
 */

/**
 * Starts a child that ends with this process.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { graceMs?: number, removeAfterwards?: string }} [options]
 *   `graceMs`: time between SIGTERM and SIGKILL; `removeAfterwards`: a path that is removed if this process ends before
 *   `stop`
 * @returns {ManagedProcess}
 */
export function startManaged(command, args, { graceMs = 1500, removeAfterwards = '', ...options } = {}) {
  const child = spawn(command, args, { ...options, detached: posix, shell: !posix && command === 'npm' })
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? 128 + (os.constants.signals[signal ?? 'SIGKILL'] ?? 0)))
  })
  if (posix && child.pid) {
    const watcher = spawn('/bin/sh', ['-c', watch, 'watch', `${child.pid}`, `${graceMs / 100}`, removeAfterwards], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
    watcher.on('error', () => {})
    watcher.stdin.on('error', () => {})
    watcher.unref()
    watcher.stdin.unref()
    child.once('exit', () => {
      watcher.kill('SIGKILL')
      endTree(child)
    })
  }

  const stop = async (signal = /** @type {NodeJS.Signals} */ ('SIGTERM')) => {
    if (posix) child.kill(signal)
    else endTree(child)
    const insist = setTimeout(() => endTree(child), graceMs)
    child.ref()
    await ended.catch(() => {})
    clearTimeout(insist)
  }
  return { child, ended, stop }
}

/** Kills a child and whatever it started. */
function endTree(child) {
  if (!child.pid) return
  if (!posix) {
    spawn('taskkill', ['/pid', `${child.pid}`, '/T', '/F'], { stdio: 'ignore' }).on('error', () => {})
    return
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error
  }
}

/**
 * Calls `orphaned` when the npm that runs this script has ended: on a signal its shell ends without forwarding the
 * signal. Does nothing under any other parent, which may detach from this process on purpose.
 *
 * @param {string} script its name in package.json
 * @param {() => void} orphaned
 */
export function whenNpmEnds(script, orphaned) {
  const manifest = fileURLToPath(new URL('../package.json', import.meta.url))
  const { npm_lifecycle_event: event, npm_package_json: ofPackage } = process.env
  if (!posix || event !== script || ofPackage !== manifest) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    orphaned()
  }, 250)
  watch.unref()
}

/**
 * Runs a child to its end and returns its output; never throws for a program that fails or is missing.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { timeoutMs?: number }} [options]
 * @returns {Promise<{ ok: boolean, output: string, errors: string }>}
 */
export async function runQuietly(command, args, { timeoutMs, ...options } = {}) {
  const { child, ended, stop } = startManaged(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const collected = { output: '', errors: '' }
  child.stdout?.on('data', (chunk) => {
    collected.output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    collected.errors += chunk
  })
  const limit = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs)
  try {
    return { ok: (await ended) === 0, ...collected }
  } catch (error) {
    return { ok: false, output: '', errors: error.message }
  } finally {
    clearTimeout(limit)
  }
}
