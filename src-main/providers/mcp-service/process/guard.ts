/**
 * Guard: a small process that stops the services when this program ends without stopping them.
 *
 * It reads process groups from a pipe, which the kernel closes when this program dies. It starts with the first service
 * and stops with the last. Where the system shows the environment of processes, those that left the tree are found by a
 * mark in it. Processes that remain even so are stopped at the next start, by the same mark.
 */
import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Groups arrive as `+ID` and are removed by `-ID`; `q` ends only the guard. At the end of the input, all remaining
 * groups and their descendants are stopped.
 */
const script = `groups=" "
while read -r line; do
  case "$line" in
    q) exit 0 ;;
    +*) groups="$groups\${line#+} " ;;
    -*) id="\${line#-}"; groups=$(printf '%s' "$groups" | sed "s/ $id / /") ; groups="$groups " ;;
  esac
done
ids="$groups"
found="$groups"
while [ -n "$(printf '%s' "$found" | tr -d ' ')" ]; do
  next=" "
  for parent in $found; do
    for child in $(ps -Ao pid=,ppid= | awk -v p="$parent" '$2 == p { print $1 }'); do next="$next$child "; done
  done
  found="$next"
  ids="$ids$next"
done
marked() { for file in $(grep -las -- "$1" /proc/[0-9]*/environ); do id="\${file#/proc/}"; echo "\${id%/environ}"; done; }
[ -d /proc/1 ] && ids="$ids $(marked "$1")"
for id in $groups; do kill -s TERM -- "-$id"; done
for id in $ids; do kill -s TERM "$id"; done
sleep 1
[ -d /proc/1 ] && ids="$ids $(marked "$1")"
for id in $groups; do kill -s KILL -- "-$id"; done
for id in $ids; do kill -s KILL "$id"; done`

const windows = process.platform === 'win32'

export class Guard {
  readonly #mark: string
  #child: ChildProcess | undefined
  readonly #groups = new Set<number>()

  /** @param mark in the environment of the guarded processes */
  constructor(mark: string) {
    this.#mark = mark
  }

  /**
   * Guards a process group; returns the function that removes it. Never throws: the guard is only a second safeguard.
   */
  readonly add = (pid: number): (() => void) => {
    // On Windows the job object stops the children of a program that ends, but not deeper descendants.
    if (windows) return () => {}
    this.#groups.add(pid)
    this.#child ??= start(this.#mark)
    this.#send(`+${pid}`)
    return () => {
      if (!this.#groups.delete(pid)) return
      this.#send(`-${pid}`)
      if (this.#groups.size > 0) return
      // Nothing is left to guard; a service that starts meanwhile gets a new guard.
      this.#send('q')
      this.#child?.stdin?.end()
      this.#child = undefined
    }
  }

  #send(line: string): void {
    if (this.#child?.stdin?.writable) this.#child.stdin.write(`${line}\n`)
  }
}

function start(mark: string): ChildProcess {
  const child = spawn('/bin/sh', ['-c', script, 'sh', mark], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
  })
  child.on('error', () => {})
  child.stdin?.on('error', () => {})
  child.unref()
  return child
}
